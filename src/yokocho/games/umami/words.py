"""What Umami says: notation, labels, questions, the log, and why something is not legal."""

from __future__ import annotations

import re
from collections.abc import Callable

from yokocho.core.agenda import open_a, open_b, open_kind
from yokocho.core.game import Words
from yokocho.core.record import NONE, State
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.claims import is_complete, matched, taste
from yokocho.games.umami.components import face, face_name, favorite, favorite_name
from yokocho.games.umami.dishes import first_free, has_open_dish, in_dishes, is_open
from yokocho.games.umami.legal import can_steal, has_target
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


def profile_of(s: State) -> str:
    return kit.PROFILES[s.options[state.NE_PROFILE]]


def fav(s: State, f: int) -> str:
    return favorite_name(f, profile_of(s))


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


def steal_card(number: int) -> str:
    return face_name(number * kit.ICONS + kit.STEAL)


def notation(s: State, p: int, a: int) -> str:
    if a < state.PLAY_AREA:
        return f"play {face_name(a - state.PLAY_HAND)}"
    if a < state.STEAL_HAND:
        return f"play {face_name(a - state.PLAY_AREA)} from area"
    if a < state.STEAL_AREA:
        return f"steal {steal_card(a - state.STEAL_HAND)}"
    if a < state.TAKE_CARD:
        return f"steal {steal_card(a - state.STEAL_AREA)} from area"
    if a < state.PUT:
        victim, d, i = target_of(a)
        return f"take {face_name(s.dish[victim, d, i])} from {victim}.{d}"
    if a < state.PUT_NEW:
        return f"put {a - state.PUT}"
    if a == state.PUT_NEW:
        return "put new"
    if a < state.CLAIM_IT:
        return f"discard {face_name(a - state.DISCARD_CARD)}"
    if a < state.DECLINE:
        return f"claim {(a - state.CLAIM_IT) // kit.FAVORITES} {fav(s, (a - state.CLAIM_IT) % kit.FAVORITES)}"
    if a == state.DECLINE:
        return "decline"
    if a < state.RESTOCK_DECK:
        return f"restock {face_name(a - state.RESTOCK_AREA)}"
    return "restock deck" if a == state.RESTOCK_DECK else "stop"


def steal_face(a: int) -> int:
    """The Steal card that such an action discards."""
    return ((a - state.STEAL_HAND) % kit.NUMBERS) * kit.ICONS + kit.STEAL


def target_of(a: int) -> tuple[int, int, int]:
    where, i = divmod(a - state.TAKE_CARD, state.DISH)
    return where // state.DISHES, where % state.DISHES, i


def slot(text: str) -> int:
    if text not in ("0", "1", "2", "3", "4"):
        raise ValueError(f"{text!r} is no Dish: slots are 0 to 4")
    return int(text)


def parse(s: State, p: int, text: str) -> int:
    words = text.split()
    match words:
        case ["play", card]:
            return state.PLAY_HAND + face(card)
        case ["play", card, "from", "area"]:
            return state.PLAY_AREA + face(card)
        case ["steal", card] | ["steal", card, "from", "area"]:
            if not card.endswith(kit.ICON_CODES[kit.STEAL]):
                raise ValueError(f"{card} has no Steal icon (UM-26)")
            return (state.STEAL_HAND if len(words) == 2 else state.STEAL_AREA) + face(card) // kit.ICONS
        case ["take", card, "from", where]:
            return parse_take(s, face(card), where)
        case ["put", "new"]:
            return state.PUT_NEW
        case ["put", where]:
            return state.PUT + slot(where)
        case ["discard", card]:
            return state.DISCARD_CARD + face(card)
        case ["claim", where, name]:
            return state.CLAIM_IT + slot(where) * kit.FAVORITES + favorite(name, profile_of(s))
        case ["decline"]:
            return state.DECLINE
        case ["restock", "deck"]:
            return state.RESTOCK_DECK
        case ["restock", card]:
            return state.RESTOCK_AREA + face(card)
        case ["stop"]:
            return state.STOP
    raise ValueError(f"{text!r} is no move of Umami")


def parse_take(s: State, card: int, where: str) -> int:
    """``1.0``, or ``1`` where the seat has the card in one open Dish only."""
    found = re.fullmatch(r"(\d)(?:\.(\d))?", where)
    if not found or int(found[1]) >= s.players:
        raise ValueError(f"{where!r} is no Dish of a player: write SEAT.SLOT, for instance 1.0")
    q = int(found[1])
    dishes = (
        [slot(found[2])]
        if found[2]
        else [d for d in range(state.DISHES) if is_open(s, q, d) and card in s.dish[q, d].tolist()]
    )
    places = [
        (d, i)
        for d in dishes
        for i in range(state.DISH)
        if s.dish[q, d, i] == card and (i == 0 or s.dish[q, d, i - 1] != card)
    ]
    if len(places) != 1:
        raise ValueError(f"there is {'more than one' if places else 'no'} {face_name(card)} at {where}")
    d, i = places[0]
    return state.TAKE_CARD + (q * state.DISHES + d) * state.DISH + i


def cards_of(s: State, q: int, d: int) -> str:
    return " ".join(face_name(card) for card in s.dish[q, d, : s.dish_size[q, d]])


def dish_words(s: State, q: int, d: int) -> str:
    """A Dish with its numbers, which tell the colours too."""
    numbers = ", ".join(str(card // kit.ICONS + 1) for card in s.dish[q, d, : s.dish_size[q, d]].tolist())
    return f"Dish {dish_number(d)} ({numbers})"


def label(s: State, p: int, a: int, name: Name) -> str:
    if a < state.STEAL_HAND:
        place = "your hand" if a < state.PLAY_AREA else "the Ingredients area"
        return f"Play {card_words((a - state.PLAY_HAND) % kit.FACES)} from {place}"
    if a < state.TAKE_CARD:
        place = "your hand" if a < state.STEAL_AREA else "the Ingredients area"
        return f"Steal: discard {card_words(steal_face(a))} from {place}"
    if a < state.PUT:
        q, d, i = target_of(a)
        return f"Take {card_words(int(s.dish[q, d, i]))} from {name(q)}'s {dish_words(s, q, d)}"
    if a < state.PUT_NEW:
        d = a - state.PUT
        full = ", then discard one" if s.dish_size[p, d] == state.DISH else ""
        return f"Put {card_words(int(s.moving))} on {dish_words(s, p, d)}{full}"
    if a == state.PUT_NEW:
        return f"Start a new Dish with {card_words(int(s.moving))}"
    if a < state.CLAIM_IT:
        return f"Discard {card_words(a - state.DISCARD_CARD)}"
    if a < state.DECLINE:
        d, f = divmod(a - state.CLAIM_IT, kit.FAVORITES)
        where = int(s.whereabouts[f])
        source = ""
        if where != state.IN_AREA:
            q = where // state.DISHES
            owner = "your own" if q == p else f"{name(q)}'s"
            source = f" from {owner} Dish {dish_number(where % state.DISHES)}"
        return f"Win {favorite_title(s, f)}{source} with {dish_words(s, p, d)}"
    if a == state.DECLINE:
        return "Decline"
    if a < state.RESTOCK_DECK:
        return f"Restock with {card_words(a - state.RESTOCK_AREA)} from the Ingredients area"
    return "Restock with the top card of the deck" if a == state.RESTOCK_DECK else "Stop: play no more cards"


def question(s: State, p: int, name: Name) -> str:
    kind = open_kind(s)
    if kind == state.ACTION:
        due = " and ".join(["hand"] * bool(s.hand_due) + ["area"] * bool(s.area_due))
        return f"Choose a card to play{' or to steal with' if can_steal(s, p) else ''} (still due: {due}). UM-9"
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


def narrate(s: State, name: Name) -> list[str]:
    return [sentence(s, [int(x) for x in row], name) for row in s.events[: s.events_size]]


def sentence(s: State, event: list[int], name: Name) -> str:
    message, a, b, c = event
    if message == state.PLAYED:
        return f"{name(a)} plays {card_words(b)} from {'hand' if c else 'the area'}"
    if message == state.STOLE:
        return f"{name(a)} discards {card_words(b)} from {'hand' if c else 'the area'} to steal"
    if message == state.TOOK:
        return f"{name(a)} takes {card_words(c)} from {name(b // state.DISHES)}'s Dish {dish_number(b % state.DISHES)}"
    if message == state.PUT_DOWN:
        return f"{name(a)} puts {card_words(c)} on Dish {dish_number(b)}"
    if message == state.THREW_OUT:
        return f"{name(a)} discards {card_words(c)} from Dish {dish_number(b)}"
    if message == state.WON:
        return f"{name(a)} wins {favorite_title(s, c)} with Dish {dish_number(b)}"
    if message == state.WON_FROM:
        loser = "their own" if a // state.DISHES == c // state.DISHES else f"{name(c // state.DISHES)}'s"
        ours, theirs = dish_number(a % state.DISHES), dish_number(c % state.DISHES)
        return f"{name(a // state.DISHES)} wins {favorite_title(s, b)} with Dish {ours} from {loser} Dish {theirs}"
    if message == state.DECLINED:
        return f"{name(a)} declines"
    if message == state.RESTOCKED:
        return f"{name(a)} restocks {card_words(b)} from the {'deck' if c else 'area'}"
    if message == state.REVEALED:
        if a:
            return f"The Favorites area gets {favorite_title(s, b)}"
        return f"The Ingredients area gets {card_words(b)}"
    if message == state.DREW:
        return f"{name(a)} draws {b}"
    if message == state.RESHUFFLED:
        return f"The Trash is shuffled into a new deck of {a}"
    if message == state.TRIGGERED:
        cause = {
            state.LAST_FAVORITE: "The last Favorite is taken",
            state.MANY_INGREDIENTS: f"{name(b)} has enough Ingredients in Dishes",
            state.ROUND_CAP: "The cap on rounds is reached",
        }[a]
        return f"{cause}: regular play ends with this round"
    if message == state.PHASE:
        return "Secret Favorite Phase: claimed Favorites are turned down, the Ingredients area is discarded"
    if message == state.SHOWED_SECRET:
        return f"{name(a)} reveals the secret Favorite {favorite_title(s, b)}"
    if message == state.STOPPED:
        return f"{name(a)} stops"
    if message == state.TURN:
        return f"{name(a)}'s turn, round {b}"
    if message == state.ENDED:
        return "The fest is over"
    raise ValueError(f"no words for event {message}")


def why_not(s: State, p: int, a: int) -> tuple[str, str]:
    """Why an action is not legal now, and the rule that says so."""
    kind = open_kind(s)
    if kind < 0:
        return "The game is over.", "UM-43"
    wanted = kind_of(a)
    if kind not in wanted:
        if a < state.TAKE_CARD and kind == state.LAST_TURN:
            return "There is no Steal and no Ingredients area in the final round.", "UM-40"
        said, _, number = question(s, p, str).rpartition(" ")
        return f"Now something else is asked: {said}", number
    if kind == state.ACTION:
        return why_no_action(s, p, a)
    if kind == state.TAKE:
        q, _, _ = target_of(a)
        if q == p:
            return "You steal from other players.", "UM-27"
        return "That Dish is Set, none of its cards can be stolen.", "UM-17"
    if kind == state.PLACE:
        return why_no_place(s, p, a)
    if kind == state.DISCARD:
        card = a - state.DISCARD_CARD
        if card == open_b(s):
            return "The card just placed must stay.", "UM-R3"
        return f"There is no {card_title(card)} in Dish {dish_number(open_a(s))}.", "UM-13"
    if kind == state.CLAIM:
        return why_no_claim(s, p, a)
    if kind == state.RESTOCK:
        if a == state.DECLINE:
            return "The Restock is compulsory.", "UM-R35"
        return "That card is not in the Ingredients area.", "UM-29"
    if not (has_open_dish(s, p) or first_free(s, p) != NONE):
        return "All five of your Dishes are Set: there is no place for a card.", "UM-R26"
    return f"There is no {card_title(a - state.PLAY_HAND)} in your hand.", "UM-40"


def kind_of(a: int) -> tuple[int, ...]:
    """The questions an action can answer."""
    for limit, kinds in (
        (state.PLAY_AREA, (state.ACTION, state.LAST_TURN)),
        (state.TAKE_CARD, (state.ACTION,)),
        (state.PUT, (state.TAKE,)),
        (state.DISCARD_CARD, (state.PLACE,)),
        (state.CLAIM_IT, (state.DISCARD,)),
        (state.DECLINE, (state.CLAIM,)),
        (state.RESTOCK_AREA, (state.CLAIM, state.RESTOCK)),
        (state.STOP, (state.RESTOCK,)),
    ):
        if a < limit:
            return kinds
    return (state.LAST_TURN,)


def why_no_action(s: State, p: int, a: int) -> tuple[str, str]:
    from_hand = a < state.PLAY_AREA or state.STEAL_HAND <= a < state.STEAL_AREA
    if not (s.hand_due if from_hand else s.area_due):
        return f"You have used the action with a card of {'your hand' if from_hand else 'the area'}.", "UM-9"
    card = (a - state.PLAY_HAND) % kit.FACES if a < state.STEAL_HAND else steal_face(a)
    if card not in (s.hand[p].tolist() if from_hand else s.area.tolist()):
        where = "your hand" if from_hand else "the Ingredients area"
        return f"There is no {card_title(card)} in {where}.", "UM-9"
    if not s.may_steal:
        return "One Steal a turn.", "UM-10"
    if not has_target(s, p):
        return "Nobody has a card that could be stolen.", "UM-R7"
    return "A stolen card needs an unset Dish of yours.", "UM-R5"


def why_no_place(s: State, p: int, a: int) -> tuple[str, str]:
    if a == state.PUT_NEW:
        if first_free(s, p) == NONE:
            return "You have five Dishes already.", "UM-12"
        return "A stolen card must join a Dish you have.", "UM-R5"
    if s.dish_size[p, a - state.PUT] == 0:
        return "There is no such Dish yet: start a new one.", "UM-R39"
    return "That Dish is Set, nothing can be added.", "UM-17"


def why_no_claim(s: State, p: int, a: int) -> tuple[str, str]:
    if a == state.DECLINE:
        return "A Dish that matches must win a Favorite.", "UM-R1"
    d, f = divmod(a - state.CLAIM_IT, kit.FAVORITES)
    if not is_complete(s, p, d):
        return f"Dish {dish_number(d)} is not an unset Dish of three cards.", "UM-5"
    if not matched(s, p, d) >> f & 1:
        return f"Dish {dish_number(d)} does not match {favorite_title(s, f)}.", "UM-6"
    if s.whereabouts[f] == state.UNSEEN:
        return f"The Favorite {favorite_title(s, f)} is not on the table.", "UM-16"
    if s.turned >> f & 1:
        return f"The Favorite {favorite_title(s, f)} lies face down and stays where it is.", "UM-36"
    where = int(s.whereabouts[f])
    if where == state.IN_AREA or taste(s, p, d, f) > taste(s, where // state.DISHES, where % state.DISHES, f):
        if s.refused[p, d] >> f & 1:
            said = f"You declined {favorite_title(s, f)} for Dish {dish_number(d)}"
            return f"{said}; that holds until one of them changes.", "UM-R37"
        return "A Favorite does not move between your own Dishes.", "UM-R2"
    return f"Dish {dish_number(d)} is not tastier than the one that has {favorite_title(s, f)}.", "UM-18"


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


WORDS = Words(
    notation=notation,
    narrate=narrate,
    questions=QUESTIONS,
    steps=STEPS,
    parse=parse,
    label=label,
    question=question,
    why_not=why_not,
    summary=summary,
    heading=heading,
)
