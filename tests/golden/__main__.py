"""Rewrites the golden playthroughs."""

from tests.golden import PLAYTHROUGHS

for playthrough in PLAYTHROUGHS:
    text = playthrough.text()
    known = playthrough.path.read_text(encoding="utf-8") if playthrough.path.exists() else ""
    if text != known:
        playthrough.path.write_text(text, encoding="utf-8")
        print(f"rewritten: {playthrough.path.name}")
