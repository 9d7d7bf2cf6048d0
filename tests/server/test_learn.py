"""Guides, lessons and progress over HTTP, and tables with a coach."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.learn.support import ALL_LESSONS, SAMPLE, TAUGHT, find
from tests.server.support import PATIENCE, Guest, Served, served
from tests.support import table_id
from yokocho import catalog
from yokocho.core.game import Game
from yokocho.core.scene import Panel, Scene
from yokocho.learn import coach, puzzles
from yokocho.learn.guide import guide as guide_of
from yokocho.server.settings import UNLIMITED, Limits

START = {"step": 0, "ways": [], "played": []}
PUZZLED = {game.name for game in TAUGHT if puzzles.puzzles(game)}
lessons = pytest.mark.parametrize(("game", "id"), ALL_LESSONS, ids=table_id)
Welcome = Callable[..., Guest]


@pytest.fixture
def nobody(inn: Served) -> Iterator[httpx.Client]:
    """A browser without a cookie."""
    with httpx.Client(base_url=inn.url, timeout=PATIENCE) as made:
        yield made


class Lesson:
    """A lesson as a browser takes it."""

    def __init__(self, web: httpx.Client, game: str, id: str) -> None:
        self.web, self.path = web, f"/api/games/{game}/lessons/{id}"
        self.moment: dict[str, Any] = self.look(START)

    def look(self, at: dict[str, Any]) -> dict[str, Any]:
        found = self.web.post(self.path, json={"at": at})
        assert found.status_code == 200, found.text
        moment: dict[str, Any] = found.json()
        return moment

    def say(self, **message: Any) -> dict[str, Any]:
        found = self.web.post(self.path, json={"at": self.moment["at"], "message": message})
        assert found.status_code == 200, found.text
        answer: dict[str, Any] = found.json()
        return answer


def ids(scene: dict[str, Any]) -> dict[str, set[Any]]:
    return {
        "pieces": {piece["id"] for zone in scene["zones"] for piece in zone["pieces"]},
        "zones": {zone["id"] for zone in scene["zones"]},
        "panels": {panel["seat"] for panel in scene["panels"]},
        "meters": set(range(len(scene["meters"]))),
    }


def check_lit(lit: dict[str, list[Any]], scene: dict[str, Any], some: bool) -> None:
    known = ids(scene)
    assert set(lit) == set(known)
    assert all(set(lit[kind]) <= known[kind] for kind in known)
    assert any(lit.values()) or not some


@pytest.mark.parametrize("game", TAUGHT, ids=table_id)
def test_a_guide_with_its_tables(nobody: httpx.Client, game: Game) -> None:
    told = nobody.get(f"/api/games/{game.name}/guide").json()
    found = guide_of(game)
    assert [chapter["title"] for chapter in told["chapters"]] == [chapter.title for chapter in found.chapters]
    assert (told["title"], told["words"], told["minutes"]) == (found.title, found.words, found.minutes)
    figures = [block for chapter in told["chapters"] for block in chapter["blocks"] if block["kind"] == "figure"]
    assert len(figures) == sum(len(list(chapter.figures())) for chapter in found.chapters) > 0
    for figure in figures:
        scene = figure["state"]["scene"]
        check_lit(figure["lit"], scene, some=False)
        assert set(figure["crop"]) <= ids(scene)["zones"]
        assert figure["spoken"][0] == f"{scene['title']}."
        for point in figure["points"]:
            check_lit(point["at"], scene, some=True)


def test_the_state_of_a_lesson_is_that_of_a_table(guest: Welcome, nobody: httpx.Client) -> None:
    """So that a browser draws both alike."""
    ann = guest("Ann")
    real = ann.state(ann.table(SAMPLE.name, ["me", "bot:apprentice"])["id"])
    made = Lesson(nobody, SAMPLE.name, "last-one").moment["state"]
    assert set(made) == set(real) - {"build"}
    assert set(made["table"]) == set(real["table"])
    assert set(made["table"]["seats"][0]) == set(real["table"]["seats"][0])
    assert set(made["clocks"]) == set(real["clocks"])
    assert set(made["scene"]) == set(real["scene"]) == set(Scene.__dataclass_fields__)


@lessons
def test_a_lesson_is_played_to_its_end(nobody: httpx.Client, game: Game, id: str) -> None:
    lesson, steps = Lesson(nobody, game.name, id), find(game, id).steps
    moment: dict[str, Any] | None = lesson.moment
    seen = 0
    while moment:
        lesson.moment = moment
        step = steps[moment["at"]["step"]]
        assert (moment["say"], moment["task"], moment["steps"]) == (step.say, step.task, len(steps))
        check_lit(moment["lit"], moment["state"]["scene"], some=False)
        if step.task:
            answer = lesson.say(type="move", move=moment["model"][0], id="a")
        else:
            assert moment["model"] == []
            answer = lesson.say(type="next", id="a")
        done = len(moment["model"]) <= 1
        assert (answer["type"], answer["id"], answer["result"]) == ("answer", "a", "right" if done else "on")
        if done:
            assert answer["said"] == step.said and answer["after"] == step.after
            assert [(one["seat"], one["notation"]) for one in answer["then"]] == list(step.then)
            assert all(one["lines"] == one["state"]["log"]["entries"][-1]["lines"] for one in answer["then"])
            seen += 1
        if step.task:
            assert answer["shown"]["number"] == moment["state"]["number"] + 1
            assert answer["shown"]["undo"] == ""
        moment = answer["next"]
        if moment:
            assert lesson.look(moment["at"]) == moment
    assert seen == len(steps)


def test_a_wrong_move_is_shown_and_then_forgotten(nobody: httpx.Client) -> None:
    lesson = Lesson(nobody, SAMPLE.name, "last-one")
    answer = lesson.say(type="move", move="take 1")
    assert answer["result"] == "other" and answer["said"].startswith("Then Kiko can leave just one")
    (entry,) = answer["shown"]["log"]["entries"]
    assert (entry["notation"], entry["lines"], entry["events"]) == ("take 1", ["You eat 1"], ["ate"])
    assert answer["next"] == lesson.moment and answer["then"] == []
    assert lesson.say(type="move", move=2)["result"] == "right"  # by its number


def test_what_a_table_answers_too(nobody: httpx.Client) -> None:
    lesson = Lesson(nobody, SAMPLE.name, "last-one")
    told = lesson.say(type="preview", move=0, id="p")
    assert (told["type"], told["id"], told["move"], told["lines"]) == ("preview", "p", 0, ["You eat 1"])
    assert {ghost["zone"] for ghost in told["ghosts"]} <= {"steamer", "cup:0"} and told["gone"]
    assert lesson.say(type="why", action=0) == {"id": None, "type": "why", "reason": "", "rule": ""}
    assert lesson.say(type="why", piece="cup:0")["reason"].startswith("It is not part of what is asked now")
    hints = lesson.say(type="hint")["hints"]
    assert hints[0]["notation"] == "take 3" and "why" in hints[0]


def test_moves_that_are_refused(nobody: httpx.Client) -> None:
    lesson = Lesson(nobody, SAMPLE.name, "last-one")
    for move in ("take 9", "nonsense", "", 99, -1, 10**30):
        answer = lesson.say(type="move", move=move)
        assert answer["type"] == "refused" and answer["reason"], move
    assert lesson.say(type="next")["reason"] == "There is something to do first."
    assert lesson.say(type="why", action=99)["type"] == "refused"


@pytest.mark.parametrize(
    "at",
    [
        *({**START, "step": 9}, {**START, "ways": [0]}, {**START, "step": 1}, {**START, "step": -1}),
        *({**START, "played": ["take 3"]}, {**START, "played": ["x" * 81]}, {**START, "played": ["take 1"] * 61}),
        *({**START, "step": 1, "ways": [7]}, {**START, "more": 1}, {}, None, {"step": "x"}),
    ],
)
def test_places_that_are_none(nobody: httpx.Client, at: Any) -> None:
    answer = nobody.post(f"/api/games/{SAMPLE.name}/lessons/just-right", json={"at": at})
    assert answer.status_code == (200 if at == {} else 422) and "Traceback" not in answer.text
    odd = nobody.post(f"/api/games/{SAMPLE.name}/lessons/just-right", json={"at": START, "message": {"type": "dance"}})
    assert odd.status_code == 422


def test_what_there_is_not(nobody: httpx.Client) -> None:
    for path in ("/api/games/chess/guide", "/api/games/chess/lessons", "/api/games/chess/coach"):
        assert nobody.get(path).status_code == 404
    for path in ("/api/games/chess/lessons/one", f"/api/games/{SAMPLE.name}/lessons/none"):
        assert nobody.post(path, json={"at": START}).status_code == 404


def test_lessons_and_hints_are_limited(tmp_path: Path) -> None:
    limits = Limits(**{**vars(UNLIMITED), "lessons": (3, 0.001), "hints": (1, 0.001)})
    with served(tmp_path / "house.db", limits=limits) as house, httpx.Client(base_url=house.url) as web:
        path, asked = f"/api/games/{SAMPLE.name}/lessons/last-one", {"at": START, "message": {"type": "hint"}}
        assert [web.post(path, json=asked).status_code for _ in range(2)] == [200, 429]
        assert [web.post(path, json={"at": START}).status_code for _ in range(2)] == [200, 429]
        assert web.get(f"/api/games/{SAMPLE.name}/guide").status_code == 429


def test_searches_of_the_coach_are_limited(tmp_path: Path) -> None:
    limits = Limits(**{**vars(UNLIMITED), "doubts": (1, 0.001)})
    with served(tmp_path / "house.db", limits=limits) as house:
        ann = Guest(house.url, "Ann")
        id = coached(ann)
        assert ann.say(id, "coach")["type"] == "coach"
        again = ann.post(f"/api/tables/{id}/messages", {"type": "coach"})
        assert again.status_code == 429 and "retry-after" in again.headers
        ann.close()


def test_games_say_what_they_teach(nobody: httpx.Client) -> None:
    for game in nobody.get("/api/games").json():
        number = sum(taught.name == game["name"] for taught, _ in ALL_LESSONS)
        mined = game["name"] in PUZZLED
        assert game["teaching"] == {"guide": True, "lessons": number, "coach": True, "puzzles": mined}
        listed = nobody.get(f"/api/games/{game['name']}/lessons").json()["lessons"]
        assert [lesson["id"] for lesson in listed] == [id for taught, id in ALL_LESSONS if taught.name == game["name"]]


# --- progress


def test_progress_is_kept_merged_and_forgotten(guest: Welcome, nobody: httpx.Client) -> None:
    ann, bea = guest("Ann"), guest("Bea")
    assert ann.get("/api/me/learned").json() == {}
    some = {SAMPLE.name: {"lessons": ["last-one"], "coach": ["question:turn", "nothing"]}, "chess": {}}
    kept = {SAMPLE.name: {"lessons": ["last-one"], "coach": ["question:turn"], "puzzles": []}}
    assert ann.post("/api/me/learned", some).json() == kept
    more = {SAMPLE.name: {"lessons": ["last-one", "first-bite", "no-such"], "coach": []}}
    both = {SAMPLE.name: {"lessons": ["first-bite", "last-one"], "coach": ["question:turn"], "puzzles": []}}
    assert ann.post("/api/me/learned", more).json() == both == ann.get("/api/me/learned").json()
    assert bea.get("/api/me/learned").json() == {}
    assert ann.http.delete("/api/me/learned", params={"game": SAMPLE.name}).status_code == 204
    assert ann.get("/api/me/learned").json() == {}
    assert nobody.get("/api/me/learned").status_code == 401


@pytest.mark.parametrize(
    "body",
    [
        *([], {"umami": []}, {"umami": {"lessons": "x"}}, {"umami": {"lessons": ["a\0"]}}, {"a\0": {}}),
        *({"umami": {"lessons": ["x"] * 201}}, {"x" * 65: {}}, {str(i): {} for i in range(65)}, {"umami": {"no": []}}),
    ],
)
def test_progress_that_makes_no_sense(guest: Welcome, body: Any) -> None:
    assert guest("Ann").http.post("/api/me/learned", json=body).status_code == 422


# --- puzzles


def test_puzzles_are_lessons_of_one_step_and_their_list_tells_no_solution(guest: Welcome, nobody: httpx.Client) -> None:
    ann, game = guest("Ann"), catalog.game("wok_and_roll")
    listed = nobody.get("/api/games/wok_and_roll/puzzles").json()
    assert listed["daily"] in {one["id"] for one in listed["puzzles"]}
    assert all(one.keys() == {"id", "rating", "theme", "players"} for one in listed["puzzles"])
    one = puzzles.puzzle(game, listed["daily"])
    lesson = Lesson(nobody, "wok_and_roll", f"puzzle-{one.id}")
    assert lesson.moment["steps"] == 1 and lesson.moment["model"] == [one.best]
    wrong = lesson.say(type="move", move=next(move for move in one.values if move != one.best))
    assert wrong["result"] == "wrong" and wrong["next"]["at"] == START
    right = lesson.say(type="move", move=one.best)
    assert right["result"] == "right" and right["next"] is None
    assert nobody.post("/api/games/wok_and_roll/lessons/puzzle-none", json={"at": START}).status_code == 404
    assert nobody.get(f"/api/games/{SAMPLE.name}/puzzles").status_code == 404
    words = [f"failed:{one.id}", f"day:{listed['day']}", "day:never", "solved:none"]
    kept = ann.post("/api/me/learned", {"wok_and_roll": {"puzzles": words}}).json()
    assert kept["wok_and_roll"]["puzzles"] == sorted(words[:2])


# --- a table with a coach


def coached(ann: Guest, game: str = SAMPLE.name) -> str:
    table = ann.table(game, ["me", "bot:apprentice"], coach=True)
    assert table["coach"] and table["status"] == "running"
    return str(table["id"])


def test_the_coach_speaks_to_the_person_of_the_table(guest: Welcome) -> None:
    ann = guest("Ann")
    id = coached(ann)
    state = ann.state(id)
    assert [one["key"] for one in state["coach"]["first"]] == ["question:turn"]
    told = state["coach"]["first"][0]
    assert told["say"] == coach.coach(SAMPLE).sayings["question:turn"].say
    check_lit(told["lit"], state["scene"], some=True)
    with ann.socket(id) as socket:
        socket.expect("state")
        socket.send("move", id="m", number=state["number"], move="take 1")
        mine = socket.expect("event", kind="move")
        assert [one["key"] for one in mine["coach"]["first"]] == ["event:ate"]
        theirs = socket.expect("event", kind="move")
        assert [one["key"] for one in theirs["coach"]["first"]][-1] == "question:turn"
        assert theirs["log"]["entries"][-1]["events"][0] == "ate"
        socket.send("coach", id="c")
        answer = socket.expect("coach")
        assert answer["id"] == "c" and isinstance(answer["poor"], list)


def test_after_a_round_the_coach_says_how_one_stands(guest: Welcome, monkeypatch: pytest.MonkeyPatch) -> None:
    """A round of Umami is over when everybody has had a turn; it is compared with the end of the one before."""
    told: list[tuple[list[int], list[int], str]] = []

    def so_far(found: coach.Coach, before: list[Panel], after: list[Panel], p: int, heading: str) -> coach.Standing:
        told.append(([panel.score for panel in before], [panel.score for panel in after], heading))
        return coach.Standing("You lead.", cheer=True)

    monkeypatch.setattr("yokocho.server.views.so_far", so_far)
    ann = guest("Ann")
    id = coached(ann, "umami")
    lines = []
    with ann.socket(id) as socket:
        heard = socket.expect("state")
        while len(lines) < 3:
            if heard["scene"]["choices"]:
                move = heard["scene"]["choices"][0]["notation"]
                socket.send("move", id=f"{heard['number']}", number=heard["number"], move=move)
            heard = socket.expect("event", kind="move")
            if heard["coach"]["round"]:
                lines.append((heard["scene"]["title"], heard["coach"]["round"], heard["coach"]["cheer"]))
    assert [title.partition("round ")[2][:1] for title, _, _ in lines] == ["2", "3", "4"]
    assert {line[1:] for line in lines} == {("You lead.", True)}
    assert [before for before, _, _ in told] == [[0, 0], told[0][1], told[1][1]]
    assert [heading for _, _, heading in told] == [title for title, _, _ in lines]


def test_clear_mistakes_are_named(guest: Welcome, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Any, ...]] = []
    monkeypatch.setattr("yokocho.server.house.doubts", lambda *given: seen.append(given) or {2: "Are you sure?"})
    ann = guest("Ann")
    id = coached(ann)
    assert ann.say(id, "coach")["poor"] == [{"action": 2, "ask": "Are you sure?"}]
    ((game, view, p, _),) = seen
    assert game is SAMPLE and p == 0 and view.appetite[1] < 0, "the coach sees no more than the seat"


def test_without_a_coach_there_is_none(guest: Welcome) -> None:
    ann = guest("Ann")
    id = ann.table(SAMPLE.name, ["me", "bot:apprentice"])["id"]
    assert ann.state(id)["coach"] is None and not ann.state(id)["table"]["coach"]
    assert ann.say(id, "coach")["reason"] == "There is no coach at this table."


@pytest.mark.parametrize(
    ("seats", "wishes"),
    [
        *((["me", "me"], {}), (["me", "open"], {}), (["me", "bot:apprentice", "open"], {})),
        (["me", "bot:apprentice"], {"pace": {"kind": "days", "days": 2}}),
        (["me", "bot:apprentice"], {"pace": {"kind": "live", "bank": 60, "increment": 5}}),
    ],
)
def test_a_coach_has_time_for_one_person_without_a_clock(guest: Welcome, seats: list[str], wishes: Any) -> None:
    asked = {"game": SAMPLE.name, "seats": seats, "coach": True, **wishes}
    answer = guest("Ann").post("/api/tables", asked)
    assert answer.status_code == 422 and "with a coach" in answer.json()["detail"]


def test_who_looks_on_is_not_coached(guest: Welcome) -> None:
    ann, bea = guest("Ann"), guest("Bea")
    id = str(ann.table(SAMPLE.name, ["me", "bot:apprentice"], coach=True, public=True)["id"])
    assert bea.state(id)["coach"] is None


def test_a_rematch_has_the_coach_again(guest: Welcome) -> None:
    ann = guest("Ann")
    id = coached(ann)
    ann.say(id, "concede")
    made = ann.post(f"/api/tables/{id}/rematch")
    assert made.status_code == 200 and made.json()["coach"]


def test_what_the_coach_says_of_things(nobody: httpx.Client) -> None:
    told = nobody.get("/api/games/pass_the_tray/coach").json()
    assert set(told) == {"zones", "pieces", "scores", "kinds"}
    assert set(told["zones"]) == {"tray", "plate"} and told["kinds"][0] == ["bun", ["*/bun"]]
