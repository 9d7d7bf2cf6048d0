"""Information-set Monte Carlo tree search in native code, for any game (docs/bots.md).

Generic: `specialise` makes each function for one game, with that game's kernels as globals. A search starts from the
masked state of one seat. Every iteration imagines the rest, walks down one tree that all imagined states share, plays
out from its leaf, and notes for each move on the way what it brought the seat that made it.

A node is a number. Its moves hang on it as a list of nodes; where chance spoke after a move, what came to light makes
a node of its own below it. All room is given beforehand: nothing is allocated while searching.
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

from yokocho.bots.playout import kernels_of
from yokocho.core.game import SCRATCH, BadInput, Game
from yokocho.core.kernel import specialise
from yokocho.core.position import seed_bytes
from yokocho.core.record import State, batch, copy, data
from yokocho.core.rng import below, mix, next_word

DEPTH = 64  # moves that one iteration may go down the tree
LIMIT = 20_000  # decisions of one playout; no match comes near
ROOT = 0

# What can be tuned, as numbers (docs/bots.md says what was tried)
EXPLORE, EPSILON, ROUNDS, SHARPNESS, SPLIT, PLAYOUT = range(6)
BY_CHANCE, BY_ADVICE = range(2)
PAR = 10.0  # of a game alone: so many times its scale is worth one half


class Tree(NamedTuple):
    """Room for the nodes of one search."""

    first: npt.NDArray[np.int32]  # the first move of a node; 0 = none yet
    after: npt.NDArray[np.int32]  # the next move of the same node
    action: npt.NDArray[np.int16]
    mover: npt.NDArray[np.int8]
    visits: npt.NDArray[np.int32]
    offered: npt.NDArray[np.int32]  # how often the move could have been chosen
    total: npt.NDArray[np.float32]  # what it brought its mover
    prior: npt.NDArray[np.float32]
    names: npt.NDArray[np.uint64]  # what chance brought to light, by move: the place in `found`
    found: npt.NDArray[np.int32]
    used: npt.NDArray[np.int64]  # nodes in use


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


def clear(tree: Tree) -> None:
    n = int(tree.used[0])
    for part in tree[:8]:
        part[:n] = 0
    tree.names[:] = 0
    tree.used[0] = 1


def new_node(tree):
    """The next free node; ROOT when there is none."""
    n = tree.used[0]
    if n >= len(tree.first):
        return 0
    tree.used[0] = n + 1
    return n


def outcome(tree, move, name):
    """The node for what came to light after a move; the move itself when there is no room."""
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
    """A number for what a seat sees after a move; never 0."""
    name = np.uint64(move + 1) * np.uint64(0x9E3779B97F4A7C15)
    for i in range(len(raw)):
        name = (name ^ raw[i]) * np.uint64(0x100000001B3)
        name ^= name >> np.uint64(29)
    return mix(name) | np.uint64(1)


def decide(s, p):
    """Who decides next: the searching seat as long as it is asked; those asked beside it answer for themselves."""
    if pending(s) >> p & 1:
        return p
    return actor(s)


def offer(s, q, actions):
    """The actions a bot looks at."""
    return sensible(s, q, actions, legal(s, q, actions))


def set_priors(worth, n, sharpness):
    """What `advise` thinks, as shares that add up to 1."""
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


def grow(tree, node, s, q, actions, n, worth, sharpness, at_root):
    """The moves of a node, as far as they are possible in this imagined state. Below the root, thought of in haste."""
    if at_root:
        advise(s, q, actions, n, worth)
    else:
        rollout(s, q, actions, n, worth)
    shares(worth, n, sharpness)
    for i in range(n):
        move = fresh(tree)
        if move == 0:
            return
        tree.action[move] = actions[i]
        tree.mover[move] = q
        tree.prior[move] = worth[i]
        tree.after[move] = tree.first[node]
        tree.first[node] = move


def choose(tree, node, q, actions, n, marks, stamp, explore):
    """The move of a node to look at next, of those possible now; what was never possible before joins the list."""
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
                move = fresh(tree)
                if move != 0:
                    tree.action[move] = actions[i]
                    tree.mover[move] = q
                    tree.prior[move] = 0.5 / n
                    tree.offered[move] = 1
                    tree.after[move] = tree.first[node]
                    tree.first[node] = move
            marks[actions[i]] = stamp
    hope = value / visits - 0.05 if visits > 0 else 0.5  # of a move never tried
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


def roll_out(s, p, w, actions, worth, epsilon, rounds, policy):
    """Plays on without a tree, to the end or for some rounds; a round is over when it is the same seat's turn again."""
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
        n = offered(s, q, actions)
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


def weigh(s, over, scale, points, ranks, values):
    """What a state is worth to each seat, between 0 and 1: shares of the win at the end, else chances of it."""
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


def search(
    view, p, iterations, w, states, raw, actions, worth, tree, marks, path, points, ranks, values, tuning, scale
):
    """So many iterations from a masked state; the tree keeps what they found."""
    root = np.int64(marks[len(marks) - 1])
    for _ in range(iterations):
        states[0] = view[0]
        s = states[0]
        for i in range(4):
            s.rng[i] = next_word(w)
        imagine(s, p)
        node = root
        depth = 0
        while depth < DEPTH:
            q = turn(s, p)
            if q < 0:
                break
            n = offered(s, q, actions)
            if n == 0:
                break
            if n > 1:
                if tree.first[node] == 0:
                    if tree.visits[node] == 0 and node != root:
                        break
                    expand(tree, node, s, q, actions, n, worth, tuning[SHARPNESS], node == root)
                marks[len(marks) - 2] += 1
                move = select(tree, node, q, actions, n, marks, marks[len(marks) - 2], tuning[EXPLORE])
                if move == 0:
                    break
                path[depth] = move
                depth += 1
                node = np.int64(move)
                a = np.int64(tree.action[move])
            else:
                a = np.int64(actions[0])
            news = s.news
            apply(s, q, a)
            if s.news != news and tuning[SPLIT] > 0.0:
                states[1] = s
                hush_view(states[1])
                mask(states[1], p)
                below_it = named(tree, node, identify(raw[1], node))
                if below_it != node:
                    path[depth] = below_it
                    tree.mover[below_it] = -1
                    depth += 1
                    node = below_it
                if tree.visits[node] == 0:
                    break
        over = playout(s, p, w, actions, worth, tuning[EPSILON], tuning[ROUNDS], tuning[PLAYOUT])
        judge(s, over, scale, points, ranks, values)
        tree.visits[root] += 1
        for i in range(depth):
            move = path[i]
            tree.visits[move] += 1
            if tree.mover[move] >= 0:
                tree.total[move] += values[tree.mover[move]]


def forget(s):
    """What the last move did is no part of a position."""
    s.news = 0
    for i in range(s.events_size):
        for j in range(4):
            s.events[i, j] = 0
    s.events_size = 0


@cache
def searcher(game: Game) -> Callable[..., Any]:
    """`search`, made for a game."""

    def made(function: Callable[..., Any], **others: Any) -> Callable[..., Any]:
        return specialise(function, game.name, game.folder, **kernels_of(game), **others)

    fresh, offered = made(new_node), made(offer)
    return made(
        search,
        turn=made(decide),
        offered=offered,
        expand=made(grow, fresh=fresh, shares=made(set_priors)),
        select=made(choose, fresh=fresh),
        playout=made(roll_out, offered=offered),
        judge=made(weigh),
        named=made(outcome, new_node=fresh),
        identify=made(name_of),
        hush_view=made(forget),
    )


DEFAULT_TUNING = {"explore": 1.0, "epsilon": 0.05, "rounds": 6.0, "sharpness": 3.0, "split": 0.0, "playout": 1.0}
NODES = 400_000
CHUNK = 32  # iterations between two looks at the clock


class Room:
    """All that one search needs to work in, made once for a game."""

    def __init__(self, game: Game, nodes: int) -> None:
        self.states = batch(game.state, 2)
        self.raw = self.states.view(np.uint8).reshape(2, -1).view(np.uint64)
        self.actions = np.empty(game.most, np.int16)
        self.worth = np.zeros(game.most + SCRATCH)
        self.tree = new_tree(nodes)
        self.marks = np.zeros(game.actions + 2, np.int64)  # the last two: a running stamp, and the root
        self.path = np.zeros(2 * DEPTH + 2, np.int32)
        self.points = np.zeros(game.players[-1])
        self.ranks = np.zeros(game.players[-1], np.int16)
        self.values = np.zeros(game.players[-1])


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
    """One move that a search looked at: how often, and what it promises the seat, from 0 to 1."""

    action: int
    visits: int
    value: float
    node: int


class Search:
    """Searches for one seat. Decides the same way for the same seed and number of iterations."""

    def __init__(self, game: Game, seed: str, tuning: Mapping[str, float] | None = None, nodes: int = NODES) -> None:
        self.game = game
        self.run = searcher(game)
        self.room = Room(game, nodes)
        self.words = np.frombuffer(seed_bytes(f"search {seed}"), ">u8").astype(np.uint64)
        tuning = check_tuning(tuning or {})
        self.next: tuple[int, bytes] | None = None  # where the tree goes on after the own last move, and the view there
        self.tuning = np.array([float({**DEFAULT_TUNING, **game.tuning, **tuning}[name]) for name in DEFAULT_TUNING])

    def think(self, view: State, p: int, iterations: int = 0, seconds: float = 0.0) -> list[Found]:
        """The moves of a masked state, the most promising first, after so many iterations or so much time."""
        room = self.room
        kernels = self.game.kernels
        n = int(kernels.sensible(view, p, room.actions, kernels.legal(view, p, room.actions)))
        if n == 0:
            raise BadInput(f"seat {p} has nothing to decide")
        if n == 1:
            self.next = None
            return [Found(int(room.actions[0]), 0, 0.5, ROOT)]
        self.plant(view)
        views = batch(self.game.state, 1)
        views[0] = view
        begun = 0.0  # the clock starts after the first iteration, for which the code may have to be compiled
        done = 0
        while done < iterations or not iterations:
            chunk = min(CHUNK if done else 1, iterations - done) if iterations else CHUNK if done else 1
            self.run(
                views, p, chunk, self.words, room.states, room.raw, room.actions, room.worth, room.tree, room.marks,
                room.path, room.points, room.ranks, room.values, self.tuning, self.game.scale,
            )  # fmt: skip
            done += chunk
            begun = begun or time.perf_counter()
            if seconds and time.perf_counter() - begun > seconds:
                break
        return self.found()

    def choose(self, view: State, p: int, iterations: int = 0, seconds: float = 0.0) -> int:
        """The move that was looked at most. The tree below it serves the next small decision of the same turn."""
        best = self.think(view, p, iterations, seconds)[0]
        after = copy(view)
        self.game.kernels.apply(after, p, best.action)
        self.next = None
        if best.node and after.news == view.news and p in self.game.pending(after):
            self.game.kernels.mask(after, p)
            self.next = best.node, data(self.game.settle(after))
        return best.action

    def plant(self, view: State) -> None:
        """An empty tree; or, when the last one leads here, the part of it that does."""
        tree, kept = self.room.tree, self.next
        self.next = None
        if kept and tree.used[0] < len(tree.first) // 2 and kept[1] == data(self.game.settle(view)):
            self.room.marks[-1] = kept[0]
        else:
            clear(tree)
            self.room.marks[-1] = ROOT

    def found(self) -> list[Found]:
        tree = self.room.tree
        moves = []
        move = int(tree.first[self.room.marks[-1]])
        while move:
            n = int(tree.visits[move])
            moves.append(Found(int(tree.action[move]), n, float(tree.total[move]) / n if n else 0.0, move))
            move = int(tree.after[move])
        return sorted(moves, key=lambda found: (-found.visits, -found.value, found.action))


class Team:
    """Several searches of one decision on as many threads, their trees added up at the root."""

    def __init__(self, game: Game, seed: str, threads: int, tuning: Mapping[str, float] | None = None) -> None:
        self.searches = [Search(game, f"{seed} {i}", tuning) for i in range(threads)]

    def think(self, view: State, p: int, iterations: int = 0, seconds: float = 0.0) -> list[Found]:
        """As Search.think; each search has the whole budget."""
        with ThreadPoolExecutor(len(self.searches)) as pool:
            parts = pool.map(lambda search: search.think(view, p, iterations, seconds), self.searches)
            return added_up([found for part in parts for found in part])


def added_up(parts: Sequence[Found]) -> list[Found]:
    """The same move of several trees as one."""
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for found in parts:
        visits[found.action] = visits.get(found.action, 0) + found.visits
        totals[found.action] = totals.get(found.action, 0.0) + found.visits * found.value
    moves = [Found(a, n, totals[a] / n if n else 0.0, ROOT) for a, n in visits.items()]
    return sorted(moves, key=lambda found: (-found.visits, -found.value, found.action))
