"""Ratings of players by game, how they came about, and who may see a person's page."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("tables", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("people", sa.Column("handle", sa.String(16)))
    op.add_column("people", sa.Column("page", sa.String(8), nullable=False, server_default="met"))
    op.create_index("people_handle", "people", ["handle"], unique=True)
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "rated",
        sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("mu", sa.Double, nullable=False),
        sa.Column("sigma", sa.Double, nullable=False),
    )
    op.create_index("rated_number", "rated", ["game", "number"])
    op.create_index("rated_player", "rated", ["player", "game"])
    connection = op.get_bind()
    for (id,) in connection.execute(sa.text("SELECT id FROM people")).all():
        handle = hashlib.sha256(f"page {id}".encode()).hexdigest()[:12]  # as identity.handle
        connection.execute(
            sa.text("UPDATE people SET handle = :handle WHERE id = :id").bindparams(handle=handle, id=id)
        )
