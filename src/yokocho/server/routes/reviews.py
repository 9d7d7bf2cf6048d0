"""Reviews of finished matches."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from yokocho.server.routes.asking import REFUSALS, House_, Known, Maybe, address, may_look
from yokocho.server.routes.play import json

router = APIRouter(prefix="/api/tables/{id}/review", tags=["reviews"], responses=REFUSALS)


@router.post("", status_code=202, summary="Have a finished match reviewed, in the background")
async def begin(house: House_, person: Known, id: str, invite: str | None = None) -> Response:
    house.rates.take("reviews", person["id"], house.settings.limits.reviews)
    live = await may_look(house, id, person, invite)
    await house.reviews.start(live.table)
    return json(await house.reviews.told(live.table), 202)


@router.get("", summary="The review of a match, as far as it has come")
async def one(request: Request, house: House_, person: Maybe, id: str, invite: str | None = None) -> Response:
    house.rates.take("logs", person["id"] if person else address(request), house.settings.limits.logs)
    live = await may_look(house, id, person, invite)
    return json(await house.reviews.told(live.table))


@router.get("/{event}", summary="The table before a decision as its seat saw it, with what its lines touch")
async def moment(
    request: Request,
    house: House_,
    person: Maybe,
    id: str,
    event: Annotated[int, Path(ge=0, le=100_000)],
    invite: str | None = None,
) -> Response:
    house.rates.take("moments", person["id"] if person else address(request), house.settings.limits.moments)
    live = await may_look(house, id, person, invite)
    return json(await house.reviews.moment(live.table, event))
