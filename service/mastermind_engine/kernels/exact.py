"""Exact search: the least total of guesses over a set of secrets, by branch and bound.

n candidates take at least 2n − 1 guesses: one of them is solved at once, the others at the
second guess. Beyond that bounds grow with the number of cells that a guess can make of the
set; no guess makes more of a subset. For small sets the bound is mostly the truth: a member
that tells all others apart takes 2n − 1.
"""

from typing import NamedTuple

import numpy as np

from mastermind_engine.kernels.automorphisms import mark_alike
from mastermind_engine.kernels.base import I32, I64, U8, U32, U64, kernel, popcount
from mastermind_engine.kernels.frames import Frame, narrow_frame
from mastermind_engine.kernels.memory import Memory, recall, remember

IMPOSSIBLE = np.int64(1) << np.int64(40)
"""The total where no tree is shallow enough."""

NO_DEPTH_LIMIT = 255

# Places in `Search.counters`.
NODES, MAX_NODES, STOPPED, GUESS = range(4)
COUNTERS = 4

FRAME_FROM = 24
"""Sets of so many members get a frame and symmetry of their own; smaller ones don't repay it."""


class Search(NamedTuple):
    """What stays the same through a whole search.

    Attributes:
        bounds: Least total of n members of which no guess makes more than k cells,
            (slots + 1, members + 1).
        weights: What a cell of n members adds to the rank of a guess in a beam, (members + 1,).
        memory: Totals and bounds of sets already searched.
        positions: Images of the legal guesses by exchanges of positions, the identity first.
        symbols: The same for exchanges of symbols.
        members_only: Whether only codes that may be the secret are guessed.
        exact_up_to: Members of the largest set whose guesses are all tried.
        width: How many guesses are tried for larger sets.
        counters: NODES searched so far, MAX_NODES allowed, STOPPED early or not, the GUESS
            that takes the total just found or −1; int64 of shape (4,).
        cancelled: Another thread sets it to end the search, uint8 of shape (1,).
    """

    bounds: I64
    weights: I64
    memory: Memory
    positions: I32
    symbols: I32
    members_only: bool
    exact_up_to: int
    width: int
    counters: I64
    cancelled: U8


class Cells(NamedTuple):
    """A partition of a node's members; slots are feedback numbers.

    Attributes:
        members: The members, cell after cell, (members,).
        ends: End of each slot's cell in ``members``, (slots,).
        sizes: Members of each cell, (slots,).
        names: The words that name each cell, (slots, 2).
        totals: Least total known of each cell, (slots,).
        order: Slots of the cells of three members or more, the smallest first, (slots,).
        settled: Whether the total of the cell at each place in ``order`` is exact, (slots,).
    """

    members: I32
    ends: I64
    sizes: I64
    names: U64
    totals: I64
    order: I64
    settled: U8


@kernel
def fill_bounds(bounds: I64) -> None:
    """Fills `Search.bounds`: with k cells a guess at most k^(d − 1) are solved by guess d."""
    bounds[:] = IMPOSSIBLE
    bounds[:, 0] = 0
    bounds[:, 1] = 1
    for most in range(2, bounds.shape[0]):
        for count in range(2, bounds.shape[1]):
            bound = 2 * count - 1
            solved = most
            while solved < count:
                bound += count - solved
                solved *= most
            bounds[most, count] = bound


@kernel
def _bounds_by_parts(count: int, most: int, depth: int, bounds: I64) -> None:
    """Least total after a guess that makes so many parts, in ``bounds`` (2, slots + 2).

    Row 1 is for members, whose own part is solved. ``most`` parts is what any guess makes
    of the set; a guess whose cells are too many to be solved within ``depth`` guesses is
    IMPOSSIBLE.
    """
    bounds[:] = IMPOSSIBLE
    for own in range(2):
        left = count - own
        for parts in range(2, most + 1):
            bound = count + left + left - (parts - own)
            solved, needed = (parts - own) * most, 2
            if parts - own < left:
                needed += 1
            while solved < left:
                bound += left - solved
                solved *= most
                needed += 1
            if needed <= depth:
                bounds[own, parts] = bound


@kernel
def _count_parts(numbers: U8, guess: int, members: I32) -> int:
    seen = np.uint64(0)
    row = np.uint32(guess)
    for index in range(members.shape[0]):
        seen |= np.uint64(1) << np.uint64(numbers[row, np.uint32(members[np.uint32(index)])])
    return np.int64(popcount(seen))


@kernel
def _best_member(numbers: U8, own: I32, members: I32) -> tuple[int, int]:
    """Most parts that a member makes of the set, and the first guess that makes them."""
    best, chosen = np.int64(0), np.int64(-1)
    for index in range(members.shape[0]):
        guess = own[np.uint32(members[np.uint32(index)])]
        parts = _count_parts(numbers, guess, members)
        if parts > best:
            best, chosen = parts, np.int64(guess)
            if parts == members.shape[0]:
                break
    return best, chosen


@kernel
def _join_masks(masks: U32, members: I32, seen: U32) -> None:
    """The feedbacks that each guess gets from the members, as bits (guesses,)."""
    row = masks[members[0]]
    for guess in range(seen.shape[0]):
        seen[guess] = row[guess]
    for index in range(1, members.shape[0]):
        row = masks[members[index]]
        for guess in range(seen.shape[0]):
            seen[guess] |= row[guess]


@kernel
def _keep_members(own: I32, members: I32, seen: U32) -> None:
    """Clears the feedbacks of all guesses but the members."""
    kept = np.zeros(seen.shape[0], np.uint8)
    for member in members:
        kept[own[member]] = 1
    for guess in range(seen.shape[0]):
        if not kept[guess]:
            seen[guess] = 0


@kernel
def _sum_cells(numbers: U8, guess: int, members: I32, sizes: I64, row: I64) -> int:
    """Sum of ``row[size]`` over the cells of a guess but the one that it solves."""
    sizes[:] = 0
    place = np.uint32(guess)
    for index in range(members.shape[0]):
        sizes[numbers[place, np.uint32(members[np.uint32(index)])]] += 1
    total = np.int64(0)
    for slot in range(sizes.shape[0] - 1):
        total += row[sizes[slot]]
    return total


@kernel
def _list_guesses(
    frame: Frame,
    search: Search,
    members: I32,
    seen: U32,
    most: int,
    depth: int,
    cutoff: int,
    guesses: I32,
    bounds: I64,
) -> tuple[int, int]:
    """Lists the guesses that may take less than ``cutoff``, and the least total of each.

    Members come first, each part in lexicographic order. Returns how many there are, and
    the least bound of those left out.
    """
    numbers = frame.numbers
    slots = search.bounds.shape[0] - 1
    count = members.shape[0]
    row = search.bounds[most]
    by_parts = np.empty((2, slots + 2), np.int64)
    _bounds_by_parts(count, most, depth, by_parts)
    sizes = np.zeros(slots, np.int64)
    solved = np.uint64(1) << np.uint64(slots - 1)
    found, left_out = 0, IMPOSSIBLE
    for own in range(1, -1, -1):
        for guess in range(seen.shape[0]):
            answers = np.uint64(seen[guess])
            if answers == 0 or (answers & solved != 0) != (own == 1):
                continue
            parts: int = popcount(answers)
            bound = by_parts[own, parts]
            if bound < cutoff and count > most:
                bound = max(bound, count + _sum_cells(numbers, guess, members, sizes, row))
            if bound < cutoff:
                guesses[found], bounds[found] = guess, bound
                found += 1
            else:
                left_out = min(left_out, bound)
    return found, left_out


@kernel
def _rank(frame: Frame, search: Search, members: I32, guesses: I32, bounds: I64) -> I64:
    """Places in ``guesses`` in the order in which they are tried, equal ones as listed."""
    found = guesses.shape[0]
    keys = np.empty(found, np.int64)
    if members.shape[0] <= search.exact_up_to:
        for place in range(found):
            keys[place] = (bounds[place] << 24) + place
        return np.sort(keys) & ((1 << 24) - 1)
    sizes = np.zeros(search.bounds.shape[0] - 1, np.int64)
    for place in range(found):
        keys[place] = _sum_cells(frame.numbers, guesses[place], members, sizes, search.weights)
    return np.argsort(keys, kind="mergesort")[: search.width]


@kernel
def _split(frame: Frame, guess: int, members: I32, row: I64, cells: Cells) -> int:
    """Splits the members; returns the least total that ``row``, bounds by size, tells."""
    numbers, marks = frame.numbers, frame.marks
    sizes, ends, names, order = cells.sizes, cells.ends, cells.names, cells.order
    sizes[:] = 0
    names[:] = 0
    for member in members:
        slot = numbers[guess, member]
        sizes[slot] += 1
        names[slot, 0] ^= marks[member, 0]
        names[slot, 1] ^= marks[member, 1]
    start, large = np.int64(0), 0
    total = np.int64(members.shape[0])
    for slot in range(sizes.shape[0]):
        ends[slot] = start
        start += sizes[slot]
        if slot == sizes.shape[0] - 1 or sizes[slot] == 0:
            continue
        cells.totals[slot] = row[sizes[slot]]
        total += row[sizes[slot]]
        if sizes[slot] > 2:
            place = large
            while place and sizes[order[place - 1]] > sizes[slot]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = slot
            large += 1
    for place in range(large, order.shape[0]):
        order[place] = -1
    for member in members:
        slot = numbers[guess, member]
        cells.members[ends[slot]] = member
        ends[slot] += 1
    return total


@kernel
def _glance(
    frame: Frame, search: Search, cells: Cells, total: int, most: int, depth: int, cutoff: int
) -> int:
    """Raises ``total`` by what a glance at each cell tells, until it reaches ``cutoff``."""
    for place in range(cells.order.shape[0]):
        slot = cells.order[place]
        if slot < 0 or total >= cutoff:
            break
        size = cells.sizes[slot]
        value, exact = cells.totals[slot], False
        if size <= most:
            members = cells.members[cells.ends[slot] - size : cells.ends[slot]]
            parts, _ = _best_member(frame.numbers, frame.own, members)
            value = 2 * size - (parts == size)
            exact = parts == size or (parts == size - 1 and depth > 3)
        if not exact:
            entry = recall(
                search.memory, cells.names[slot, 0], _salted(cells.names[slot, 1], depth - 1)
            )
            if entry >= 0:
                value = max(value, np.int64(search.memory.facts[entry, 0]))
                exact = search.memory.facts[entry, 1] >= 0
        total += value - cells.totals[slot]
        cells.totals[slot] = value
        cells.settled[place] = exact
    return total


@kernel
def _salted(name: int, depth: int) -> int:
    """The second word of a set that must be solved within ``depth`` guesses."""
    if depth > NO_DEPTH_LIMIT // 2:
        return name
    return name ^ (np.uint64(depth) * np.uint64(0x9E3779B97F4A7C15))


@kernel
def _make_cells(count: int, slots: int) -> Cells:
    return Cells(
        np.empty(count, np.int32),
        np.zeros(slots, np.int64),
        np.zeros(slots, np.int64),
        np.zeros((slots, 2), np.uint64),
        np.zeros(slots, np.int64),
        np.full(slots, -1, np.int64),
        np.zeros(slots, np.uint8),
    )


@kernel
def _must_stop(search: Search) -> bool:
    counters = search.counters
    counters[NODES] += 1
    if search.cancelled[0] or counters[NODES] > counters[MAX_NODES]:
        counters[STOPPED] = 1
    return counters[STOPPED] != 0


@kernel
def solve(
    frame: Frame,
    search: Search,
    members: I32,
    name0: int,
    name1: int,
    parts: int,
    depth: int,
    cutoff: int,
) -> int:
    """The least total of guesses over ``members``, or a lower bound at or above ``cutoff``.

    What it returns is exact if it is below ``cutoff``; then counters[GUESS] tells the guess
    that takes it. The first of several guesses is taken, in the order of their bounds, then
    members first, then lexicographic. After a stop it is only a lower bound; counters[GUESS]
    then tells the best guess whose cells were all solved, or −1, and the memory its tree.

    Args:
        frame: The frame that counts ``members``.
        search: What stays the same.
        members: The set, ascending, not empty.
        name0: Its first word.
        name1: Its second word.
        parts: No guess makes more cells of the set.
        depth: How many guesses there are, NO_DEPTH_LIMIT for any number.
        cutoff: Totals from here on are of no interest.
    """
    count = members.shape[0]
    counters = search.counters
    lower = search.bounds[parts, count]
    if count <= 2 and depth >= count:
        counters[GUESS] = frame.ids[frame.own[members[0]]]
        return lower
    if depth < 2:
        return IMPOSSIBLE
    if lower >= cutoff or _must_stop(search):
        return lower
    if count <= parts:
        most, guess = _best_member(frame.numbers, frame.own, members)
        lower = np.int64(2 * count) - (most == count)
        if most == count or (most == count - 1 and depth > 2):
            counters[GUESS] = frame.ids[guess]
            return lower
        if lower >= cutoff:
            return lower
    entry = recall(search.memory, name0, _salted(name1, depth))
    if entry >= 0:
        counters[GUESS] = search.memory.facts[entry, 1]
        lower = max(lower, np.int64(search.memory.facts[entry, 0]))
        if counters[GUESS] >= 0 or lower >= cutoff:
            return lower
    if count >= FRAME_FROM and 2 * count <= frame.own.shape[0]:
        everyone = np.arange(count).astype(np.int32)
        own_frame = narrow_frame(frame, members)
        return solve(own_frame, search, everyone, name0, name1, parts, depth, cutoff)

    seen = np.empty(frame.numbers.shape[0], frame.masks.dtype)
    _join_masks(frame.masks, members, seen)
    if search.members_only:
        _keep_members(frame.own, members, seen)
    if count >= FRAME_FROM:
        _clear_alike(frame, search, members, seen)
    most = np.int64(0)
    for guess in range(seen.shape[0]):
        most = max(most, np.int64(popcount(np.uint64(seen[guess]))))
    row = search.bounds[most]
    lower = max(lower, row[count])
    guesses = np.empty(seen.shape[0], np.int32)
    bounds = np.empty(seen.shape[0], np.int64)
    found, left_out = _list_guesses(
        frame, search, members, seen, most, depth, cutoff, guesses, bounds
    )
    cells = _make_cells(count, search.bounds.shape[0] - 1)
    best, best_guess = cutoff, np.int64(-1)
    for place in _rank(frame, search, members, guesses[:found], bounds[:found]):
        if counters[STOPPED] or best <= lower or bounds[place] >= best:
            left_out = min(left_out, bounds[place])
            continue
        total = _split(frame, guesses[place], members, row, cells)
        total = _glance(frame, search, cells, total, most, depth, best)
        for index in range(cells.order.shape[0]):
            slot = cells.order[index]
            if slot < 0 or total >= best or counters[STOPPED]:
                break
            if cells.settled[index]:
                continue
            end, known = cells.ends[slot], cells.totals[slot]
            total += -known + solve(
                frame,
                search,
                cells.members[end - cells.sizes[slot] : end],
                cells.names[slot, 0],
                cells.names[slot, 1],
                most,
                depth - 1,
                best - (total - known),
            )
        if total < best and not counters[STOPPED]:
            best, best_guess = total, np.int64(frame.ids[guesses[place]])
        else:
            left_out = min(left_out, total)
    value = best if best_guess >= 0 else max(cutoff, left_out)
    counters[GUESS] = best_guess
    if not counters[STOPPED] or best_guess >= 0:
        remember(search.memory, name0, _salted(name1, depth), value, best_guess, count)
    return max(lower, min(value, left_out)) if counters[STOPPED] else value


@kernel
def _clear_alike(frame: Frame, search: Search, members: I32, seen: U32) -> None:
    """Clears the feedbacks of guesses that symmetry proves equal to an earlier one."""
    skip = np.zeros(seen.shape[0], np.uint8)
    mark_alike(
        frame.own, frame.ids, members, search.positions, search.symbols, skip, search.cancelled
    )
    for guess in range(seen.shape[0]):
        if skip[guess]:
            seen[guess] = 0


@kernel
def name_of(frame: Frame, members: I32) -> tuple[int, int]:
    """The two words that name a set."""
    name0 = name1 = np.uint64(0)
    for member in members:
        name0 ^= frame.marks[member, 0]
        name1 ^= frame.marks[member, 1]
    return name0, name1


@kernel
def unfold(
    frame: Frame, search: Search, members: I32, depth: int, guesses: I32, children: I32
) -> int:
    """Writes down the tree that `solve` found for ``members``, in preorder.

    ``guesses`` (2 · members,) and ``children`` (2 · members, slots), filled with −1, take its
    nodes; returns their number. What the memory has lost is searched again.
    """
    slots = search.bounds.shape[0] - 1
    order, spare = members.copy(), np.empty(members.shape[0], np.int32)
    cells = _make_cells(members.shape[0], slots)
    # Open nodes: first member, end, depth left, parent, slot. A node is open once.
    stack = np.empty((2 * members.shape[0] + 1, 5), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2], stack[0, 3] = 0, members.shape[0], depth, -1
    top, nodes = 1, 0
    place = np.zeros(frame.ids.max() + 1, np.int32)
    for row in range(frame.ids.shape[0]):
        place[frame.ids[row]] = row
    while top:
        top -= 1
        start, end, left = stack[top, 0], stack[top, 1], stack[top, 2]
        if stack[top, 3] >= 0:
            children[stack[top, 3], stack[top, 4]] = nodes
        node = order[start:end]
        name0, name1 = name_of(frame, node)
        solve(frame, search, node, name0, name1, slots, left, IMPOSSIBLE)
        guesses[nodes] = search.counters[GUESS]
        row = place[guesses[nodes]]
        _split(frame, row, node, search.bounds[slots], cells)
        spare[: end - start] = cells.members[: end - start]
        node[:] = spare[: end - start]
        for slot in range(slots - 2, -1, -1):
            if cells.sizes[slot]:
                stack[top, 0] = start + cells.ends[slot] - cells.sizes[slot]
                stack[top, 1] = start + cells.ends[slot]
                stack[top, 2], stack[top, 3], stack[top, 4] = left - 1, nodes, slot
                top += 1
        nodes += 1
    return nodes
