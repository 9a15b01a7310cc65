"""Rules and thinking of Mastermind: values and pure functions.

Nothing here knows a network, a store or a clock, so a game runs the same in
memory, behind a server, in a test and in a notebook.
"""
