"""The games."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel

from yokocho import catalog
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.rulebook import chapters
from yokocho.server import views
from yokocho.server.live import Missing
from yokocho.server.routes.asking import REFUSALS, House_, Said

router = APIRouter(prefix="/api/games", tags=["games"], responses={code: REFUSALS[code] for code in (404, 422)})


NO_GAME: dict[int | str, dict[str, Any]] = {
    404: {"description": "No such game", "content": {"application/json": {"schema": Said.model_json_schema()}}}
}


class Progress(BaseModel):
    ready: bool
    done: int
    total: int


class Style(Response):
    media_type = "text/css"


def stall(name: str) -> Game:
    """Any game that is installed: a table of it may exist from before it was left out."""
    try:
        return catalog.game(name)
    except BadInput as error:
        raise Missing(str(error)) from None


@router.get("", summary="All games")
async def games(house: House_) -> list[dict[str, Any]]:
    return [views.game(game, house.roster) for game in house.games()]


@router.get("/kitchen", summary="How far the bots of each game are: functions compiled, of how many")
async def kitchen(house: House_) -> dict[str, Progress]:
    return {name: Progress(**found) for name, found in house.stoves.progress().items()}


@router.get("/{game}/rules", summary="A game's rules by number and by chapter, in our own words")
async def rules(game: str) -> dict[str, Any]:
    found = stall(game)
    return {
        "title": found.title,
        "credits": found.credits,
        "rules": [{"number": number, "text": text} for number, text in found.rules.items()],
        "chapters": [asdict(chapter) for chapter in chapters(found)],
        "text": (found.folder / "RULES.md").read_text(encoding="utf-8"),
    }


@router.get("/{game}/table.css", summary="A game's look", response_class=Style, responses=NO_GAME)
async def look(game: str) -> Style:
    path = stall(game).folder / "table.css"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return Style(text, headers={"cache-control": "no-cache"})
