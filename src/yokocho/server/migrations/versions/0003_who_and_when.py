"""When a sign-in was last used, who was sent away from which table, when everybody last heard of a table, and a place
to try whether anything can be written.
"""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("sessions", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("sessions_used", "sessions", ["used"])
    op.add_column("tables", sa.Column("heard", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "sent_away",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    )
    op.create_table(
        "pulses",
        sa.Column("process", sa.String(24), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    now = time.time_ns() // 1_000_000
    op.execute(sa.text("UPDATE sessions SET used = :now").bindparams(now=now))  # nobody is signed out by this step
    op.execute(sa.text("UPDATE tables SET heard = COALESCE(finished, started, created)"))
