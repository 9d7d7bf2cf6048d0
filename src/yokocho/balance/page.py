"""The balance page: one HTML file that needs nothing else, with a table behind every chart."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from yokocho.balance.charts import draw
from yokocho.balance.estimators import Figure
from yokocho.balance.exhibits import TABLE, Exhibit, Row, Section, interval_words, number_words

STYLE = """
:root { color-scheme: light dark; --ink: #2b2722; --paper: #faf7f0; --pale: #6d675c; --rule: #d8d1c2; --link: #8f2d1b }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece6da; --paper: #1f1c18; --pale: #aaa396; --rule: #46413a; --link: #f0a08c }
}
body { margin: 0 auto; padding: 1rem; max-width: 44rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
h1, h2, h3 { line-height: 1.2; text-wrap: balance }
h2 { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: 1rem }
a { color: var(--link) }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem }
nav a { display: inline-block; padding: .5rem 0 }
svg { display: block; width: 100%; max-width: 36rem; height: auto; color: var(--ink) }
figure { margin: 0 }
summary { cursor: pointer; padding: .6rem 0; color: var(--link) }
.scroll { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem }
caption { text-align: start; color: var(--pale); padding: .25rem 0 }
th, td { text-align: start; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--rule); vertical-align: top }
td { white-space: nowrap }
.pale { color: var(--pale) }
"""


def page(title: str, words: Sequence[str], sections: Sequence[Section]) -> str:
    """The whole file."""
    links = "".join(f'<li><a href="#{section.id}">{escape(section.title)}</a></li>' for section in sections)
    said = "".join(f"<p>{escape(line)}</p>" for line in words)
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<header><h1>{escape(title)}</h1>{said}</header>\n<nav aria-label="Sections"><ul>{links}</ul></nav>\n'
        f"<main>\n{''.join(map(section_html, sections))}</main>\n</body>\n</html>\n"
    )


def section_html(section: Section) -> str:
    words = f"<p>{escape(section.words)}</p>" if section.words else ""
    inside = "".join(map(exhibit_html, section.exhibits))
    return f'<section id="{section.id}"><h2>{escape(section.title)}</h2>{words}\n{inside}</section>\n'


def exhibit_html(exhibit: Exhibit) -> str:
    words = f'<p class="pale">{escape(exhibit.words)}</p>' if exhibit.words else ""
    head = f'<h3 id="{exhibit.id}">{escape(exhibit.title)}</h3>{words}'
    if exhibit.kind == TABLE:
        return f"{head}{table(exhibit)}\n"
    return f"{head}<figure>{draw(exhibit)}</figure><details><summary>The data</summary>{table(exhibit)}</details>\n"


def table(exhibit: Exhibit) -> str:
    """The figures with their intervals."""
    grouped = any(row.group for row in exhibit.rows)
    heads = ["group"] if grouped else []
    heads += [exhibit.label or "what", exhibit.what, "95 % interval", *(name for name, _ in exhibit.more)]
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join(f"<tr>{row_html(exhibit, row, grouped)}</tr>" for row in exhibit.rows)
    note = ""
    if exhibit.reference is not None and exhibit.reference_words:
        said = f"{exhibit.reference_words}: {number_words(exhibit.reference, exhibit.unit)}"
        note = f"<caption>{escape(said[0].upper() + said[1:])}</caption>"
    return (
        f'<div class="scroll" role="region" aria-labelledby="{exhibit.id}" tabindex="0">'
        f'<table aria-labelledby="{exhibit.id}">{note}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'
    )


def row_html(exhibit: Exhibit, row: Row, grouped: bool) -> str:
    cells = [f"<td>{escape(row.group)}</td>"] if grouped else []
    cells.append(f'<th scope="row">{escape(row.label)}</th>')
    cells.append(f"<td>{value_words(row.figure, exhibit.unit)}</td>")
    cells.append(f"<td>{interval_words(row.figure, exhibit.unit)}</td>")
    for (_, unit), figure in zip(exhibit.more, row.more):
        cells.append(f"<td>{value_words(figure, unit)} ({interval_words(figure, unit)})</td>")
    return "".join(cells)


def value_words(figure: Figure, unit: str) -> str:
    return "not known" if figure.value is None else number_words(figure.value, unit)
