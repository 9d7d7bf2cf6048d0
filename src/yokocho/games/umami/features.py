"""Numbers for learning, from a masked state: progress, areas, own hand, each seat's Dishes, the looking one first."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.core.observing import Part, by_seat, observe_question, part_of, question_parts
from yokocho.core.record import NONE
from yokocho.games.umami import components as kit
from yokocho.games.umami import state
from yokocho.games.umami.dishes import in_dishes
from yokocho.games.umami.scoring import score
from yokocho.games.umami.state import DISH, DISHES, SEATS

QUESTIONS = state.LAST_TURN + 1  # kinds of question
DUE = 6
PHASES = state.OVER + 1
TRIGGERS = len(state.TRIGGERS)
LONG = 40  # rounds
RICH = 30  # points
MANY = DISHES * (DISH + 1)  # cards in all Dishes of a seat

OBSERVATION = [
    *question_parts(SEATS, QUESTIONS),
    Part("rounds, deck, Favorites deck; hand card due, area card due, may steal", DUE),
    Part("phase", PHASES),
    Part("why regular play ends", TRIGGERS),
    Part("whose turn", SEATS),
    Part("First Serving", SEATS),
    Part("card on its way", kit.FACES),
    Part("own hand", kit.FACES, high=kit.COPIES),
    Part("own secret Favorite", kit.FAVORITES),
    Part("Favorites declined for own Dishes", (DISHES, kit.FAVORITES)),
    Part("Ingredients area", kit.FACES, high=kit.COPIES),
    Part("Trash", kit.FACES, high=kit.COPIES),
    Part("Favorites area", kit.FAVORITES),
    Part("Favorites face down", kit.FAVORITES),
    *by_seat(
        SEATS,
        Part("points, cards in Dishes, cards in hand", 3),
        Part("Dishes", (DISHES, kit.FACES), high=kit.COPIES),
        Part("Favorites on Dishes", (DISHES, kit.FAVORITES)),
    ),
]


@kernel
def observe_table(s, me, out, k):
    """How far the game is, and what lies open for all."""
    out[k] = part_of(s.rounds, LONG)
    out[k + 1] = s.deck_size / kit.INGREDIENTS
    out[k + 2] = s.favorites_deck_size / kit.FAVORITES
    out[k + 3] = s.hand_due
    out[k + 4] = s.area_due
    out[k + 5] = s.may_steal
    k += DUE
    out[k + s.phase] = 1
    k += PHASES
    out[k + s.trigger] = 1
    k += TRIGGERS
    out[k + (s.active - me) % s.players] = 1
    k += SEATS
    out[k + (s.first - me) % s.players] = 1
    k += SEATS
    if s.moving != NONE:
        out[k + s.moving] = 1
    return k + kit.FACES


@kernel
def observe_own(s, p, out, k):
    """What only the looking seat knows, and what it declined (UM-R37)."""
    if p >= 0:
        for i in range(s.hand_size[p]):
            out[k + s.hand[p, i]] += 1
        if s.secret[p] != NONE:
            out[k + kit.FACES + s.secret[p]] = 1
        for d in range(DISHES):
            if s.refused[p, d] != 0:
                for f in range(kit.FAVORITES):
                    out[k + kit.FACES + (d + 1) * kit.FAVORITES + f] = s.refused[p, d] >> f & 1
    return k + kit.FACES + (DISHES + 1) * kit.FAVORITES


@kernel
def observe_areas(s, out, k):
    for i in range(s.area_size):
        out[k + s.area[i]] += 1
    k += kit.FACES
    for card in range(kit.FACES):
        out[k + card] = s.trash[card]
    k += kit.FACES
    for f in range(kit.FAVORITES):
        out[k + f] = s.whereabouts[f] == state.IN_AREA
        out[k + kit.FAVORITES + f] = s.turned >> f & 1
    return k + 2 * kit.FAVORITES


@kernel
def observe_seat(s, q, out, k):
    out[k] = part_of(score(s, q), RICH)
    out[k + 1] = in_dishes(s, q) / MANY
    out[k + 2] = s.hand_size[q] / state.HAND
    k += 3
    for d in range(DISHES):
        for j in range(s.dish_size[q, d]):
            out[k + s.dish[q, d, j]] += 1
        k += kit.FACES
    for d in range(DISHES):
        if s.favorite_on[q, d] != NONE:
            out[k + s.favorite_on[q, d]] = 1
        k += kit.FAVORITES
    return k


@kernel
def observe(s, p, out):
    me = max(p, 0)
    k = observe_question(s, p, SEATS, QUESTIONS, out)
    k = observe_table(s, me, out, k)
    k = observe_own(s, p, out, k)
    k = observe_areas(s, out, k)
    for i in range(s.players):
        k = observe_seat(s, (me + i) % s.players, out, k)
