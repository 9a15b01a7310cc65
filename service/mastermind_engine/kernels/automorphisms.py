"""Guesses that are equal because a relabeling maps the set of candidates onto itself."""

import numpy as np

from mastermind_engine.kernels.base import I32, U8, kernel

FRUITLESS = 10
"""So many exchanges of symbols in a row that join nothing new: the others are left out."""


@kernel
def mark_alike(
    own: I32, ids: I32, members: I32, positions: I32, symbols: I32, skip: U8, cancelled: U8
) -> None:
    """Marks in ``skip`` (guesses,) all but the first guess of each class that is alike.

    Scores stay the same when positions or symbols of secret and guess are exchanged
    together. Where such an exchange maps the set of candidates onto itself, a guess and
    its image lead to equal games. Leaving exchanges out never makes this wrong.

    Args:
        own: Guess of each member of the frame.
        ids: Legal guess behind each guess of the frame.
        members: The set, indices within the frame.
        positions: Images of the legal guesses by exchanges of positions, (exchanges,
            guesses), the identity first.
        symbols: The same of symbols.
        skip: The marks.
        cancelled: Another thread sets it to end the search; marks are then useless.
    """
    inside = np.zeros(positions.shape[1], np.uint8)
    codes = ids[own[members]]
    inside[codes] = 1
    root = np.arange(positions.shape[1]).astype(np.int32)
    moved = np.empty(codes.shape[0], np.int32)
    found = False
    for place in range(positions.shape[0]):
        moved[:] = positions[place][codes]
        symbol, fruitless = -1, 0
        while fruitless < FRUITLESS and not cancelled[0]:
            symbol = _next_kept(moved, inside, symbols, symbol + 1)
            if symbol < 0:
                break
            if place + symbol == 0:
                continue
            found = True
            joined = _join_images(root, positions[place], symbols[symbol])
            fruitless = 0 if joined else fruitless + 1
            if place:
                break  # others with these positions differ by an exchange of symbols alone
    if found:
        _mark_later(ids, root, skip)


@kernel
def _next_kept(codes: I32, inside: U8, symbols: I32, first: int) -> int:
    """The next exchange of symbols, from ``first`` on, that maps all codes inside; or −1."""
    for symbol in range(first, symbols.shape[0]):
        row = np.uint32(symbol)
        kept = True
        for index in range(codes.shape[0]):
            if not inside[np.uint32(symbols[row, np.uint32(codes[np.uint32(index)])])]:
                kept = False
                break
        if kept:
            return symbol
    return -1


@kernel
def _find(root: I32, guess: int) -> int:
    while root[guess] != guess:
        root[guess] = root[root[guess]]
        guess = np.int64(root[guess])
    return guess


@kernel
def _join_images(root: I32, position: I32, symbol: I32) -> bool:
    """Joins the class of each guess with that of its image, under the smallest of both."""
    joined = False
    for guess in range(root.shape[0]):
        one = _find(root, np.int64(guess))
        two = _find(root, np.int64(symbol[position[guess]]))
        if one != two:
            root[max(one, two)] = min(one, two)
            joined = True
    return joined


@kernel
def _mark_later(ids: I32, root: I32, skip: U8) -> None:
    taken = np.zeros(root.shape[0], np.uint8)
    for guess in range(ids.shape[0]):
        class_of = _find(root, np.int64(ids[guess]))
        skip[guess] = taken[class_of]
        taken[class_of] = 1
