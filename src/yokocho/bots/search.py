"""Information-set Monte Carlo tree search in native code, for any game (docs/bots.md).

Generic: `specialise` compiles each function for one game, with that game's kernels as globals. A search starts from the
masked state of one seat. Every iteration determinises it (`imagine`), descends a tree that all imagined states share,
plays out from a leaf, and adds to each move on the path the reward of the seat that made it.

A node is an index. Its moves are nodes too, in a linked list; with SPLIT, each outcome of chance after a move has its
own node below it. All memory is allocated beforehand.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from yokocho.bots.kernels import (
    actor,
    advise,
    apply,
    estimate,
    imagine,
    legal,
    mask,
    pending,
    rank,
    rollout,
    sensible,
)
from yokocho.bots.playout import kernels_of
from yokocho.core.game import SCRATCH, BadInput, Game
from yokocho.core.kernel import specialise_all
from yokocho.core.position import seed_bytes
from yokocho.core.record import State, batch, copy, data
from yokocho.core.rng import below, mix, next_word

DEPTH = 64  # most moves of one iteration inside the tree
LIMIT = 20_000  # decisions of one playout; far more than any match needs
ROOT = 0

# Parameters, as indices into an array (docs/bots.md says what was tried)
EXPLORE, EPSILON, ROUNDS, SHARPNESS, SPLIT, PLAYOUT = range(6)
BY_CHANCE, BY_ADVICE = range(2)
PAR = 10.0  # solo games: a score of so many times Game.scale has the value one half


class Tree(NamedTuple):
    """The nodes of one search, as arrays by node."""

    first: npt.NDArray[np.int32]  # the first move of a node; 0 = none yet
    after: npt.NDArray[np.int32]  # the next move of the same node
    action: npt.NDArray[np.int16]
    mover: npt.NDArray[np.int8]
    visits: npt.NDArray[np.int32]
    offered: npt.NDArray[np.int32]  # how often the move was available
    total: npt.NDArray[np.float32]  # sum of the mover's rewards
    prior: npt.NDArray[np.float32]
    names: npt.NDArray[np.uint64]  # hash table of outcomes of chance: keys (name_of); the nodes are in `found`
    found: npt.NDArray[np.int32]
    used: npt.NDArray[np.int64]  # nodes in use


class Room(NamedTuple):
    """The memory of one search."""

    words: npt.NDArray[np.uint64]  # the generator of this search
    states: npt.NDArray[Any]  # an imagined state, and a seat's view of it
    raw: npt.NDArray[np.uint64]  # the same memory as 64-bit words
    actions: npt.NDArray[np.int16]
    worth: npt.NDArray[np.float64]
    tree: Tree
    marks: npt.NDArray[np.int64]  # by action: the stamp of the last selection in which it was legal
    stamp: npt.NDArray[np.int64]  # one number: selections so far
    root: npt.NDArray[np.int64]  # one number: the node where the search starts
    path: npt.NDArray[np.int32]
    points: npt.NDArray[np.float64]
    ranks: npt.NDArray[np.int16]
    values: npt.NDArray[np.float64]


def new_tree(nodes: int) -> Tree:
    names = 1 << max(4, (nodes // 2).bit_length())
    return Tree(
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int16),
        np.zeros(nodes, np.int8),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.float32),
        np.zeros(nodes, np.float32),
        np.zeros(names, np.uint64),
        np.zeros(names, np.int32),
        np.ones(1, np.int64),
    )


def new_room(game: Game, nodes: int, seed: str) -> Room:
    states = batch(game.state, 2)
    return Room(
        np.frombuffer(seed_bytes(f"search {seed}"), ">u8").astype(np.uint64),
        states,
        states.view(np.uint8).reshape(2, -1).view(np.uint64),
        np.empty(game.most, np.int16),
        np.zeros(game.most + SCRATCH),
        new_tree(nodes),
        np.zeros(game.actions, np.int64),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(2 * DEPTH + 2, np.int32),
        np.zeros(game.players[-1]),
        np.zeros(game.players[-1], np.int16),
        np.zeros(game.players[-1]),
    )


def clear(tree: Tree) -> None:
    n = int(tree.used[0])
    for part in tree[:8]:
        part[:n] = 0
    tree.names[:] = 0
    tree.used[0] = 1


def new_node(tree):
    """The next free node; ROOT if the tree is full."""
    n = tree.used[0]
    if n >= len(tree.first):
        return 0
    tree.used[0] = n + 1
    return n


def outcome(tree, move, name):
    """The node for an outcome of chance after a move; the move itself if the tree is full."""
    at = np.int64(name >> np.uint64(20)) & (len(tree.names) - 1)
    for i in range(16):
        j = (at + i) & (len(tree.names) - 1)
        if tree.names[j] == name:
            return np.int64(tree.found[j])
        if tree.names[j] == np.uint64(0):
            node = new_node(tree)
            if node == 0:
                return move
            tree.names[j] = name
            tree.found[j] = node
            return node
    return move


def name_of(raw, move):
    """A hash of a move and what the seat sees after it; never 0."""
    name = np.uint64(move + 1) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(len(raw)):
        name = (name ^ raw[i]) * np.uint64(0x100000001B3)
        name ^= name >> np.uint64(29)
    return mix(name) | np.uint64(1)


def decide(s, p):
    """Who decides next: the searching seat while it is asked, since seats asked at the same time are independent."""
    if pending(s) >> p & 1:
        return p
    return actor(s)


def offer(s, q, actions):
    """The sensible actions of a seat; returns their number."""
    return sensible(s, q, actions, legal(s, q, actions))


def set_priors(worth, n, sharpness):
    """Turns ratings into prior probabilities: a softmax mixed with a tenth of the uniform distribution."""
    best = worth[0]
    mean = 0.0
    for i in range(n):
        best = max(best, worth[i])
        mean += worth[i] / n
    spread = max(best - mean, 1e-9)
    total = 0.0
    for i in range(n):
        worth[i] = np.exp(sharpness * (worth[i] - best) / spread)
        total += worth[i]
    for i in range(n):
        worth[i] = 0.9 * worth[i] / total + 0.1 / n


def add_move(tree, node, q, a, prior):
    """Adds a move to a node; ROOT if the tree is full."""
    move = new_node(tree)
    if move != ROOT:
        tree.action[move] = a
        tree.mover[move] = q
        tree.prior[move] = prior
        tree.after[move] = tree.first[node]
        tree.first[node] = move
    return move


def grow(room, node, s, q, n, sharpness):
    """Expands a node with the moves that are legal in this imagined state; below the root with the faster priors."""
    actions = room.actions
    worth = room.worth
    if node == room.root[0]:
        advise(s, q, actions, n, worth)
    else:
        rollout(s, q, actions, n, worth)
    set_priors(worth, n, sharpness)
    for i in range(n):
        if add_move(room.tree, node, q, actions[i], worth[i]) == ROOT:
            return


def choose(room, node, q, n, explore):
    """Selects a move of a node among those legal now (PUCT); moves that were never legal before are added."""
    tree = room.tree
    actions = room.actions
    marks = room.marks
    room.stamp[0] += 1
    stamp = room.stamp[0]
    for i in range(n):
        marks[actions[i]] = stamp
    seen = 0
    value = 0.0
    visits = 0
    move = tree.first[node]
    while move != 0:
        if marks[tree.action[move]] == stamp and tree.mover[move] == q:
            tree.offered[move] += 1
            value += tree.total[move]
            visits += tree.visits[move]
            seen += 1
        move = tree.after[move]
    if seen < n:
        move = tree.first[node]
        while move != 0:
            if marks[tree.action[move]] == stamp and tree.mover[move] == q:
                marks[tree.action[move]] = 0
            move = tree.after[move]
        for i in range(n):
            if marks[actions[i]] == stamp:
                move = add_move(tree, node, q, actions[i], 0.5 / n)
                if move != ROOT:
                    tree.offered[move] = 1
            marks[actions[i]] = stamp
    hope = value / visits - 0.05 if visits > 0 else 0.5  # the value of unvisited moves
    best = 0
    best_score = -1e9
    move = tree.first[node]
    while move != 0:
        if marks[tree.action[move]] == stamp and tree.mover[move] == q:
            known = tree.total[move] / tree.visits[move] if tree.visits[move] > 0 else hope
            score = known + explore * tree.prior[move] * np.sqrt(tree.offered[move] + 1.0) / (1.0 + tree.visits[move])
            if score > best_score:
                best_score = score
                best = move
        move = tree.after[move]
    return best


def roll_out(s, room, epsilon, rounds, policy):
    """A playout, to the end or for some rounds; one ends when it is the same seat's turn again. Is the match over?"""
    w = room.words
    actions = room.actions
    worth = room.worth
    begun = -1
    last = -1
    for _ in range(LIMIT):
        q = actor(s)
        if q < 0:
            return True
        if begun < 0:
            begun = q
        elif q == begun and last != begun:
            rounds -= 1
            if rounds == 0:
                return False
        last = q
        n = offer(s, q, actions)
        if n == 0:
            return False
        pick = np.int64(0)
        if n > 1:
            if policy == BY_CHANCE or np.float64(below(w, 1 << 20)) < epsilon * (1 << 20):
                pick = np.int64(below(w, n))
            else:
                rollout(s, q, actions, n, worth)
                for i in range(1, n):
                    if worth[i] > worth[pick]:
                        pick = np.int64(i)
        apply(s, q, np.int64(actions[pick]))
    return True


def weigh(s, over, scale, room):
    """The value of a state for each seat, from 0 to 1: shares of the win at the end, else chances by `estimate`."""
    points = room.points
    ranks = room.ranks
    values = room.values
    estimate(s, points)
    if s.players == 1:
        values[0] = max(0.0, points[0]) / (max(0.0, points[0]) + PAR * scale)
        return
    top = points[0]
    for p in range(s.players):
        top = max(top, points[p])
    total = 0.0
    for p in range(s.players):
        values[p] = np.exp((points[p] - top) / scale)
        total += values[p]
    for p in range(s.players):
        values[p] /= total
    if over:
        rank(s, ranks)
        winners = 0
        for p in range(s.players):
            winners += ranks[p] == 1
        for p in range(s.players):
            values[p] = 0.1 * values[p] + (0.9 / winners if ranks[p] == 1 else 0.0)


def search(view, p, iterations, room, tuning, scale):
    """Runs iterations from a masked state; the results are in the tree."""
    tree = room.tree
    states = room.states
    path = room.path
    root = room.root[0]
    for _ in range(iterations):
        states[0] = view[0]
        s = states[0]
        for i in range(4):
            s.rng[i] = next_word(room.words)
        imagine(s, p)
        node = root
        depth = 0
        while depth < DEPTH:
            q = decide(s, p)
            if q < 0:
                break
            n = offer(s, q, room.actions)
            if n == 0:
                break
            if n > 1:
                if tree.first[node] == 0:
                    if tree.visits[node] == 0 and node != root:
                        break
                    grow(room, node, s, q, n, tuning[SHARPNESS])
                move = choose(room, node, q, n, tuning[EXPLORE])
                if move == 0:
                    break
                path[depth] = move
                depth += 1
                node = np.int64(move)
                a = np.int64(tree.action[move])
            else:
                a = np.int64(room.actions[0])
            news = s.news
            apply(s, q, a)
            if s.news != news and tuning[SPLIT] > 0.0:
                states[1] = s
                forget(states[1])
                mask(states[1], p)
                below_it = outcome(tree, node, name_of(room.raw[1], node))
                if below_it != node:
                    path[depth] = below_it
                    tree.mover[below_it] = -1
                    depth += 1
                    node = below_it
                if tree.visits[node] == 0:
                    break
        over = roll_out(s, room, tuning[EPSILON], tuning[ROUNDS], tuning[PLAYOUT])
        weigh(s, over, scale, room)
        tree.visits[root] += 1
        for i in range(depth):
            move = path[i]
            tree.visits[move] += 1
            if tree.mover[move] >= 0:
                tree.total[move] += room.values[tree.mover[move]]


def forget(s):
    """Removes the traces of the last move, so that equal positions have equal bytes."""
    s.news = 0
    for i in range(s.events_size):
        for j in range(4):
            s.events[i, j] = 0
    s.events_size = 0


PARTS: tuple[Callable[..., Any], ...] = (
    *(new_node, outcome, name_of, decide, offer, set_priors, add_move, grow, choose, roll_out, weigh, forget),
    search,
)


@cache
def searcher(game: Game) -> Callable[..., Any]:
    """`search`, compiled for a game."""
    return specialise_all(PARTS, game.name, game.folder, **kernels_of(game))["search"]


DEFAULT_TUNING = {"explore": 1.0, "epsilon": 0.05, "rounds": 6.0, "sharpness": 3.0, "split": 0.0, "playout": 1.0}
NODES = 400_000
CHUNK = 32  # iterations between two checks of the clock


def promise(game: Game, players: int, value: float) -> str:
    """A value of a search in words."""
    if players > 1:
        return f"wins {value:.0%} of the time"
    return f"comes to about {PAR * game.scale * value / max(1 - value, 1e-6):.0f} points"


def check_tuning(tuning: Mapping[str, float]) -> Mapping[str, float]:
    unknown = tuning.keys() - DEFAULT_TUNING.keys()
    if unknown:
        raise BadInput(f"a search has no {min(unknown)!r}; it has {', '.join(DEFAULT_TUNING)}")
    return tuning


@dataclass(frozen=True)
class Found:
    """One move as a search found it: its visits, and its value for the seat from 0 to 1."""

    action: int
    visits: int
    value: float
    node: int


class Search:
    """Searches for one seat. Deterministic for a given seed and number of iterations."""

    def __init__(self, game: Game, seed: str, tuning: Mapping[str, float] | None = None, nodes: int = NODES) -> None:
        self.game = game
        self.run = searcher(game)
        self.room = new_room(game, nodes, seed)
        tuning = check_tuning(tuning or {})
        self.next: tuple[int, int, bytes] | None = None  # after its last move: seat, node and view
        self.tuning = np.array([float({**DEFAULT_TUNING, **game.tuning, **tuning}[name]) for name in DEFAULT_TUNING])

    def think(self, view: State, p: int, iterations: int = 0, seconds: float = 0.0) -> list[Found]:
        """The moves of a masked state, most visited first, after a number of iterations or seconds."""
        room = self.room
        kernels = self.game.kernels
        n = int(kernels.sensible(view, p, room.actions, kernels.legal(view, p, room.actions)))
        if n == 0:
            raise BadInput(f"seat {p} has nothing to decide")
        if n == 1:
            self.next = None
            return [Found(int(room.actions[0]), 0, 0.5, ROOT)]
        self.plant(view, p)
        views = batch(self.game.state, 1)
        views[0] = view
        begun = 0.0  # the clock starts after the first iteration, which may have to compile the code
        done = 0
        while done < iterations or not iterations:
            chunk = min(CHUNK if done else 1, iterations - done) if iterations else CHUNK if done else 1
            self.run(views, p, chunk, room, self.tuning, self.game.scale)
            done += chunk
            begun = begun or time.perf_counter()
            if seconds and time.perf_counter() - begun > seconds:
                break
        return self.found()

    def choose(self, view: State, p: int, iterations: int = 0, seconds: float = 0.0) -> int:
        """The most visited move. The subtree below it is kept for the next decision of the same turn."""
        best = self.think(view, p, iterations, seconds)[0]
        after = copy(view)
        self.game.kernels.apply(after, p, best.action)
        self.next = None
        if best.node and after.news == view.news and p in self.game.pending(after):
            self.game.kernels.mask(after, p)
            self.next = p, best.node, data(self.game.settle(after))
        return best.action

    def plant(self, view: State, p: int) -> None:
        """Starts with an empty tree, or with the subtree of the last search that leads to this state."""
        tree, kept = self.room.tree, self.next
        self.next = None
        fits = kept and kept[0] == p and kept[2] == data(self.game.settle(view))
        if kept and fits and tree.used[0] < len(tree.first) // 2:
            self.room.root[0] = kept[1]
        else:
            clear(tree)
            self.room.root[0] = ROOT

    def found(self) -> list[Found]:
        tree = self.room.tree
        moves = []
        move = int(tree.first[self.room.root[0]])
        while move:
            n = int(tree.visits[move])
            moves.append(Found(int(tree.action[move]), n, float(tree.total[move]) / n if n else 0.0, move))
            move = int(tree.after[move])
        return sorted(moves, key=lambda found: (-found.visits, -found.value, found.action))


class Team:
    """Several searches of one decision, a thread each; the statistics of their roots are added up."""

    def __init__(self, game: Game, seed: str, threads: int, tuning: Mapping[str, float] | None = None) -> None:
        self.searches = [Search(game, f"{seed} {i}", tuning) for i in range(threads)]

    def think(self, view: State, p: int, iterations: int = 0, seconds: float = 0.0) -> list[Found]:
        """As Search.think; each search has the full budget."""
        with ThreadPoolExecutor(len(self.searches)) as pool:
            parts = pool.map(lambda search: search.think(view, p, iterations, seconds), self.searches)
            return added_up([found for part in parts for found in part])


def added_up(parts: Sequence[Found]) -> list[Found]:
    """The moves of several trees, with visits and values added up."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for found in parts:
        visits[found.action] = visits.get(found.action, 0) + found.visits
        totals[found.action] = totals.get(found.action, 0.0) + found.visits * found.value
    moves = [Found(a, n, totals[a] / n if n else 0.0, ROOT) for a, n in visits.items()]
    return sorted(moves, key=lambda found: (-found.visits, -found.value, found.action))
