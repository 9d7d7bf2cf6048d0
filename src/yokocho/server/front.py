"""The page of the client, with what other programs show of a link to it: a title, a line and a picture."""

from __future__ import annotations

from html import escape

from starlette.requests import Request

from yokocho.server import picture
from yokocho.server.live import Missing
from yokocho.server.routes.asking import may_look
from yokocho.server.table import FINISHED

TITLE = "Yokocho, an alley of small tables"
LINE = "Four small food board games, to play with friends or against bots."
PICTURE = "/og.png"


async def page(request: Request) -> str:
    """The page. A link to a match that is over, for whoever it lets in, shows the end."""
    settings = request.app.state.settings
    origin = settings.origins[0] if settings.origins else str(request.base_url).rstrip("/")
    title, line, drawn = await told(request)
    size = (picture.WIDTH, picture.HEIGHT)
    tags = {
        **{"og:type": "website", "og:site_name": "Yokocho", "og:title": title, "og:description": line},
        **{"og:image": origin + drawn, "og:image:width": size[0], "og:image:height": size[1], "og:image:alt": title},
    }
    lines = [f'<meta property="{name}" content="{escape(str(said))}" />' for name, said in tags.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image" />')
    html: str = settings.index.read_text(encoding="utf-8")
    return html.replace("</head>", "".join(f"  {one}\n  " for one in lines) + "</head>", 1)


async def told(request: Request) -> tuple[str, str, str]:
    """Title, line and address of the picture."""
    _, first, id, *_ = [*request.url.path.split("/"), "", ""]
    invite = request.query_params.get("invite", "")
    if first != "t":
        return TITLE, LINE, PICTURE
    try:
        table = (await may_look(request.app.state.house, id, None, invite or None)).table
    except Missing:
        return TITLE, LINE, PICTURE
    title = table.game.title.partition(":")[0]
    if table.status != FINISHED or not table.result:
        return f"{title}: a table in the alley", LINE, PICTURE
    said, honour = picture.headline(table)
    way = f"?invite={invite}" if not table.row["public"] else ""
    return f"{title}: {said}", honour, f"/api/tables/{table.id}/picture.png{way}"
