"""Which process looks after the bots and clocks of a table, and until when."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("tables", sa.Column("care", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("keeper", sa.String(24)))
    op.add_column("tables", sa.Column("kept", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("tables_kept", "tables", ["care", "kept"])
    op.execute(sa.text("UPDATE tables SET care = :yes WHERE status = 'running'").bindparams(yes=True))
