"""A bot in plain Python: JSON lines in, JSON lines out (docs/bots.md, "Your own bot").

It knows a little of Umami. In any other game it likes some words better than others, and pays little.
"""

import json
import random
import sys

EAGER = "serve cook bonus do offer".split()
LOATH = "reroll done hire recall pass ignore".split()


def matches(dish, favorite):
    """Umami: would these three cards win this Favorite? It is written RRY≠-L, or +2-H."""
    numbers = sorted(int(card[0]) for card in dish)
    if favorite.startswith("+"):
        return numbers == [numbers[0] + i * int(favorite[1]) for i in range(3)]
    colors = ["GYR"[(number - 1) // 3] for number in numbers]
    return sorted(colors) == sorted(favorite[:3]) and ("≠" not in favorite or len(set(numbers)) == 3)


def hope(dish, favorites):
    """Umami: what a Dish brings: points if it wins a Favorite, else a share of them for each number that would help."""
    points = 1 + sum("*" in card for card in dish)
    if len(dish) < 2:
        return points * len(dish) / 9
    if len(dish) == 2:
        return points * sum(hope([*dish, f"{number}b"], favorites) > 0 for number in range(1, 10)) / 9
    return points * any(matches(dish, favorite) for favorite in favorites)


def umami(view, seat, verb, rest):
    """Umami: what a card adds to the best place for it."""
    own = view["seats"][seat]
    favorites = view["favorites"]["area"].split() + [own["secret"]] * bool(own["secret"])
    dishes = [(dish or "").split() for dish in own["dishes"]]
    card = view["moving"] if verb == "put" else rest.split()[0]
    places = [dishes[int(rest)]] if rest.isdigit() else [[]] if rest == "new" else dishes
    return max((hope([*d, card], favorites) - hope(d, favorites) for d in places if len(d) < 3), default=-1)


def worth(game, view, seat, notation):
    verb, _, rest = notation.partition(" ")
    if game == "umami" and verb in ("play", "put", "take", "restock") and rest != "deck":
        return umami(view, seat, verb, rest)
    price = int(rest) / 10 if verb in ("bid", "pay") and rest.isdigit() else 0
    return (verb in EAGER) - (verb in LOATH) - price


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        game, chance = message["game"], random.Random(message["seed"])
    else:
        worths = {move: worth(game, message["view"], message["seat"], move) for move in message["legal"]}
        best = [move for move in worths if worths[move] == max(worths.values())]
        print(json.dumps({"choice": chance.choice(best)}), flush=True)
