"""What a browser's own audit would look at, without the audit: names, icons, caching, steadiness. How quick it is,
`benchmarks/web.py` measures.
"""

from __future__ import annotations

import gzip
import json
import re

import pytest
from PIL import Image

from tests.web.support import PHONE

STEADY = 0.1  # cumulative layout shift
LIGHT = 100  # KiB of JavaScript for a table, gzipped
SIZES = {"desktop": {}, "phone": PHONE}
WATCH = """
  window.shift = 0;
  new PerformanceObserver((all) => { for (const one of all.getEntries()) window.shift += one.value; })
    .observe({type: 'layout-shift', buffered: true});
"""


@pytest.fixture
def head(visit):
    person = visit()
    person.go("/")
    person.page.wait_for_selector(".stall")
    return person


def test_the_page_says_what_it_is(head):
    page = head.page
    assert page.get_attribute("html", "lang") == "en"
    assert page.title()
    description = page.get_attribute("meta[name=description]", "content")
    assert description and 20 < len(description) < 160
    assert re.fullmatch("#[0-9a-f]{6}", page.get_attribute("meta[name=theme-color]", "content"))
    viewport = page.get_attribute("meta[name=viewport]", "content")
    assert "width=device-width" in viewport
    assert "user-scalable" not in viewport and "maximum-scale" not in viewport
    assert page.evaluate("document.doctype.name") == "html" and page.evaluate("document.characterSet") == "UTF-8"


def test_every_page_has_a_title_of_its_own(head):
    titles = []
    for path, ready in (("/new/umami", ".setup"), ("/rules/umami", ".rule"), ("/settings", "form"), ("/me", "h1")):
        head.go(path)
        head.page.wait_for_selector(ready)
        titles.append(head.page.title())
    assert len(set(titles)) == len(titles)
    assert all("Yokocho" in title for title in titles)


def test_it_can_be_installed(head, tmp_path):
    page = head.page
    manifest = json.loads(head.context.request.get(head.url + page.get_attribute("link[rel=manifest]", "href")).text())
    assert manifest["name"] and manifest["short_name"] and manifest["start_url"] == "/"
    assert manifest["display"] == "standalone" and manifest["theme_color"] and manifest["background_color"]
    purposes = set()
    for size in ("192x192", "512x512"):
        (icon,) = [icon for icon in manifest["icons"] if icon["sizes"] == size]
        answer = head.context.request.get(head.url + icon["src"])
        assert answer.ok and answer.headers["content-type"] == icon["type"]
        (tmp_path / size).write_bytes(answer.body())
        with Image.open(tmp_path / size) as image:
            assert f"{image.width}x{image.height}" == size
        purposes |= set(icon["purpose"].split())
    assert purposes == {"any", "maskable"}
    assert manifest["id"] == "/" and {one["form_factor"] for one in manifest["screenshots"]} == {"wide", "narrow"}
    for one in manifest["screenshots"]:
        (tmp_path / "shot").write_bytes(head.context.request.get(head.url + one["src"]).body())
        with Image.open(tmp_path / "shot") as image:
            assert f"{image.width}x{image.height}" == one["sizes"]
    for link in page.locator("link[rel=icon], link[rel=apple-touch-icon]").all():
        assert head.context.request.get(head.url + link.get_attribute("href")).ok


def test_an_address_that_leads_nowhere(head):
    head.forgive("404")
    answer = head.page.goto(head.url + "/no/such/stall")
    assert answer.status == 404
    head.page.get_by_role("heading", name="A dead end").wait_for()
    head.page.get_by_role("link", name="Back to the alley").click()
    head.page.wait_for_selector(".stall")


def test_pictures_have_words_and_a_size(visit):
    person = visit()
    waiting = person.table("umami", ["me", "open"])
    for path, ready in (("/", ".stall"), (f"/t/{waiting}", ".qr")):
        person.go(path)
        person.page.wait_for_selector(ready)
        bare = """() => [...document.querySelectorAll('img, [role=img]')].filter((e) =>
          !(e.alt ?? e.getAttribute('aria-label')) || !(e.getBoundingClientRect().width > 0)).map((e) => e.outerHTML)"""
        assert not person.page.evaluate(bare)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("where", ["home", "table", "replay"])
def test_nothing_jumps_about_while_it_loads(visit, size, where):
    person = visit(**SIZES[size])
    person.page.add_init_script(WATCH)
    path, ready = "/", ".stall"
    if where != "home":
        id = person.table("umami", ["me", "bot:apprentice", "bot:apprentice"])
        path, ready = (f"/t/{id}", ".board") if where == "table" else (f"/t/{id}/replay", ".replay-bar")
    person.go(path)
    person.page.wait_for_selector(ready)
    person.page.wait_for_load_state("networkidle")
    person.page.wait_for_timeout(300)
    assert person.page.evaluate("window.shift") < STEADY


def test_what_is_loaded(visit):
    """Nothing from elsewhere, nothing twice, what never changes may be kept for ever, and little of it."""
    person = visit()
    answers = []
    person.page.on("response", lambda answer: answers.append(answer))
    person.go(f"/t/{person.table('umami', ['me', 'bot:apprentice'])}")
    person.page.wait_for_selector(".board")
    person.page.wait_for_load_state("networkidle")
    urls = [answer.url for answer in answers if not answer.url.startswith(("blob:", "data:"))]
    assert all(url.startswith(person.url) for url in urls)
    assets = [answer for answer in answers if "/assets/" in answer.url]
    assert assets
    for answer in assets:
        assert "immutable" in answer.headers["cache-control"]
        assert re.search(r"-[\w-]{8}\.\w+$", answer.url), answer.url
    files = [answer.url for answer in assets]
    assert len(files) == len(set(files))
    scripts = [answer for answer in assets if answer.url.endswith(".js")]
    assert all(answer.headers["content-encoding"] == "gzip" for answer in scripts)
    assert sum(len(gzip.compress(answer.body())) for answer in scripts) < LIGHT * 1024
    assert "no-cache" in answers[0].headers["cache-control"]
