"""The schema of the database. The events of a table, in order, define its match; everything else follows from them."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),
    Column("password", Text),  # argon2
    Column("recovery", String(64), unique=True),  # a hash
    Column("created", BigInteger, nullable=False),
    # since 0006: the address of their page, which tells nothing else, and who may see it: all, met, nobody
    Column("handle", String(16)),
    Column("page", String(8), nullable=False, server_default="met"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token", String(64), primary_key=True),  # a hash
    Column("person", String(24), ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=False, server_default="0"),  # since 0003: when last used, to the day
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),  # of the rules
    Column("components", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("seating", Text, nullable=False),  # random, listed
    Column("public", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("status", String(12), nullable=False, index=True),
    Column("owner", String(24), ForeignKey("people.id"), nullable=False, index=True),
    Column("seed", LargeBinary, nullable=False),  # secret until the match is over; empty if it began from a position
    Column("position", Text),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("finished", BigInteger),
    Column("result", Text),
    Column("revision", Integer, nullable=False),  # raised by every change of this row before the start
    Column("awaiting", Integer, nullable=False),  # seats that owe a decision, as bits
    Column("moved", BigInteger, nullable=False),  # when something last happened
    Column("rematch", String(24)),
    # since 0002: which process looks after bots and clocks, and until when
    Column("care", Boolean, nullable=False, server_default="0"),
    Column("keeper", String(24)),
    Column("kept", BigInteger, nullable=False, server_default="0"),
    Column("heard", BigInteger, nullable=False, server_default="0"),  # since 0003: `moved` as all may know it
    Column("coach", Boolean, nullable=False, server_default="0"),  # since 0004
    Column("rated", Boolean, nullable=False, server_default="0"),  # since 0006
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, person, bot
    Column("person", String(24), ForeignKey("people.id"), index=True),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    Column("ready", Boolean, nullable=False),
)

events = Table(
    "events",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1; a second writer of the same number has lost the race
    Column("at", BigInteger, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", String(24)),
    Column("client", String(64)),  # the sender's own id of the message
    Column("unheard", BigInteger, nullable=False),  # viewers that may not notice it, as bits
    Column("body", Text, nullable=False),
)

invites = Table(
    "invites",
    metadata,
    Column("token", String(32), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("spectate", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
)

sent_away = Table(
    "sent_away",  # since 0003
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("person", String(24), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
)

learned = Table(
    "learned",  # since 0004: lessons that a person has done, and what the coach has explained to them
    metadata,
    Column("person", String(24), ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(64), primary_key=True),
    Column("kind", String(8), primary_key=True),  # lesson, coach
    Column("word", String(64), primary_key=True),
)

reviews = Table(
    "reviews",  # since 0005: of finished matches, as far as they have come
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("at", BigInteger, nullable=False),  # when it was last heard of
    Column("done", Integer, nullable=False),  # steps, of so many
    Column("total", Integer, nullable=False),
    Column("body", Text),  # the review so far, as JSON
)

ratings = Table(
    "ratings",  # since 0006: what follows from `rated`, by player: a person, or the level of a bot
    metadata,
    Column("game", String(64), primary_key=True),
    Column("player", String(40), primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
)

rated = Table(
    "rated",  # since 0006: the seats of rated matches in the order in which these were rated, and the ratings after it
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("player", String(40), nullable=False),
    Column("rank", Integer, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
)

pulses = Table(
    "pulses",  # since 0003: always empty; written to see whether the database works
    metadata,
    Column("process", String(24), primary_key=True),
    Column("at", BigInteger, nullable=False),
)

Index("people_handle", people.c.handle, unique=True)
Index("rated_number", rated.c.game, rated.c.number)
Index("rated_player", rated.c.player, rated.c.game)
Index("sessions_used", sessions.c.used)
Index("tables_kept", tables.c.care, tables.c.kept)
