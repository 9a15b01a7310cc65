"""Finds the equilibrium mixture of the classic board and writes it to the package's data."""

from mastermind_engine.rulesets import PRESETS
from mastermind_engine.solver.equilibrium import averages, find_mixture
from mastermind_engine.solver.listed import listed_with_table
from mastermind_engine.solver.mixture import SHIPPED, save_mixture

if __name__ == "__main__":
    space = listed_with_table(PRESETS["classic"])
    print("searching, a minute …", flush=True)
    mixture = find_mixture(space)
    for pattern, average in averages(space, mixture).items():
        print(f"{pattern}: {average} guesses on average")
    save_mixture(space, mixture)
    print(f"written to {SHIPPED}")
