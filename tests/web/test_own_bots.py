"""Bots of the host in the browser: chosen by name, they play, and they are named where they sit."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.support import Served, served
from tests.support import ROOT
from tests.web.support import live

TRYING = shlex.join([sys.executable, str(ROOT / "examples" / "bots" / "trying_bot.py")])


@pytest.fixture(scope="module")
def inn(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    bots = (f"mine=exec:{TRYING}", f"picky[umami]=exec:{TRYING}")
    with served(tmp_path_factory.mktemp("inn") / "house.db", site=site, bots=bots) as made:
        yield made


def played_by(inn: Served, id: str, seat: int) -> int:
    match = live(inn, id).match
    return sum(move.seat == seat for move in match.moves) if match else 0


def test_a_table_with_a_named_bot(visit: Any, inn: Served) -> None:
    person = visit(inn.url)
    page = person.go("/new/yatta")
    page.locator(".pill", has_text="2").first.click()
    second = page.get_by_label("Seat 2")
    expect(second.locator("option")).to_have_text(
        ["Me too, on this device", "Somebody I invite"]
        + [f"Bot, {name}" for name in ("apprentice", "cook", "chef", "master", "tidy", "mine")]
    )
    second.select_option("Bot, mine")
    page.get_by_label("Sit in this order, do not shuffle").check()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".board")
    id = page.url.rsplit("/", 1)[1].split("?")[0]
    while not played_by(inn, id, 1):
        assert person.touch() not in ("", "over")
        person.wait_for_my_turn()
    expect(page.locator(".panel", has_text="mine").first).to_be_visible()
    expect(page.locator(".notice.bad")).to_have_count(0)


def test_play_now_against_it(visit: Any, inn: Served) -> None:
    person = visit(inn.url)
    page = person.go("/")
    rivals = page.get_by_label("Opponents: Umami")
    expect(rivals).to_have_value("cook")
    expect(rivals.locator("option")).to_have_text(["apprentices", "cooks", "chefs", "masters", "tidy", "mine", "picky"])
    rivals.select_option("picky")
    page.get_by_role("button", name="Play now: Umami").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector(".board")
    id = page.url.rsplit("/", 1)[1].split("?")[0]
    assert sorted(seat.bot or "" for seat in live(inn, id).seats) == ["", "picky", "picky"]


def test_a_seat_is_given_to_it_while_the_table_waits(visit: Any, inn: Served) -> None:
    person = visit(inn.url)
    id = person.table("yatta", ["me", "open", "open"])
    page = person.go(f"/t/{id}")
    page.get_by_label("Seat 2").select_option("bot, mine")
    expect(page.locator(".lobby-seats .name", has_text="mine (bot)")).to_be_visible()
