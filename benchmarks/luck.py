"""Is luck nothing in the mean, and does skill rank the levels? Plays matches of bots in rotating seats and tells what
made up the results of each bot: python benchmarks/luck.py wok_and_roll apprentice,cook,search:100 --matches 100
"""

from __future__ import annotations

import argparse
from collections import defaultdict

from yokocho import catalog
from yokocho.bots import seats
from yokocho.core.match import Match
from yokocho.review.luck import Parts, apart, mean

PARTS = ("start", "own", "others", "luck", "result")


def played(game: str, bots: list[str], shift: int, seed: str) -> Match:
    match = Match(catalog.game(game), len(bots), None, seed)
    players = [seats.bot(bots[(p + shift) % len(bots)], match.game, f"{seed} {p}") for p in range(len(bots))]
    while not match.over:
        p = match.actor()
        match.play(p, players[p](match.view(p), p), when=0)
    return match


def main() -> None:
    made = argparse.ArgumentParser(description=__doc__)
    made.add_argument("game")
    made.add_argument("bots", help="one for each seat, with commas")
    made.add_argument("--matches", type=int, default=100)
    made.add_argument("--samples", type=int, default=48, help="of each decision (default %(default)s)")
    wanted = made.parse_args()
    bots = seats.listed(wanted.bots)
    found = defaultdict[str, list[Parts]](list)
    for i in range(wanted.matches):
        for p, parts in enumerate(apart(played(wanted.game, bots, i, f"luck {i}"), wanted.samples)):
            found[bots[(p + i) % len(bots)]].append(parts)
    for bot, rows in found.items():
        means = [mean([getattr(row, part) for row in rows]) for part in PARTS]
        told = ", ".join(f"{part} {value:+.1%} ± {error:.1%}" for part, (value, error) in zip(PARTS, means))
        print(f"{bot}: {told}")


if __name__ == "__main__":
    main()
