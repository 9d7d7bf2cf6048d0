"""What is sent to learners: the guide with its tables, lessons at a place, and what the coach says at a table."""

from __future__ import annotations

from datetime import date
from typing import Any

from yokocho.core.game import Game
from yokocho.core.match import Match
from yokocho.core.scene import table_lines
from yokocho.learn import coach, guide, lessons, puzzles
from yokocho.learn.check import figure_match
from yokocho.learn.guide import Block, Figure
from yokocho.learn.lessons import Course, Lesson
from yokocho.learn.playing import Place, Playing
from yokocho.learn.selectors import Lit, lit
from yokocho.learn.voice import spoken_to, to_you
from yokocho.server import views
from yokocho.server.live import Missing
from yokocho.server.table import RUNNING

# --- a table to look at


def state(match: Match, seat: int) -> dict[str, Any]:
    """The table of a lesson or a figure, as the message `state` of a table that is played at."""
    entries = views.retold(match, seat, range(len(match.moves)))
    for entry in entries:
        entry["lines"] = [to_you(line) for line in entry["lines"]]
    return {
        "type": "state",
        "number": len(match.moves),
        "seat": seat,
        "table": table(match, seat),
        "scene": spoken_to(match.scene(seat)),
        "log": {"from": 0, "entries": entries, "conceded": []},
        "chat": [],
        "remarks": [],
        "clocks": {
            "pace": "untimed",
            "seats": [{"left": None, "running": False}] * match.players,
            "hammer": None,
            "at": 0,
        },
        "undo": "" if match.moves else "You have nothing to take back.",
        "redo": False,
        "coach": None,
    }


def table(match: Match, seat: int) -> dict[str, Any]:
    """The description of a table that nobody made."""
    return {
        "id": "lesson",
        "game": match.game.name,
        "title": match.game.title,
        "players": match.players,
        "options": match.game.options_of(match.state),
        "status": RUNNING,
        "owner": True,
        "mine": [seat],
        "spectator": False,
        "public": False,
        "hints": True,
        "chat": False,
        "coach": False,
        "order": "listed",
        "imported": False,
        "rated": False,
        "pace": {"kind": "untimed"},
        "version": 1,
        "seats": [
            {
                "seat": p,
                "kind": "person" if p == seat else "bot",
                "name": match.name(p),
                "mine": p == seat,
                "ready": True,
                "online": p == seat,
                "bot": None if p == seat else "apprentice",
                "caretaker": False,
                "conceded": False,
            }
            for p in range(match.players)
        ],
        "commitment": "",
        "seed": None,
        "result": None,
        "request": None,
        "notices": [],
        "rematch": None,
        "warming": match.game.interpreted,
        "awaiting": match.pending(),
        "created": 0,
        "started": 0,
        "finished": None,
    }


# --- the guide


def guide_of(game: Game) -> dict[str, Any]:
    found = guide.guide(game)
    return {
        "title": found.title,
        "lead": found.lead,
        "facts": found.facts,
        "words": found.words,
        "minutes": found.minutes,
        "chapters": [
            {
                "id": chapter.id,
                "title": chapter.title,
                "aid": chapter.aid,
                "blocks": [block_of(game, block) for block in chapter.blocks],
            }
            for chapter in found.chapters
        ],
    }


def block_of(game: Game, block: Block) -> dict[str, Any]:
    match block.kind:
        case "list":
            return {"kind": "list", "ordered": block.ordered, "items": block.items}
        case "table":
            return {"kind": "table", "rows": block.rows}
        case "figure":
            assert block.figure
            return {"kind": "figure", **figure_of(game, block.figure)}
    return {"kind": "text", "text": block.text}


def figure_of(game: Game, figure: Figure) -> dict[str, Any]:
    match = figure_match(game, figure)
    scene = spoken_to(match.scene(figure.seat))
    return {
        "id": figure.id,
        "caption": figure.caption,
        "spoken": table_lines(scene),
        "points": [
            {"number": i, "name": point.name, "text": point.text, "at": lit(scene, point.at)}
            for i, point in enumerate(figure.points, 1)
        ],
        "lit": lit(scene, figure.light),
        "crop": lit(scene, figure.crop).zones,
        "state": state(match, figure.seat),
    }


# --- lessons


def lessons_of(game: Game) -> dict[str, Any]:
    return {
        "lessons": [
            {
                "id": lesson.id,
                "title": lesson.title,
                "minutes": lesson.minutes,
                "steps": len(lesson.steps),
                "rules": lesson.rules,
            }
            for lesson in lessons.course(game).lessons
        ]
    }


def find_lesson(game: Game, id: str) -> tuple[Course, Lesson]:
    """A lesson by its id, or the one that a puzzle is."""
    if id.startswith(puzzles.PREFIX):
        known = {one.id: one for one in puzzles.puzzles(game)}
        if (puzzle := known.get(id.removeprefix(puzzles.PREFIX))) is None:
            raise Missing(f"{game.title} has no such puzzle")
        return puzzles.as_lesson(game, puzzle)
    course = lessons.course(game)
    found = next((lesson for lesson in course.lessons if lesson.id == id), None)
    if found is None:
        raise Missing(f"{game.title} has no such lesson")
    return course, found


def moment(playing: Playing) -> dict[str, Any]:
    """Where somebody is in a lesson."""
    scene = playing.scene()
    step, place = playing.step, playing.place
    return {
        "at": {"step": place.step, "ways": place.ways, "played": place.played},
        "steps": len(playing.lesson.steps),
        "state": state(playing.match, playing.seat),
        "say": step.say,
        "task": step.task,
        "lit": playing.lit(scene) if not place.played else Lit(),
        "model": playing.model,
        "spoken": table_lines(scene),
    }


def answer(playing: Playing, move: int | str) -> dict[str, Any]:
    """What comes of a move of the learner, to the end of the step and the beginning of the next."""
    game, course, lesson, place = playing.game, playing.course, playing.lesson, playing.place
    found = playing.answer(move)
    shown = state(playing.match, playing.seat)
    told = {"type": "answer", "result": found.result, "said": found.said, "shown": shown}
    if found.result == "right":
        return told | finish(playing)
    if found.result in ("wrong", "other"):
        playing = Playing(game, course, lesson, place)
    return told | {"then": [], "after": "", "next": moment(playing)}


def go_on(playing: Playing) -> dict[str, Any]:
    """The end of a step that only shows."""
    told = {"type": "answer", "result": "right", "said": "", "shown": state(playing.match, playing.seat)}
    return told | finish(playing)


def finish(playing: Playing) -> dict[str, Any]:
    then = []
    for happened in playing.follow():
        shown = state(playing.match, playing.seat)
        lines = shown["log"]["entries"][-1]["lines"]
        then.append({"state": shown, "seat": happened.seat, "notation": happened.notation, "lines": lines})
    after = playing.step.after
    return {"then": then, "after": after, "next": moment(playing) if playing.advance() else None}


def playing_at(game: Game, id: str, place: Place) -> Playing:
    course, lesson = find_lesson(game, id)
    return Playing(game, course, lesson, place)


# --- puzzles


def puzzles_of(game: Game, today: date) -> dict[str, Any]:
    """The puzzles of a game, without what solves them."""
    known = puzzles.puzzles(game)
    rows = [{"id": one.id, "rating": one.rating, "theme": one.theme, "players": one.players} for one in known]
    return {"day": today.isoformat(), "daily": puzzles.daily(game, today).id, "puzzles": rows}


# --- the coach


def coach_of(game: Game) -> dict[str, Any]:
    """What the coach says of things on the table."""
    found = coach.coach(game)
    return {
        "zones": found.group("zone"),
        "pieces": found.group("piece"),
        "scores": found.group("score"),
        "kinds": found.kinds,
    }
