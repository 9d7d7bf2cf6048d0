"""Final scoring and places (YA-88 to YA-98)."""

from __future__ import annotations

from yokocho.core.kernel import kernel
from yokocho.games.yatta import components as kit
from yokocho.games.yatta.reputation import customers_on_board, figures_on_board
from yokocho.games.yatta.stall import in_box


@kernel
def dish_majorities(s, p):
    """YA-88 YA-R37: of each colour the strictly most dishes in the sink bring as many VP; a tie brings nothing."""
    n = 0
    for c in range(kit.COLOURS):
        most = s.sink[p, c]
        for q in range(s.players):
            if q != p and s.sink[q, c] >= most:
                most = 0
        n += most
    return n


@kernel
def customer_majorities(s, p):
    """YA-89 YA-90 YA-R37: likewise the customers on the reputation board; tourists have no colour."""
    n = 0
    for c in range(kit.COLOURS):
        most = customers_on_board(s, p, c)
        for q in range(s.players):
            if most > 0 and q != p and customers_on_board(s, q, c) >= most:
                most = 0
        n += most
    return n


@kernel
def review_points(s, p):
    """YA-93: each marker's column, positive or negative."""
    n = 0
    for r in range(kit.REVIEWS):
        n += kit.REVIEW_VP[s.review[p, r]]
    return n


@kernel
def token_points(s, p):
    """YA-83 YA-94: unused tokens. Backs that differ within a kind are not known before they are turned over."""
    n = int(s.backs[p])
    for k in range(kit.TOKENS):
        if not kit.IS_VARIED[k]:
            n += kit.BACK_VP[k, 0] * s.held[p, k]
    return n


@kernel
def score(s, p):
    """YA-95: as if it were scored now. YA-92: what was not served counts nothing. YA-R30: there is no limit to VP."""
    return s.vp[p] + dish_majorities(s, p) + customer_majorities(s, p) + review_points(s, p) + token_points(s, p)


@kernel
def standing(s, p):
    """YA-96 YA-97: score, then most figures on the board, fewest bottles in the box, fewest dishes in the queue; every
    place is ordered so, and who is still tied shares it (YA-98).
    """
    return ((score(s, p) * 64 + figures_on_board(s, p)) * 16 - in_box(s, p)) * 16 - s.dish_size[p]
