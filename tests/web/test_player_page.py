"""A rated table from the form to the leaderboard, who sees the page, and the way out."""

from __future__ import annotations

from playwright.sync_api import expect


def test_from_a_rated_table_to_the_way_out(visit):
    ann, bob = visit(), visit()
    page = ann.go("/new/last_dumpling")
    page.get_by_label("Rated", exact=True).check()
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    page.locator(".lobby .lead").get_by_text("rated").wait_for()
    bob.go(page.locator(".invite-link input").input_value().removeprefix(bob.url))
    bob.page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog")
    menu.get_by_text("This match is rated").wait_for()
    expect(menu.get_by_role("button", name="Step away")).to_have_count(0)
    menu.get_by_role("button", name="Concede…").click()
    menu.get_by_role("button", name="Yes, concede").click()
    bob.page.locator(".ending").wait_for()

    page = bob.go("/me")
    expect(page.locator(".record-rating small")).to_have_text("provisional")
    expect(page.locator(".record-size")).to_contain_text("1 of 1 won")
    page.locator(".company a").click()
    name = ann.api("GET", "/me")["name"]
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    expect(page.locator(".record-size")).to_contain_text("0 of 1 won")

    page = ann.go("/settings")
    page.get_by_label("Who may see your page").select_option("all")
    page.get_by_role("link", name="your page").wait_for()
    bob.go("/best/last_dumpling")
    expect(bob.page.locator(".ranks").filter(has_text="(you)")).to_have_count(1)
    bob.page.get_by_role("link", name=name).wait_for()

    page.get_by_role("button", name="Leave for good").click()
    page.get_by_label("Write your name").fill(name)
    page.get_by_role("button", name="Leave for good").click()
    page.get_by_text("The house has forgotten you").wait_for()
    bob.forgive("404")
    bob.page.get_by_role("link", name=name).click()
    bob.page.get_by_role("heading", name="Nobody to see here").wait_for()
