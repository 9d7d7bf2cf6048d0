"""A bot for every game, in plain Python (docs/bots.md, "Your own bot"). It knows no rules: it tries each legal move a
few times, each time followed by some random moves, and plays the one after which it leads by most.
"""

import json
import random
import sys

MOVES = 30  # random moves after the one it tries
TRIALS = 64  # of all its moves together
FEWEST, MOST = 2, 12  # of each of them


def answered(message):
    print(json.dumps(message), flush=True)
    return json.loads(sys.stdin.readline())


def lead(points, seat):
    """How far a seat is ahead of the best of the others."""
    return points[seat] - max(points[:seat] + points[seat + 1 :], default=0)


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        chance = random.Random(message["seed"])
        continue
    seat, legal = message["seat"], message["legal"]
    times = min(max(TRIALS // len(legal), FEWEST), MOST)
    tried = answered({"try": legal, "moves": MOVES, "times": times})["tried"]
    leads = {move: sum(lead(points, seat) for points in tried[move]) for move in legal}
    best = [move for move in legal if leads[move] == max(leads.values())]
    print(json.dumps({"choice": chance.choice(best)}), flush=True)
