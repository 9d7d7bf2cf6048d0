"""What Umami says: labels, questions, the log."""

from __future__ import annotations

from collections.abc import Callable

from yokocho.core.agenda import open_a, open_kind
from yokocho.core.game import Sentence
from yokocho.core.happenings import Happening, happens
from yokocho.core.record import NONE, State
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.components import face_name
from yokocho.games.umami.dishes import in_dishes
from yokocho.games.umami.legal import can_steal
from yokocho.games.umami.notation import fav, profile_of
from yokocho.games.umami.scoring import score

Name = Callable[[int], str]

QUESTIONS = {
    state.ACTION: "action",
    state.TAKE: "take",
    state.PLACE: "place",
    state.DISCARD: "discard",
    state.CLAIM: "claim",
    state.RESTOCK: "restock",
    state.LAST_TURN: "final",
}
STEPS = {
    state.CLAIMS: "claims",
    state.REFILL: "refill",
    state.REVEAL: "reveal",
    state.REFILL_HAND: "hand",
    state.NEXT_TURN: "next",
    state.NEXT_LAST_TURN: "last",
}
ICON_WORDS = ("Star", "Blossom", "Steal")
COLOR_WORDS = ("green", "yellow", "red")
ENDINGS = (
    "regular play goes on",
    "the last Favorite left its area (UM-33)",
    "a player had enough Ingredients in Dishes (UM-34)",
    "the cap on rounds was reached (UM-R32)",
)


def card_title(card: int) -> str:
    return f"{card // kit.ICONS + 1} {ICON_WORDS[card % kit.ICONS]}"


def card_words(card: int) -> str:
    """A card for a sentence: ``the 7 Star``."""
    return f"the {card_title(card)}" if card >= 0 else "a card"


def dish_number(d: int) -> int:
    """People count Dishes from one; notation names the slots, from zero."""
    return d + 1


def favorite_title(s: State, f: int) -> str:
    """A Favorite for a sentence, as it is printed: ``red≠red-yellow low``."""
    if f < 0:
        return "a Favorite"
    card, profile = kit.CARDS[f], profile_of(s)
    shows = card.pattern
    if not shows.startswith("+"):
        one, two, three = (COLOR_WORDS[kit.COLOR_CODES.index(code)] for code in shows)
        shows = f"{one}{'≠' if card.has_sign(profile) else '-'}{two}-{three}"
    return f"{shows} {'high' if card.high else 'low'}"


def steal_face(i: int) -> int:
    """The Steal card of an action: the part counts from 0."""
    return i * kit.ICONS + kit.STEAL


def cards_of(s: State, q: int, d: int) -> str:
    return " ".join(face_name(card) for card in s.dish[q, d, : s.dish_size[q, d]])


def dish_words(s: State, q: int, d: int) -> str:
    """A Dish with its numbers, which tell the colours too."""
    numbers = ", ".join(str(card // kit.ICONS + 1) for card in s.dish[q, d, : s.dish_size[q, d]].tolist())
    return f"Dish {dish_number(d)} ({numbers})"


def label_put(s: State, p: int, name: Name, d: int) -> str:
    full = ", then discard one" if s.dish_size[p, d] == state.DISH else ""
    return f"Put {card_words(int(s.moving))} on {dish_words(s, p, d)}{full}"


def label_claim(s: State, p: int, name: Name, d: int, f: int) -> str:
    where = int(s.whereabouts[f])
    source = ""
    if where != state.IN_AREA:
        q = where // state.DISHES
        owner = "your own" if q == p else f"{name(q)}'s"
        source = f" from {owner} Dish {dish_number(where % state.DISHES)}"
    return f"Win {favorite_title(s, f)}{source} with {dish_words(s, p, d)}"


def label_take(s: State, p: int, name: Name, q: int, d: int, i: int) -> str:
    return f"Take {card_words(int(s.dish[q, d, i]))} from {name(q)}'s {dish_words(s, q, d)}"


LABELS: dict[int, Callable[..., str]] = {
    state.PLAY_HAND: lambda s, p, name, card: f"Play {card_words(card)} from your hand",
    state.PLAY_AREA: lambda s, p, name, card: f"Play {card_words(card)} from the Ingredients area",
    state.STEAL_HAND: lambda s, p, name, n: f"Steal: discard {card_words(steal_face(n))} from your hand",
    state.STEAL_AREA: lambda s, p, name, n: f"Steal: discard {card_words(steal_face(n))} from the Ingredients area",
    state.TAKE_CARD: label_take,
    state.PUT: label_put,
    state.PUT_NEW: lambda s, p, name: f"Start a new Dish with {card_words(int(s.moving))}",
    state.DISCARD_CARD: lambda s, p, name, card: f"Discard {card_words(card)}",
    state.CLAIM_IT: label_claim,
    state.DECLINE: lambda s, p, name: "Decline",
    state.RESTOCK_AREA: lambda s, p, name, card: f"Restock with {card_words(card)} from the Ingredients area",
    state.RESTOCK_DECK: lambda s, p, name: "Restock with the top card of the deck",
    state.STOP: lambda s, p, name: "Stop: play no more cards",
}


def question(s: State, p: int, name: Name) -> str:
    kind = open_kind(s)
    if kind == state.ACTION:
        where = " or ".join(["your hand"] * bool(s.hand_due) + ["the Ingredients area"] * bool(s.area_due))
        first = "First play" if s.hand_due and s.area_due else "Play"
        return f"{first} a card from {where}{', or steal with one' if can_steal(s, p) else ''}. UM-9"
    if kind == state.TAKE:
        return "Choose a card to steal from another player's unset Dish. UM-27"
    if kind == state.PLACE:
        return f"Choose a Dish for {card_words(int(s.moving))}. UM-11"
    if kind == state.DISCARD:
        return f"Dish {dish_number(open_a(s))} has four cards: discard one. UM-13"
    if kind == state.CLAIM:
        return "Choose a Favorite to win. UM-22"
    if kind == state.RESTOCK:
        return "You were robbed: choose a card to restock. UM-29"
    if kind == state.LAST_TURN:
        return "Final turn: play a hand card, or stop. UM-40"
    return "The fest is over."


def tell_took(s: State, name: Name, p: int, place: int, card: int) -> str:
    q, d = divmod(place, state.DISHES)
    return f"{name(p)} takes {card_words(card)} from {name(q)}'s Dish {dish_number(d)}"


def tell_won_from(s: State, name: Name, winner: int, f: int, loser: int) -> str:
    (p, d), (q, e) = divmod(winner, state.DISHES), divmod(loser, state.DISHES)
    whose = "their own" if p == q else f"{name(q)}'s"
    return f"{name(p)} wins {favorite_title(s, f)} with Dish {dish_number(d)} from {whose} Dish {dish_number(e)}"


def tell_revealed(s: State, name: Name, is_favorite: int, card: int, _: int) -> str:
    if is_favorite:
        return f"The Favorites area gets {favorite_title(s, card)}"
    return f"The Ingredients area gets {card_words(card)}"


def tell_trigger(s: State, name: Name, trigger: int, p: int, _: int) -> str:
    cause = {
        state.LAST_FAVORITE: "The last Favorite is taken",
        state.MANY_INGREDIENTS: f"{name(p)} has enough Ingredients in Dishes",
        state.ROUND_CAP: "The cap on rounds is reached",
    }[trigger]
    return f"{cause}: regular play ends with this round"


def source_words(from_hand: int) -> str:
    return "hand" if from_hand else "the area"


TOLD: dict[int, Sentence] = {
    state.PLAYED: lambda s, name, p, card, hand: f"{name(p)} plays {card_words(card)} from {source_words(hand)}",
    state.STOLE: lambda s, name, p, card, hand: (
        f"{name(p)} discards {card_words(card)} from {source_words(hand)} to steal"
    ),
    state.TOOK: tell_took,
    state.PUT_DOWN: lambda s, name, p, d, card: f"{name(p)} puts {card_words(card)} on Dish {dish_number(d)}",
    state.THREW_OUT: lambda s, name, p, d, card: f"{name(p)} discards {card_words(card)} from Dish {dish_number(d)}",
    state.WON: lambda s, name, p, d, f: f"{name(p)} wins {favorite_title(s, f)} with Dish {dish_number(d)}",
    state.WON_FROM: tell_won_from,
    state.DECLINED: "{0:seat} declines",
    state.RESTOCKED: lambda s, name, p, card, deck: (
        f"{name(p)} restocks {card_words(card)} from the {'deck' if deck else 'area'}"
    ),
    state.REVEALED: tell_revealed,
    state.DREW: "{0:seat} draws {1}",
    state.RESHUFFLED: "The Trash is shuffled into a new deck of {0}",
    state.TRIGGERED: tell_trigger,
    state.PHASE: "Secret Favorite Phase: claimed Favorites are turned down, the Ingredients area is discarded",
    state.SHOWED_SECRET: lambda s, name, p, f, _: f"{name(p)} reveals the secret Favorite {favorite_title(s, f)}",
    state.STOPPED: "{0:seat} stops",
    state.TURN: "{0:seat}'s turn, round {1}",
    state.ENDED: "The fest is over",
}
EVENTS = {
    state.PLAYED: "played",
    state.STOLE: "stole",
    state.TOOK: "took",
    state.PUT_DOWN: "put-down",
    state.THREW_OUT: "threw-out",
    state.WON: "won",
    state.WON_FROM: "won-from",
    state.DECLINED: "declined",
    state.RESTOCKED: "restocked",
    state.REVEALED: "revealed",
    state.DREW: "drew",
    state.RESHUFFLED: "reshuffled",
    state.TRIGGERED: "triggered",
    state.PHASE: "phase",
    state.SHOWED_SECRET: "showed-secret",
    state.STOPPED: "stopped",
    state.TURN: "turn",
    state.ENDED: "ended",
}


def happens_took(s: State, p: int, place: int, card: int) -> list[Happening]:
    """UM-27: a card of somebody's Dish is on its way to the thief."""
    q, d = divmod(place, state.DISHES)
    return [Happening("taken", p, "moving", tone="good"), Happening("taken", q, f"dish:{q}.{d}", tone="costly")]


def happens_won_from(s: State, winner: int, f: int, loser: int) -> list[Happening]:
    """UM-18: a Favorite goes from one Dish to another."""
    (p, d), (q, e) = divmod(winner, state.DISHES), divmod(loser, state.DISHES)
    won = Happening("claimed", p, f"dish:{p}.{d}", [f"favorite:{f}"], "good")
    return [won] if p == q else [won, Happening("lost", q, f"dish:{q}.{e}", tone="costly")]


def happens_revealed(s: State, is_favorite: int, card: int, _: int) -> list[Happening]:
    if is_favorite:
        return [Happening("drawn", zone="favorites", pieces=[f"favorite:{card}"])]
    return [Happening("drawn", zone="area")]


HAPPENS = {
    state.PLAYED: happens("moved", "moving"),
    state.STOLE: happens("moved", "trash"),
    state.TOOK: happens_took,
    state.PUT_DOWN: happens("moved", "dish:{0}.{1}"),
    state.THREW_OUT: happens("moved", "trash"),
    state.WON: happens("claimed", "dish:{0}.{1}", "favorite:{2}", tone="good"),
    state.WON_FROM: happens_won_from,
    state.DECLINED: happens("passed"),
    state.RESTOCKED: happens("drawn", "moving"),
    state.REVEALED: happens_revealed,
    state.DREW: happens("drawn", "hand:{0}"),
    state.RESHUFFLED: happens("moved", "deck", seat=None),
    state.PHASE: happens("last", seat=None),
    state.SHOWED_SECRET: happens("drawn", "more", "favorite:{1}"),
    state.STOPPED: happens("passed"),
}


def heading(s: State) -> str:
    if s.phase == state.OVER:
        return "Umami, over"
    if s.phase == state.FINAL:
        return "Umami, final round"
    return f"Umami, round {s.rounds}" + (", the last one" if s.trigger != state.UNTRIGGERED else "")


def favorite_words(f: int, profile: str) -> str:
    """A Favorite for a tooltip."""
    card = kit.CARDS[f]
    if card.pattern.startswith("+"):
        shows = "three numbers in a row" if card.pattern == "+1" else "three numbers with single gaps"
    else:
        shows = ", ".join(COLOR_WORDS[kit.COLOR_CODES.index(code)] for code in card.pattern)
        if card.has_sign(profile):
            shows += f", the two {COLOR_WORDS[kit.COLOR_CODES.index(card.pattern[0])]} ones different"
    return f"{shows}; prefers a {'high' if card.high else 'low'} sum"


def summary(s: State, p: int) -> str:
    """The seat's own view in a line: points, hand, secret, Dishes."""
    dishes = []
    for d in range(state.DISHES):
        if s.dish_size[p, d]:
            f = int(s.favorite_on[p, d])
            dishes.append(
                cards_of(s, p, d) + (f" = {fav(s, f)}{' down' if s.turned >> f & 1 else ''}" if f != NONE else "")
            )
    hand = " ".join(face_name(card) for card in s.hand[p, : s.hand_size[p]])
    secret = f" secret {fav(s, int(s.secret[p]))}" if s.secret[p] != NONE else ""
    points = f"{score(s, p)} points, {in_dishes(s, p)} in Dishes"
    return f"{points}, hand [{hand}]{secret}, Dishes {' / '.join(dishes) or 'none'}"
