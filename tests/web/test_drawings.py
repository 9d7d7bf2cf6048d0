"""The drawings: every piece has one, none is a letter, and those of a game can be told apart by everybody's eyes."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from playwright.sync_api import Response

from tests.faces import DRAWN, FILE, OURS, UNDRAWN, scenes
from tests.web.support import Visitor
from yokocho import catalog
from yokocho.core.scene import Scene

Visit = Callable[..., Visitor]
DRAWINGS = {path.stem for path in (Path(__file__).parents[2] / "web" / "src" / "drawings").glob("*.svg")}
EYES = ("", "protanopia", "deuteranopia", "tritanopia", "achromatopsia")
POSITIONS = 500  # of each game
HEAVIEST = 250  # KiB of pictures that one table needs, as they are sent
SMALL = 28  # px: the height of a piece on a rival's board
# Two faces are told apart by lightness alone. A pixel counts when it differs by 15 of the 100 steps of CIE lightness,
# seven times what is just noticeable; so many pixels are a mark of 4 by 4, less than the smallest sign on any piece
# and half of the ink of a letter at this size.
STEP, MARK = 15.0, 16

# What somebody reads on a piece, and whether there is a picture on it.
READ = """() => [...document.querySelectorAll('.specimen')].map((box) => {
  const piece = box.querySelector('.piece'), texts = [];
  let pictures = 0;
  const shown = (style) => style.display !== 'none' && style.visibility !== 'hidden' && style.opacity !== '0';
  const image = (style) => /url/.test(style.backgroundImage + style.maskImage);
  const walk = (node) => {
    const style = getComputedStyle(node);
    if (!shown(style) || node.classList.contains('unseen')) return;
    if (image(style) && node.getBoundingClientRect().width > 3) pictures++;
    for (const pseudo of ['::before', '::after']) {
      const its = getComputedStyle(node, pseudo);
      if (its.content === 'none' || its.content === 'normal' || !shown(its)) continue;
      if (image(its)) pictures++;
      const said = its.content.replaceAll('"', '');
      if (said && parseFloat(its.fontSize) > 0) texts.push(said);
    }
    for (const child of node.childNodes) {
      if (child.nodeType === 1) walk(child);
      else if (child.nodeType === 3 && parseFloat(style.fontSize) > 0) texts.push(child.data.trim());
    }
  };
  walk(piece);
  return {face: piece.dataset.face, group: piece.dataset.piece.split(':')[0], texts, pictures};
})"""
# A piece with what stands beside it, at most as much as there is room between two of them.
PLACES = """() => [...document.querySelectorAll('.specimen .slot')].map((slot) => {
  const whole = slot.querySelector('.piece').getBoundingClientRect();
  let [left, top, right, bottom] = [whole.left, whole.top, whole.right, whole.bottom];
  for (const part of slot.querySelectorAll('.badge, .piece-note')) {
    const box = part.getBoundingClientRect();
    if (!box.width || !part.checkVisibility({visibilityProperty: true})) continue;
    [left, top] = [Math.min(left, box.left), Math.min(top, box.top)];
    [right, bottom] = [Math.max(right, box.right), Math.max(bottom, box.bottom)];
  }
  [left, top] = [Math.max(left, whole.left - 4), Math.max(top, whole.top - 4)];
  [right, bottom] = [Math.min(right, whole.right + 30), Math.min(bottom, whole.bottom + 4)];
  return [left + scrollX, top + scrollY, right - left, bottom - top];
})"""
EMOJI = re.compile("[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff]")
CODE = re.compile(r"[A-Z]{1,3}\d*")
RULE = re.compile(r"\b[A-Z]{2}-R?\d+\b")
# In sentences: cards, dice and patterns by their letters, names with underscores. Spaces of a grid have such names.
CODES = re.compile(r"(?<![\w-])(?:(?![A-D]\d)[A-Z]{1,3}\d+|\d+[A-Z]|\d[*sb]|[GYR]{2,3}(?:-[LH])?|\w+_\w+)(?![\w-])")
PRINTED = re.compile(r"\d|[a-z]{3}")
ON_OWN_BOARD = ("staff", "out", "idle", "hire")
PLACED = ("line", "review", "influencer")  # what they are is told by where they lie
WHOLE = "complete"  # of a dish whose row is full: the row says it
UNMARKED, MARKED = (WHOLE, "row"), (".M1", ".V1")  # what a row gives stands between its dishes, after the first
EMPTY = {"free"}  # a place where nothing lies is an outline


@cache
def gallery(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_text())[game]
    return found


def parts(face: dict[str, Any]) -> set[tuple[str, str]]:
    """What a stylesheet looks at: each of it has to be in the gallery."""
    group = re.split(r"[:.#@]", face["id"])[0] if ":" in face["id"] else ""
    badges = [badge for badge in face["badges"] if not badge.isdigit() and face["id"] != "price"]
    letters = re.findall(r"[A-Za-z_≠+]+", face["face"])
    whole = (face["kind"], face["art"], face["shape"])
    return {(group, str(whole)), *((group, word) for word in [*badges, *letters])}


def words(scene: Scene) -> Iterator[str]:
    """Every text of a scene, without what is drawn in it and the numbers of rules."""
    texts = [scene.question, scene.title, *(meter.words for meter in scene.meters)]
    for zone in scene.zones:
        texts += [zone.title, zone.note, zone.spoken]
        texts += [text for piece in zone.pieces for text in (piece.note, piece.tooltip)]
    for panel in scene.panels:
        texts += [*panel.marks, *(source for source, _ in panel.sources)]
    for choice in [*scene.choices, *scene.combined]:
        texts += [choice.label, choice.why, choice.cost]
    for text in dict.fromkeys(texts):
        yield RULE.sub("", DRAWN.sub("", text)).strip()


@pytest.mark.parametrize("game", OURS)
def test_the_gallery_has_whatever_a_table_can_show(game: str) -> None:
    """And whatever it says is said in words."""
    known = set[tuple[str, str]]().union(*map(parts, gallery(game)))
    looked = 0
    for scene in scenes(catalog.game(game), 7000, 40, 2):
        for text in words(scene):
            assert not EMOJI.search(text), text
            assert not CODE.fullmatch(text) and not CODES.search(text), text
        for zone in (zone for zone in scene.zones if zone.id not in UNDRAWN):
            for piece in zone.pieces:
                assert not piece.art or piece.art in DRAWINGS, piece
                unknown = parts(vars(piece)) - known
                assert not unknown, f"{unknown} of {piece} is not in the gallery: python -m tests.faces"
        looked += 1
        if looked == POSITIONS:
            return
    raise AssertionError(f"only {looked} positions")


def enter(visit: Visit, game: str, eyes: str = "", size: int = SMALL) -> Visitor:
    person = visit(viewport={"width": 1400, "height": 900})
    with person.page.expect_response(lambda answer: answer.url.endswith("table.css")):
        person.go(f"/gallery?game={game}&eyes={eyes}&size={size}")
    person.page.wait_for_function(f"document.querySelectorAll('.specimen').length === {len(gallery(game))}")
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("document.fonts.ready")
    return person


@pytest.mark.parametrize("game", OURS)
def test_no_piece_is_a_letter_or_an_emoji(game: str, visit: Visit) -> None:
    person = enter(visit, game, size=64)
    for piece in person.page.evaluate(READ):
        for text in piece["texts"]:
            assert not EMOJI.search(text), piece
            assert not CODE.fullmatch(text), piece
        printed = any(PRINTED.search(text) for text in piece["texts"])
        assert piece["pictures"] or printed or piece["face"] in EMPTY or piece["group"] in PLACED, piece


def lightness(picture: Image.Image) -> npt.NDArray[np.float64]:
    """CIE L*, from 0 to 100."""
    rgb = np.asarray(picture.convert("RGB"), np.float64) / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    y = linear @ np.array([0.2126, 0.7152, 0.0722])
    light: npt.NDArray[np.float64] = np.where(y > 0.008856, 116 * np.cbrt(y) - 16, 903.3 * y)
    return light


def meaning(face: dict[str, Any]) -> tuple[str, ...]:
    """Faces that differ only in a printed number or in which copy they are need no other difference; nor do spaces of
    a board and markers of a track in where they are, or in what a figure on them covers; nor in words beside a
    portrait; nor does a figure on its owner's board in whose it is.
    """
    group = face["id"].split(":")[0]
    if group in PLACED:
        return (group,)
    if group in ON_OWN_BOARD:
        return (face["note"], str(group == "idle"))
    elsewhere = tuple(UNMARKED) if not face["zone"].endswith(MARKED) else (WHOLE,)
    badges = [re.sub(r"\d+", "", badge) for badge in face["badges"] if not badge.startswith(elsewhere)]
    if group == "cell":
        return ("", face["art"], face["color"], face["shape"], *(badges if not face["art"] else []))
    said = "" if group == "bidder" else re.sub(r"\d+", "", face["face"])
    return (said, face["art"], face["color"], face["shape"], *badges)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("game", OURS)
def test_two_faces_are_told_apart(game: str, eyes: str, visit: Visit) -> None:
    page = enter(visit, game, eyes).page
    boxes = page.evaluate(PLACES)
    whole = lightness(Image.open(io.BytesIO(page.screenshot(full_page=True, animations="disabled"))))
    groups = defaultdict(list)
    for face, (x, y, w, h) in zip(gallery(game), boxes, strict=True):
        left, top = round(x), round(y)
        seen = whole[top : top + round(h), left : left + round(w)]
        groups[face["kind"], seen.shape].append((face, seen))
    compared = 0
    alike: list[str] = []
    for found in groups.values():
        pictures = np.stack([seen for _, seen in found])
        for i, (one, seen) in enumerate(found):
            differ = (abs(pictures[i + 1 :] - seen) >= STEP).sum(axis=(1, 2))
            for n, (other, _) in zip(differ.tolist(), found[i + 1 :], strict=True):
                if meaning(one) != meaning(other):
                    compared += 1
                    if n < MARK:
                        alike.append(f"{n} pixels between {one} and {other}")
    assert not alike, "\n".join(alike)
    assert compared > 50


@pytest.mark.parametrize("game", OURS)
def test_the_pictures_of_a_table_are_light(game: str, visit: Visit) -> None:
    person = visit()
    sizes: list[int] = []

    def weigh(answer: Response) -> None:
        if re.search(r"\.(svg|png|webp|jpe?g)$", answer.url):
            sizes.append(len(gzip.compress(answer.body())))

    person.page.on("response", weigh)
    person.sit(game, ["me", "bot:apprentice", "bot:apprentice"])
    person.page.wait_for_load_state("networkidle")
    assert len(sizes) > 5 and sum(sizes) < HEAVIEST * 1024, sum(sizes)


def test_letters_on_pieces_are_a_setting(visit: Visit) -> None:
    person = visit()
    person.sit("wok_and_roll", ["me", "bot:apprentice"])
    assert not person.page.locator(".piece .letters").count()
    person.page.get_by_role("button", name="Menu").click()
    person.page.get_by_label("Letters on pieces").check()
    assert person.page.locator(".piece[data-kind='die'] .letters").all_inner_texts()[:6] == [
        die.get_attribute("data-face") for die in person.page.locator("[data-zone='tray'] .piece").all()
    ]


def test_everybody_at_a_table_has_a_name_and_a_face(visit: Visit) -> None:
    person = visit()
    person.sit("umami", ["me", "bot:cook", "bot:cook", "bot:cook"])
    names = person.page.locator(".panel .name").all_inner_texts()
    portraits = person.page.locator(".panel .portrait").all()
    drawn = {portrait.evaluate("(it) => getComputedStyle(it).backgroundImage") for portrait in portraits}
    assert len(set(names)) == len(drawn) == 4 and all("face-" in one for one in drawn)
    assert person.page.locator(".panel .mark", has_text="cook").count() == 3
