"""A component file that says something impossible is refused with a message that names the place."""

import copy

import pytest

from yokocho.core.components import ComponentError, Components
from yokocho.games.umami import components

FILE = components.BOX.path


def load(data):
    """Loads changed data the way the module does."""
    box = Components(FILE)
    box.data = data
    old, components.BOX = components.BOX, box
    try:
        return components.load_ingredients(), components.load_setup(), components.load_favorites()
    finally:
        components.BOX = old


def changed(*path, value):
    """The file's data with one value replaced, or taken out if it is ``...``."""
    data = copy.deepcopy(components.BOX.data)
    place = data
    for key in path[:-1]:
        place = place[key]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return data


def test_the_file_as_it_is_can_be_loaded():
    ingredients, setups, favorites = load(components.BOX.data)
    assert ingredients == (3, "GYR", "*bs")
    assert setups == components.SETUPS
    assert favorites == components.CARDS


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (["ingredients"], ..., "file: ingredients is missing"),
        (["ingredients", "copies"], 4, "ingredients: copies should be 1 to 3, not 4"),
        (["ingredients", "copies"], True, "ingredients: copies should be int, not True"),
        (["ingredients", "provenance"], "hearsay", "ingredients: provenance is .*, not 'hearsay'"),
        (["ingredients", "color", 1, "numbers"], [5, 6, 7], r"ingredients.color\[1\]: numbers .* from 4"),
        (["ingredients", "color", 1, "code"], "Z", "ingredients: the colours are G, Y, R"),
        (["ingredients", "icon", 0, "code"], "b", "ingredients: .* the icons"),
        (["setup"], [], "setup: one row each"),
        (["setup", 2], ..., "setup: one row each"),
        (["setup", 0, "players"], 6, "setup"),
        (["setup", 0, "hand"], 5, r"setup\[0\]: hand and both areas are 4"),
        (["setup", 0, "hand"], ..., r"setup\[0\]: hand is missing"),
        (["setup", 1, "trigger"], "12", r"setup\[1\]: trigger should be int, not '12'"),
        (["setup", 1, "trigger"], 14, r"setup\[1\]: trigger cannot be 14"),
        (["setup", 3, "favorites_deck"], 14, r"setup\[3\]: favorites_deck cannot be 14 with 5 players"),
        (["setup", 3, "favorites_deck"], 3, r"setup\[3\]: favorites_deck cannot be 3"),
        (["setup", 3, "provenance"], ..., r"setup\[3\]: provenance is missing"),
        (["favorite", 0, "direction"], "up", r"favorite\[0\]: direction is H or L, not 'up'"),
        (["favorite", 0, "pattern"], "GGB", r"favorite\[0\]: pattern is .*, not 'GGB'"),
        (["favorite", 0, "pattern"], "+3", r"favorite\[0\]: pattern is .*, not '\+3'"),
        (["favorite", 0, "pattern"], "GYG", r"favorite\[0\]: write the doubled colour of GYG first"),
        (["favorite", 12, "unequal"], True, r"favorite\[12\]: GYR has no doubled colour"),
        (["favorite", 14, "unequal"], True, r"favorite\[14\]: \+1 has no doubled colour"),
        (["favorite", 2, "pattern"], "GGY", r"favorite\[2\]: GGY-H is there twice"),
        (["favorite", 2, "stars"], ..., r"favorite\[2\]: stars is missing"),
        (["favorite", 2, "provenance"], "guess", r"favorite\[2\]: provenance is"),
        (["favorite", 17], ..., "favorite: 9 high and 9 low Favorites, not 9 and 8"),
    ],
)
def test_what_is_impossible_is_named(path, value, said):
    with pytest.raises(ComponentError, match=f"components.toml: {said}"):
        load(changed(*path, value=value))


def test_a_file_that_is_no_toml_is_named(tmp_path):
    broken = tmp_path / "broken.toml"
    broken.write_text("[ingredients\n")
    with pytest.raises(ComponentError, match=r"broken.toml: .*line 1"):
        Components(broken)
    with pytest.raises(ComponentError, match=r"nowhere.toml"):
        Components(tmp_path / "nowhere.toml")


def test_a_correction_in_its_place_is_taken_over():
    data = changed("favorite", 0, "pattern", value="GGG")
    assert load(data)[2][0].id() == "GGG-H"
    data = changed("favorite", 0, "unequal", value=True)
    assert load(data)[2][0].id() == "GGY≠-H"


def places(data, path=()):
    """Every place in the data."""
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def check(path, value):
    """A changed file loads, or is refused with its name; nothing else."""
    said = "components.toml: "
    try:
        load(changed(*path, value=value))
    except ComponentError as error:
        said = str(error)
    assert said.startswith("components.toml: ")


@pytest.mark.parametrize("value", [..., 0, -1, 99, 1.5, True, "", "x", [], {}], ids=repr)
def test_whatever_is_said_about_a_component_it_loads_or_is_refused(value):
    for path in places(components.BOX.data):
        if isinstance(path[-1], str):
            check(path, value)


def test_a_row_left_out_is_refused_or_loads():
    for path in places(components.BOX.data):
        check(path, ...)


@pytest.mark.parametrize(
    "path", [("setup", 0), ("favorite", 3), ("ingredients", "icon", 1), ("ingredients", "color", 1)]
)
def test_a_row_that_is_no_table_is_refused(path):
    with pytest.raises(ComponentError):
        load(changed(*path, value=1))


def test_two_rows_for_the_same_number_of_players_are_refused():
    data = copy.deepcopy(components.BOX.data)
    data["setup"].append(data["setup"][0] | {"favorites_deck": 8})
    with pytest.raises(ComponentError, match="setup"):
        load(data)


@pytest.mark.parametrize("stars", [-1, 0, 1000])
def test_every_favorite_has_one_star(stars):
    with pytest.raises(ComponentError, match="stars"):
        load(changed("favorite", 0, "stars", value=stars))
