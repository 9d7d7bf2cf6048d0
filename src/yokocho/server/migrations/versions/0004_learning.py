"""What a person has learned of each game, and tables with a coach."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("coach", sa.Boolean, nullable=False, server_default="0"))
    op.create_table(
        "learned",
        sa.Column("person", sa.String(24), sa.ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(8), primary_key=True),
        sa.Column("word", sa.String(64), primary_key=True),
    )
