"""/api/docs: the OpenAPI description, drawn without reaching out to anybody."""

from __future__ import annotations

import swagger_ui_bundle  # type: ignore[import-untyped]
from fastapi import APIRouter
from fastapi.responses import FileResponse, HTMLResponse, Response

router = APIRouter(prefix="/api/docs", include_in_schema=False)
PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Yokocho API</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>
"""
START = 'SwaggerUIBundle({url: "/api/openapi.json", dom_id: "#swagger-ui", validatorUrl: null})\n'
FILES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": "text/javascript"}
POLICY = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"


@router.get("")
async def page() -> Response:
    return HTMLResponse(PAGE, headers={"content-security-policy": POLICY})


@router.get("/start.js")
async def start() -> Response:
    return Response(START, media_type="text/javascript")


@router.get("/{name}")
async def file(name: str) -> Response:
    if name not in FILES:
        return Response(status_code=404)
    return FileResponse(f"{swagger_ui_bundle.swagger_ui_path}/{name}", media_type=FILES[name])
