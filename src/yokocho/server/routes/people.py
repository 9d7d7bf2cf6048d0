"""Who you are."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from yokocho.core.errors import BadInput
from yokocho.server import identity, records
from yokocho.server.house import House
from yokocho.server.identity import COOKIE, hashed
from yokocho.server.routes.asking import REFUSALS, House_, Known, Maybe, Person, address
from yokocho.server.store import Lost

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
YEAR = 365 * 24 * 3600
Text = Annotated[str, StringConstraints(max_length=200)]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Me(BaseModel):
    id: str
    name: str
    login: str | None


class Newcomer(Body):
    name: Text | None = None


class Name(Body):
    name: Text


class Code(Body):
    code: Text


class Password(Body):
    login: Text
    password: Text


def me(person: Person) -> Me:
    return Me(id=person["id"], name=person["name"], login=person["login"])


async def admit(house: House, response: Response, person: str) -> None:
    """This device is that person from now on."""
    token = identity.new_token()
    await house.store.write(records.new_session(person, hashed(token), house.time.now()))
    give(house, response, token)


def give(house: House, response: Response, token: str) -> None:
    response.set_cookie(
        COOKIE, token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=house.settings.secure
    )


@router.get("/me", summary="The person whose cookie this is")
async def get_me(person: Known) -> Me:
    return me(person)


@router.post("/me", summary="A new guest, unless you are somebody already")
async def post_me(
    request: Request, response: Response, house: House_, person: Maybe, body: Newcomer | None = None
) -> Me:
    if person:
        return me(person)
    house.rates.take("guests", address(request), house.settings.limits.guests)
    name = identity.check_name(body.name) if body and body.name else identity.friendly_name()
    token = identity.new_token()
    row = {"id": identity.new_id(), "name": name, "login": None, "created": house.time.now()}
    await house.store.write(records.new_person(row, hashed(token)))
    give(house, response, token)
    return me(row)


@router.patch("/me", summary="Another name")
async def patch_me(house: House_, person: Known, body: Name) -> Me:
    name = identity.check_name(body.name)
    await house.store.write(records.change_person(person["id"], name=name))
    return me(person | {"name": name})


@router.post("/me/recovery", summary="A new recovery code; the old one is void")
async def recovery(house: House_, person: Known) -> dict[str, str]:
    code = identity.new_code()
    kept = hashed(identity.plain_code(code))
    await house.store.write(records.change_person(person["id"], recovery=kept))
    return {"code": code}


@router.post("/recover", summary="Be the person of a recovery code on this device")
async def recover(request: Request, response: Response, house: House_, body: Code) -> Me:
    house.rates.take("logins", address(request), house.settings.limits.logins)
    found = await house.store.read(records.find_person(recovery=hashed(identity.plain_code(body.code))))
    if not found:
        raise HTTPException(403, "that code is not known")
    await admit(house, response, found["id"])
    return me(found)


@router.post("/me/account", summary="Make the guest an account; the history stays")
async def account(request: Request, house: House_, person: Known, body: Password) -> Me:
    house.rates.take("logins", address(request), house.settings.limits.logins)
    login, password = identity.check_login(body.login), identity.check_password(body.password)
    stored = await house.thinkers.run(lambda: identity.hash_password(password))
    try:
        await house.store.write(records.change_person(person["id"], login=login, password=stored))
    except Lost:
        raise BadInput("that login is taken") from None
    return me(person | {"login": login})


@router.post("/login", summary="Be the person of an account on this device")
async def login(request: Request, response: Response, house: House_, body: Password) -> Me:
    house.rates.take("logins", address(request), house.settings.limits.logins)
    found = await house.store.read(records.find_person(login=identity.cleaned(body.login).lower()))
    right = await house.thinkers.run(lambda: identity.fits(found["password"] if found else None, body.password))
    if not found or not right:
        raise HTTPException(403, "login or password is wrong")
    await admit(house, response, found["id"])
    return me(found)


@router.post("/logout", status_code=204, summary="Forget this device")
async def logout(request: Request, response: Response, house: House_, person: Maybe) -> None:
    token = request.cookies.get(COOKIE)
    if person and token:
        await house.store.write(records.end_session(hashed(token)))
        house.shut_out(hashed(token), session=True)
    response.delete_cookie(COOKIE, path="/")
