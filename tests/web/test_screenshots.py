"""Pictures of this run, to look at: build/screenshots. And what the table page weighs."""

from __future__ import annotations

from PIL import Image

from tests.support import GAMES, ROOT
from tests.web.screenshots import SIZES, pages, tables
from tests.web.support import script

FOLDER = ROOT / "build" / "screenshots"
MOST = 150  # KiB


def test_pictures(browser, house):
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = tables(browser, house, FOLDER, [game.name for game in GAMES])
    pages(browser, house, FOLDER, *made["umami"])
    for guest, _ in made.values():
        guest.close()
    for size, look in SIZES.items():
        for name in [*made, "home", "lobby", "replay", "end"]:
            with Image.open(FOLDER / f"{name}-{size}.png") as picture:
                assert picture.width == look["viewport"]["width"] * look.get("device_scale_factor", 1)
                assert len(picture.convert("RGB").resize((64, 64)).getcolors(64 * 64)) > 50


def test_the_script_of_a_table_is_light(visit):
    person = visit()
    assert script(person, f"/t/{person.table('umami', ['me', 'bot:apprentice'])}") < MOST
