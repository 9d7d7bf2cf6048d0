"""The house as an ASGI application."""

from __future__ import annotations

import hmac
import logging
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from yokocho import __version__
from yokocho.core.errors import BadInput
from yokocho.core.match import Illegal
from yokocho.server import front, metrics
from yokocho.server.clocks import Time
from yokocho.server.house import House
from yokocho.server.live import Missing
from yokocho.server.rates import TooMany
from yokocho.server.routes import documentation, learn, pages, people, play, reviews, stalls, tables
from yokocho.server.routes.asking import REFUSALS, Said, same_origin
from yokocho.server.settings import NO_CLIENT, Settings
from yokocho.server.store import Lost, Unavailable

log = logging.getLogger("yokocho.web")
SAFE = ("GET", "HEAD", "OPTIONS")
POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
NO_FIGURES: dict[int | str, dict[str, Any]] = {
    code: {"description": words, "content": {"application/json": {"schema": Said.model_json_schema()}}}
    for code, words in {403: "Without the token", 404: "This house tells none"}.items()
}
INVITE = re.compile("/invites/[^/]+")
PROBES = ("/livez", "/readyz", "/healthz", "/metrics")
ELSEWHERE = "there is no such house here"
PAGES = (
    "/",
    "/t/{rest:path}",
    "/new/{rest:path}",
    "/rules/{rest:path}",
    "/guide/{rest:path}",
    "/learn/{rest:path}",
    "/puzzles/{rest:path}",
    "/settings",
    "/me",
    "/p/{rest:path}",
    "/best/{rest:path}",
    "/gallery",
)


def make(settings: Settings | None = None, clock: Time | None = None) -> FastAPI:
    """The application of one process."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        house = app.state.house = House(settings, clock)
        await house.begin()
        yield
        await house.end()

    app = FastAPI(
        title="Yokocho",
        version=__version__,
        summary="An alley of four food games",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.settings = settings
    for part in (people, stalls, learn, tables, play, reviews, pages, documentation):
        app.include_router(part.router)
    add_errors(app)
    add_operations(app)
    add_site(app, settings)
    app.add_middleware(Porch, settings=settings)
    return app


def add_errors(app: FastAPI) -> None:
    def refusal(status: int, text: str, **headers: str) -> Response:
        text = text.encode(errors="replace").decode()  # without lone surrogates
        return JSONResponse({"detail": text}, status, headers)

    def answer(status: int, text: str = "") -> Callable[[Request, Exception], Awaitable[Response]]:
        """A handler that answers with the error's text; with `text`, answers that and logs the error."""

        async def say(_request: Request, error: Exception) -> Response:
            if text:
                log.warning("%s: %s", text, error)
            return refusal(status, text or str(error))

        return say

    app.add_exception_handler(Missing, answer(404))
    app.add_exception_handler(BadInput, answer(422))
    app.add_exception_handler(Illegal, answer(409))
    app.add_exception_handler(Lost, answer(409, "somebody else was quicker; look again"))
    app.add_exception_handler(Unavailable, answer(503, "the house cannot reach its book; try again"))

    @app.exception_handler(TooMany)
    async def too_many(_request: Request, error: TooMany) -> Response:
        return refusal(429, str(error), **{"retry-after": str(int(error.wait) + 1)})

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        said = "; ".join(f"{'.'.join(map(str, e['loc'][1:]))}: {e['msg']}" for e in error.errors())
        return refusal(422, said)


def add_operations(app: FastAPI) -> None:
    async def health(request: Request) -> dict[str, str]:
        await request.app.state.house.readiness.check()
        return {"status": "ok", "version": __version__}

    for path in ("/readyz", "/healthz"):
        summary = "Is the house open, and can it write into its database?"
        app.add_api_route(path, health, tags=["operations"], summary=summary, responses={503: REFUSALS[503]})

    @app.get("/livez", tags=["operations"], summary="Is the house open?")
    async def alive() -> dict[str, str]:
        return {"status": "ok", "version": __version__}

    @app.get(
        "/metrics",
        tags=["operations"],
        response_class=PlainTextResponse,
        summary="Figures for Prometheus, for whoever has the token: counts tell of hidden moves",
        responses=NO_FIGURES,
    )
    async def figures(request: Request) -> Response:
        token = request.app.state.settings.metrics.encode()
        if not token:
            raise HTTPException(404, "this house tells no figures")
        said = request.headers.get("authorization", "").encode()
        if not hmac.compare_digest(said, b"Bearer " + token):
            raise HTTPException(403, "figures need a token")
        metrics.tables.set(len(request.app.state.house.lives))
        return Response(generate_latest(metrics.registry), media_type=CONTENT_TYPE_LATEST)


def add_site(app: FastAPI, settings: Settings) -> None:
    """Serves the built web client: one page for all addresses, and assets whose content never changes under a name. If
    the client is not built, the page says so.
    """
    built = settings.index.exists()

    async def page(request: Request) -> Response:
        if built:
            return HTMLResponse(await front.page(request), headers={"cache-control": "no-cache"})
        return PlainTextResponse(f"{NO_CLIENT}\n", 503, {"cache-control": "no-store"})

    for path in PAGES:
        app.add_api_route(path, page, include_in_schema=False)
    if built:
        app.mount("/", GZipMiddleware(Site(directory=settings.site), minimum_size=1024), "site")


class Site(StaticFiles):
    """The client's files. For an unknown page a browser gets the client with status 404, which shows a message."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return await super().get_response(path, scope)
        except StarletteHTTPException as error:
            if error.status_code != 404 or "text/html" not in Headers(scope=scope).get("accept", ""):
                raise
            return FileResponse(Path(str(self.directory)) / "index.html", 404, {"cache-control": "no-cache"})


class Porch:
    """Middleware for every request: checks size and origin, adds headers, writes a log line without secrets."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self.is_elsewhere(scope):
            await WebSocket(scope, receive, send).send_denial_response(JSONResponse({"detail": ELSEWHERE}, 421))
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        begun = time.perf_counter()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                have = {name.lower() for name, _ in message["headers"]}
                extra = [(k.encode(), v.encode()) for k, v in HEADERS.items() if k.encode() not in have]
                if request.url.path.startswith("/assets/"):
                    extra.append((b"cache-control", b"public, max-age=31536000, immutable"))
                message["headers"] = [*message["headers"], *extra]
            await send(message)

        refusal = self.refuses(request)
        if refusal:
            await refusal(scope, receive, sending)
        else:
            try:
                await self.app(scope, self.limited(request, receive), sending)
            except ClientDisconnect:
                pass  # the client left before it had sent the whole request
            except Exception:
                log.exception("a request failed")
                if not status:
                    await JSONResponse({"detail": "something went wrong in the house"}, 500)(scope, receive, sending)
        path = INVITE.sub("/invites/…", request.url.path)
        took = round((time.perf_counter() - begun) * 1000, 1)
        log.info("request", extra={"method": request.method, "path": path, "status": status, "ms": took})

    def refuses(self, request: Request) -> Response | None:
        """Refuses requests from other sites (CSRF), bodies that are not JSON, and bodies that are too large."""
        if self.is_elsewhere(request.scope):
            return JSONResponse({"detail": ELSEWHERE}, 421)
        if request.method not in SAFE:
            if not same_origin(request.headers, self.settings):
                return JSONResponse({"detail": "this came from another site"}, 403)
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            empty = request.headers.get("content-length", "0") == "0" and "transfer-encoding" not in request.headers
            if not empty and kind != "application/json":
                return JSONResponse({"detail": "bodies are application/json"}, 415)
        if "\0" in request.url.path or "%00" in request.url.query:
            return JSONResponse({"detail": "there is nothing under that address"}, 404)
        length = request.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self.most(request):
            return JSONResponse({"detail": "that is too much at once"}, 413)
        return None

    def is_elsewhere(self, scope: Scope) -> bool:
        """Does the Host header name another site? Known only if the origins are configured; probes may use any name."""
        hosts = self.settings.hosts()
        return bool(hosts) and scope["path"] not in PROBES and Headers(scope=scope).get("host", "").lower() not in hosts

    def most(self, request: Request) -> int:
        limits = self.settings.limits
        return limits.match if request.url.path == "/api/matches" else limits.body

    def limited(self, request: Request, receive: Receive) -> Receive:
        most, seen = self.most(request), 0

        async def receiving() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > most:
                raise HTTPException(413, "that is too much at once")
            return message

        return receiving
