"""Learns a game for two by playing itself (PPO), on a laptop. Needs NumPy only. The policy begins as that of the greedy
bot: what the net thinks of an action is added to the game's own advice.

    python examples/selfplay.py yatta --minutes 15

docs/research.md explains it and shows its learning curve.
"""

import argparse
import time

import numpy as np

from yokocho import advice, bot, catalog
from yokocho.research import Batch
from yokocho.research.table import Table

MATCHES, STEPS, HIDDEN, PART, FINAL = 512, 64, 256, 4096, 1000
CLIP, LAMBDA, ENTROPY, RATE = 0.2, 0.95, 0.002, 1e-3
MARGIN = 0.5 / 20  # what a point more than the other's is worth, besides winning
TRUST = 3.0  # in the game's own advice: a point of advice is worth so much to the policy at first


class Net:
    """A layer of rectified units, and on it a policy over all actions and the value for who decides."""

    def __init__(self, features, actions, seed=0):
        chance = np.random.default_rng(seed)
        scale = np.sqrt(2 / np.array([40, HIDDEN, HIDDEN]))  # about 40 inputs are not zero
        shapes = [(features, HIDDEN), (HIDDEN, actions), (HIDDEN, 1)]
        self.w = [chance.normal(0, s, shape).astype(np.float32) for s, shape in zip(scale * [1, 0.01, 0.1], shapes)]
        self.w += [np.zeros(shape[1], np.float32) for shape in shapes]
        self.m, self.v = ([np.zeros_like(w) for w in self.w] for _ in range(2))
        self.steps = 0

    def __call__(self, seen, legal, advised):
        """Hidden units, logarithms of the chances, values."""
        hidden = np.maximum(seen @ self.w[0] + self.w[3], 0)
        worth = np.where(legal, hidden @ self.w[1] + self.w[4] + TRUST * advised, -1e9)
        worth -= worth.max(axis=1, keepdims=True)
        worth -= np.log(np.exp(worth).sum(axis=1, keepdims=True))
        return hidden, worth, (hidden @ self.w[2] + self.w[5])[:, 0]

    def learn(self, seen, hidden, to_policy, to_value, rate):
        """One step of Adam down these gradients of policy and value."""
        to_policy, to_value = to_policy / len(seen), to_value[:, None] / len(seen)
        to_hidden = (to_policy @ self.w[1].T + to_value @ self.w[2].T) * (hidden > 0)
        found = [seen.T @ to_hidden, hidden.T @ to_policy, hidden.T @ to_value]
        found += [part.sum(axis=0) for part in (to_hidden, to_policy, to_value)]
        size = min(1.0, 0.5 / np.sqrt(sum((g * g).sum() for g in found)))
        self.steps += 1
        for w, m, v, g in zip(self.w, self.m, self.v, found):
            m += 0.1 * (g * size - m)
            v += 0.001 * (np.square(g * size) - v)
            step = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
            w -= (step * m / (np.sqrt(v) + 1e-8)).astype(np.float32)


def play(net, batch, chance):
    """Some steps of all matches by the net, and how much better than expected each action turned out (GAE)."""
    rows, n = [], np.arange(batch.n)
    for _ in range(STEPS):
        seen, legal, advised = batch.observations.copy(), batch.legal > 0, batch.advice.copy()
        actor, (_, chances, value) = batch.actors.copy(), net(seen, legal, advised)
        action = (chances + chance.gumbel(size=chances.shape).astype(np.float32)).argmax(axis=1)
        batch.step(action)
        rows.append(
            (seen, legal, advised, action, chances[n, action], value, actor, batch.rewards[n, actor], batch.ended)
        )
    seen, legal, advised, action, chances, value, actor, reward, ended = (np.array(column) for column in zip(*rows))
    following, who = net(batch.observations, batch.legal > 0, batch.advice)[2], batch.actors
    gain, better = np.zeros_like(value), np.zeros(batch.n, np.float32)
    for t in reversed(range(STEPS)):
        sign = np.where(ended[t], 0, np.where(who == actor[t], 1, -1))  # one seat's gain is the other's loss
        better = reward[t] + sign * (following + LAMBDA * better) - value[t]
        gain[t], following, who = better, value[t], actor[t]
    return [
        column.reshape(-1, *column.shape[2:]) for column in (seen, legal, advised, action, chances, gain, gain + value)
    ]


def improve(net, kept, chance, rate):
    """PPO: one pass over what was played."""
    seen, legal, advised, action, before, gain, aim = kept
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for part in np.array_split(chance.permutation(len(seen)), len(seen) // PART):
        hidden, chances, value = net(seen[part], legal[part], advised[part])
        rows, done = np.arange(len(part)), action[part]
        ratio = np.exp(chances[rows, done] - before[part])
        useful = np.where(gain[part] > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        p = np.exp(chances)
        entropy = -(p * np.where(legal[part], chances, 0)).sum(axis=1, keepdims=True)
        push = (useful * gain[part] * ratio)[:, None]
        to_policy = push * p + ENTROPY * p * np.where(legal[part], chances + entropy, 0)
        to_policy[rows, done] -= push[:, 0]
        net.learn(seen[part], hidden, to_policy, 0.5 * (value - aim[part]), rate)


def measure(net, game, matches, seed="measure"):
    """The share of wins against the greedy bot: each deal twice, once from either seat."""
    table, won = Table(game, 2), 0.0
    for i in range(matches):
        table.deal(f"{seed} {i // 2}")
        greedy = bot("greedy", game, f"{seed} {i}")
        while (p := table.actor()) >= 0:
            if p != i % 2:
                table.play(p, greedy(game.view(table.s, p), p))
                continue
            advised, legal = np.zeros((1, game.actions), np.float32), np.zeros((1, game.actions), bool)
            legal[0, table.legal(p)] = True
            for a, worth in advice(game, game.view(table.s, p), p):
                advised[0, a] = worth
            table.play(p, int(net(table.observe(p)[None], legal, advised)[1].argmax()))
        won += table.rewards()[i % 2] / 2 + 0.5
    return won / matches


def main():
    asked = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    asked.add_argument("game", nargs="?", default="yatta")
    asked.add_argument("--minutes", type=float, default=15)
    asked = asked.parse_args()
    game, begun, chance = catalog.game(asked.game), time.time(), np.random.default_rng(0)
    batch = Batch(game, MATCHES, 2, seed="selfplay", threads=2, skip_forced=True, advising=True)
    net, played, told = Net(batch.features, game.actions), 0, 0.0
    while (part := (time.time() - begun) / asked.minutes / 60) < 1:
        if part >= told:
            share = measure(net, game, 200, "on the way")
            print(f"{time.time() - begun:5.0f} s  {played:9,} decisions  {share:.3f} against greedy", flush=True)
            told += 0.1
        improve(net, play(net, batch, chance), chance, RATE * max(0.05, 1 - part))
        played += MATCHES * STEPS
    share = measure(net, game, FINAL)
    print(f"{share:.3f} of {FINAL:,} matches against greedy, after {played:,} decisions of its own")


if __name__ == "__main__":
    main()
