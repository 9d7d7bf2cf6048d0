"""Why an action of Umami is not legal, and the rule that says so."""

from __future__ import annotations

from collections.abc import Callable

from yokocho.core.agenda import open_a, open_b, open_kind
from yokocho.core.record import NONE, State
from yokocho.games.umami import state
from yokocho.games.umami.claims import is_complete, matched, taste
from yokocho.games.umami.dishes import first_free, has_open_dish
from yokocho.games.umami.legal import has_target
from yokocho.games.umami.words import card_title, dish_number, favorite_title, question, steal_face

Reason = tuple[str, str]
FROM_HAND = (state.PLAY_HAND, state.STEAL_HAND)
STEALS = (state.STEAL_HAND, state.STEAL_AREA)


def why_not(s: State, p: int, a: int) -> Reason:
    """Why an action is not legal now, and the rule that says so."""
    kind = int(open_kind(s))
    if kind < 0:
        return "The game is over.", "UM-43"
    answers = state.ACTIONS.answers(a)
    if kind not in answers:
        if kind == state.LAST_TURN and state.ACTION in answers:
            return "There is no Steal and no Ingredients area in the final round.", "UM-40"
        said, _, number = question(s, p, str).rpartition(" ")
        return f"Now something else is asked: {said}", number
    return REASONS[kind](s, p, state.ACTIONS.verb[a].first, *state.ACTIONS.numbers[a])


def why_no_action(s: State, p: int, verb: int, x: int) -> Reason:
    from_hand = verb in FROM_HAND
    if not (s.hand_due if from_hand else s.area_due):
        return f"You have used the action with a card of {'your hand' if from_hand else 'the area'}.", "UM-9"
    card = steal_face(x) if verb in STEALS else x
    if card not in (s.hand[p].tolist() if from_hand else s.area.tolist()):
        where = "your hand" if from_hand else "the Ingredients area"
        return f"There is no {card_title(card)} in {where}.", "UM-9"
    if not s.may_steal:
        return "One Steal a turn.", "UM-10"
    if not has_target(s, p):
        return "Nobody has a card that could be stolen.", "UM-R7"
    return "A stolen card needs an unset Dish of yours.", "UM-R5"


def why_no_target(s: State, p: int, verb: int, victim: int, d: int, i: int) -> Reason:
    if victim == p:
        return "You steal from other players.", "UM-27"
    return "That Dish is Set, none of its cards can be stolen.", "UM-17"


def why_no_place(s: State, p: int, verb: int, d: int = NONE) -> Reason:
    if verb == state.PUT_NEW:
        if first_free(s, p) == NONE:
            return "You have five Dishes already.", "UM-12"
        return "A stolen card must join a Dish you have.", "UM-R5"
    if s.dish_size[p, d] == 0:
        return "There is no such Dish yet: start a new one.", "UM-R39"
    return "That Dish is Set, nothing can be added.", "UM-17"


def why_no_discard(s: State, p: int, verb: int, card: int) -> Reason:
    if card == open_b(s):
        return "The card just placed must stay.", "UM-R3"
    return f"There is no {card_title(card)} in Dish {dish_number(open_a(s))}.", "UM-13"


def why_no_claim(s: State, p: int, verb: int, d: int = NONE, f: int = NONE) -> Reason:
    if verb == state.DECLINE:
        return "A Dish that matches must win a Favorite.", "UM-R1"
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


def why_no_restock(s: State, p: int, verb: int, card: int = NONE) -> Reason:
    if verb == state.DECLINE:
        return "The Restock is compulsory.", "UM-R35"
    return "That card is not in the Ingredients area.", "UM-29"


def why_no_last_play(s: State, p: int, verb: int, card: int = NONE) -> Reason:
    if not (has_open_dish(s, p) or first_free(s, p) != NONE):
        return "All five of your Dishes are Set: there is no place for a card.", "UM-R26"
    return f"There is no {card_title(card)} in your hand.", "UM-40"


REASONS: dict[int, Callable[..., Reason]] = {
    state.ACTION: why_no_action,
    state.TAKE: why_no_target,
    state.PLACE: why_no_place,
    state.DISCARD: why_no_discard,
    state.CLAIM: why_no_claim,
    state.RESTOCK: why_no_restock,
    state.LAST_TURN: why_no_last_play,
}
