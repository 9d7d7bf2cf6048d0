"""Who you are."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Request, Response
from pydantic import BaseModel, ConfigDict, StringConstraints

from yokocho.core.errors import BadInput
from yokocho.core.match import Illegal
from yokocho.server import identity, records
from yokocho.server.clocks import SECOND
from yokocho.server.house import House
from yokocho.server.identity import COOKIE, LIFETIME, hashed
from yokocho.server.routes.asking import REFUSALS, House_, Known, Maybe, Person, address, is_old
from yokocho.server.store import Lost

router = APIRouter(prefix="/api", tags=["people"], responses=REFUSALS)
HAS_ACCOUNT = "You have an account already; its password can be changed."
Text = Annotated[str, StringConstraints(max_length=200)]
Sight = Literal["all", "met", "nobody"]


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Me(BaseModel):
    id: str
    name: str
    login: str | None
    handle: str | None  # the address of the page
    page: Sight  # who may see it


class Newcomer(Body):
    name: Text | None = None


class Change(Body):
    name: Text = ""
    page: Sight = "met"


class Code(Body):
    code: Text


class Password(Body):
    login: Text
    password: Text


class NewPassword(Body):
    old: Text
    new: Text


class Changed(Me):
    signed_out: int  # other devices


def me(person: Person) -> Me:
    return Me(**{field: person[field] for field in Me.model_fields})


async def admit(house: House, response: Response, person: str) -> None:
    """This device is that person from now on."""
    token = identity.new_token()
    await house.store.write(records.new_session(person, hashed(token), house.time.now()))
    give(house, response, token)


def give(house: House, response: Response, token: str) -> None:
    response.set_cookie(
        COOKIE, token, max_age=LIFETIME // SECOND, path="/", httponly=True, samesite="lax", secure=house.settings.secure
    )


def renew(request: Request, response: Response, house: House, person: Person) -> None:
    """A cookie lasts as long as the house remembers it."""
    if is_old(person, house.time.now()):
        give(house, response, request.cookies[COOKIE])


@router.get("/me", summary="The person whose cookie this is")
async def get_me(request: Request, response: Response, house: House_, person: Known) -> Me:
    renew(request, response, house, person)
    return me(person)


@router.post("/me", summary="A new guest, unless you are somebody already")
async def post_me(
    request: Request, response: Response, house: House_, person: Maybe, body: Newcomer | None = None
) -> Me:
    if person:
        renew(request, response, house, person)
        return me(person)
    house.rates.take("guests", address(request), house.settings.limits.guests)
    name = identity.check_name(body.name) if body and body.name else identity.friendly_name()
    token = identity.new_token()
    id = identity.new_id()
    kept = {"handle": identity.handle(id), "page": "met"}
    row = {"id": id, "name": name, "login": None, "created": house.time.now()} | kept
    await house.store.write(records.new_person(row, hashed(token)))
    give(house, response, token)
    return me(row)


@router.patch("/me", summary="Another name, or others who may see my page")
async def patch_me(house: House_, person: Known, body: Change) -> Me:
    values = body.model_dump(exclude_unset=True)
    if "name" in values:
        values["name"] = identity.check_name(values["name"])
    if values:
        await house.store.write(records.change_person(person["id"], **values))
    return me(person | values)


@router.post("/me/recovery", summary="A new recovery code, for one use; the old one is void")
async def recovery(house: House_, person: Known) -> dict[str, str]:
    code = identity.new_code()
    kept = hashed(identity.plain_code(code))
    await house.store.write(records.change_person(person["id"], recovery=kept))
    return {"code": code}


@router.post("/recover", summary="Be the person of a recovery code on this device")
async def recover(request: Request, response: Response, house: House_, body: Code) -> Me:
    house.rates.take("logins", address(request), house.settings.limits.logins)
    token = identity.new_token()
    code = hashed(identity.plain_code(body.code))
    found = await house.store.write(records.use_code(code, hashed(token), house.time.now()))
    if not found:
        raise HTTPException(403, "that code is not known, or was used")
    give(house, response, token)
    return me(found)


@router.post("/me/account", summary="Make the guest an account; the history stays")
async def account(request: Request, response: Response, house: House_, person: Known, body: Password) -> Me:
    house.rates.take("logins", address(request), house.settings.limits.logins)
    login, password = identity.check_login(body.login), identity.check_password(body.password)
    if person["login"]:
        raise Illegal(HAS_ACCOUNT)
    stored = await house.thinkers.run(lambda: identity.hash_password(password))
    old, token = hashed(request.cookies[COOKIE]), identity.new_token()
    try:
        gone = await house.store.write(records.make_account(person["id"], login, stored, old, hashed(token)))
    except Lost:
        raise BadInput("that login is taken") from None
    if gone is None:
        raise Illegal(HAS_ACCOUNT)
    house.shut_out(old, session=True, again=True)
    for other in gone:
        house.shut_out(other, session=True)
    give(house, response, token)
    return me(person | {"login": login})


@router.post("/me/password", summary="Another password; other devices are signed out, and a recovery code is void")
async def password(request: Request, house: House_, person: Known, body: NewPassword) -> Changed:
    house.rates.take("logins", address(request), house.settings.limits.logins)
    if not person["login"]:
        raise Illegal("You have no account.")
    found = await house.store.read(records.find_person(id=person["id"]))
    stored = found["password"] if found else None
    if not await house.thinkers.run(lambda: identity.fits(stored, body.old)):
        raise HTTPException(403, "the old password is wrong")
    new = identity.check_password(body.new)
    kept = await house.thinkers.run(lambda: identity.hash_password(new))
    mine = hashed(request.cookies[COOKIE])
    gone = await house.store.write(records.change_password(person["id"], kept, mine))
    for other in gone:
        house.shut_out(other, session=True)
    return Changed(**me(person).model_dump(), signed_out=len(gone))


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
