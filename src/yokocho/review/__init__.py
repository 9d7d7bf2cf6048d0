"""What decided a match, judged from what each seat knew at the time (docs/review.md)."""
