"""What the table is waiting for, as rows of small ints in the state.

The agenda is a stack of pending decisions. A row asks one or several seats a question or, without a seat, is a step
that the table takes by itself. The last row is open, the others wait. ``then`` pushes rows, given in reading order, so
that interruptions nest without special code.
"""

from __future__ import annotations

import numpy as np

from yokocho.core.kernel import kernel
from yokocho.core.record import AGENDA, EVENTS

# Flags in the same column as the bits of the seats
ASIDE = 1 << 10  # the row below may be answered too
ALONE = 1 << 11  # the seats answer independently: the order of their answers does not matter


@kernel
def ask(kind, p, a=0, b=0):
    """A question to one seat."""
    return (np.int64(kind), np.int64(1) << np.int64(p), np.int64(a), np.int64(b))


@kernel
def step(kind, a=0, b=0):
    """A step that the table takes by itself."""
    return (np.int64(kind), np.int64(0), np.int64(a), np.int64(b))


@kernel
def then(s, rows):
    """Puts rows on top of the agenda; the first of them is next."""
    n = int(s.agenda_size)
    for i in range(len(rows) - 1, -1, -1):
        kind, seats, a, b = rows[i]
        s.agenda[n, 0] = kind
        s.agenda[n, 1] = seats
        s.agenda[n, 2] = a
        s.agenda[n, 3] = b
        n += 1
    s.agenda_size = n


@kernel
def room(s):
    """How many more rows fit on the agenda."""
    return AGENDA - s.agenda_size


@kernel
def drop(s):
    """Removes the open row."""
    n = int(s.agenda_size) - 1
    for i in range(4):
        s.agenda[n, i] = 0
    s.agenda_size = n


@kernel
def open_kind(s):
    """The kind of the open row; -1 if the agenda is empty."""
    return int(s.agenda[s.agenda_size - 1, 0]) if s.agenda_size > 0 else -1


@kernel
def open_seats(s):
    """Bit mask of the seats that the open row asks; 0 for a step or an empty agenda."""
    return int(s.agenda[s.agenda_size - 1, 1]) if s.agenda_size > 0 else 0


@kernel
def open_a(s):
    """The first argument of the open row."""
    return int(s.agenda[s.agenda_size - 1, 2])


@kernel
def open_b(s):
    """The second argument of the open row."""
    return int(s.agenda[s.agenda_size - 1, 3])


@kernel
def first_asked(s, start):
    """The first seat that is asked, clockwise from ``start``; -1 if there is none."""
    seats = open_seats(s)
    for i in range(s.players):
        p = (start + i) % s.players
        if seats >> p & 1:
            return p
    return -1


# --- lanes: rows that may be answered while the one below them is open too


@kernel
def ask_aside(kind, p, a=0, b=0):
    """A question to one seat that does not block others: the seats that the row below asks may answer meanwhile."""
    return (np.int64(kind), (np.int64(1) << np.int64(p)) | ASIDE, np.int64(a), np.int64(b))


@kernel
def ask_several(kind, seats, a=0, b=0):
    """One question to several seats at once, given as bits."""
    return (np.int64(kind), np.int64(seats), np.int64(a), np.int64(b))


@kernel
def ask_each(kind, seats, a=0, b=0):
    """One question to several seats, given as bits, which answer independently of each other."""
    return (np.int64(kind), np.int64(seats) | ALONE, np.int64(a), np.int64(b))


@kernel
def is_alone(s):
    """Do the seats that are asked now answer independently of each other?"""
    return s.agenda_size > 0 and s.agenda[s.agenda_size - 1, 1] & ALONE != 0


@kernel
def excuse(s, p):
    """Removes a seat that has answered from the open row; drops the row once all have."""
    i = int(s.agenda_size) - 1
    s.agenda[i, 1] &= ~(1 << p)
    if s.agenda[i, 1] & ~(ASIDE | ALONE) == 0:
        drop(s)


@kernel
def row_of(s, p):
    """The row that a seat may answer now, looking down to the first row that is not ASIDE; -1 if it is not asked."""
    for i in range(s.agenda_size - 1, -1, -1):
        seats = int(s.agenda[i, 1])
        if seats >> p & 1:
            return i
        if not seats & ASIDE:
            return -1
    return -1


@kernel
def asked_seats(s):
    """Bit mask of all seats that may answer now, in any lane; 0 for a step or an empty agenda."""
    seats = 0
    for i in range(s.agenda_size - 1, -1, -1):
        row = int(s.agenda[i, 1])
        seats |= row & ~(ASIDE | ALONE)
        if not row & ASIDE:
            break
    return seats


@kernel
def drop_row(s, i):
    """Removes row number i."""
    n = int(s.agenda_size) - 1
    for j in range(i, n):
        for k in range(4):
            s.agenda[j, k] = s.agenda[j + 1, k]
    for k in range(4):
        s.agenda[n, k] = 0
    s.agenda_size = n


@kernel
def tell(s, message, a=0, b=0, c=0):
    """Records an event for the log. It must contain only what everybody may know."""
    n = int(s.events_size)
    if n < EVENTS:
        s.events[n, 0] = message
        s.events[n, 1] = a
        s.events[n, 2] = b
        s.events[n, 3] = c
        s.events_size = n + 1


@kernel
def hush(s):
    """Clears the events of the last move; called when a new one begins."""
    for i in range(s.events_size):
        for j in range(4):
            s.events[i, j] = 0
    s.events_size = 0
