"""Identity: a token in a cookie, a recovery code for another device, and an optional password. Only hashes are kept."""

from __future__ import annotations

import hashlib
import random
import secrets
import unicodedata
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error

from yokocho.core.errors import BadInput
from yokocho.server.clocks import DAY

COOKIE = "yokocho"
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without look-alikes
ADJECTIVES = "Amber Brisk Calm Clever Crisp Dusky Early Gentle Golden Happy Jolly Lucky Mellow Merry Misty Quiet Silver Spicy Sunny Swift".split()  # noqa: E501
NOUNS = "Badger Carp Cat Crab Crane Dumpling Fox Ginger Heron Lantern Lotus Maple Noodle Otter Owl Plum Prawn Radish Sesame Tanuki".split()  # noqa: E501
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # invisible, although Unicode calls them printable
GONE = "Somebody who left"  # the name of whoever was here
LIFETIME = 365 * DAY  # of a sign-in since its last use
RENEWAL = DAY  # how often its last use is recorded
MOST_NAME, LEAST_PASSWORD, MOST_PASSWORD = 32, 10, 200

hasher = PasswordHasher()


def new_id() -> str:
    return secrets.token_urlsafe(9)


def handle(id: str) -> str:
    """The address of a person's page: always the same, and nobody finds the id from it."""
    return hashed(f"page {id}")[:12]


def new_token() -> str:
    """256 bits."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """A plain SHA-256: enough for tokens, which have 123 bits of entropy or more."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_code() -> str:
    """A recovery code that is easy to read aloud: 123 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(5)) for _ in range(5))


def plain_code(code: str) -> str:
    return "".join(c for c in code.upper() if c in LETTERS)


def friendly_name() -> str:
    return f"{random.choice(ADJECTIVES)} {random.choice(NOUNS)}"


def cleaned(text: str) -> str:
    """The text on one line, without invisible and bidirectional control characters; empty if only combining marks are
    left.
    """
    text = " ".join("".join(c if c.isprintable() and c not in BLANK else " " for c in text).split())
    return text if any(unicodedata.category(c)[0] not in "MZ" for c in text) else ""


def check_name(name: str) -> str:
    name = cleaned(name)
    if not 0 < len(name) <= MOST_NAME:
        raise BadInput(f"a name has 1 to {MOST_NAME} characters")
    return name


def check_login(login: str) -> str:
    login = login.strip().lower()
    if not (3 <= len(login) <= 40 and all(c.isalnum() or c in "._-@+" for c in login)):
        raise BadInput("a login has 3 to 40 letters, digits or . _ - @ +")
    return login


def check_password(password: str) -> str:
    if not LEAST_PASSWORD <= len(password) <= MOST_PASSWORD:
        raise BadInput(f"a password has {LEAST_PASSWORD} to {MOST_PASSWORD} characters")
    return password


def hash_password(password: str) -> str:
    return hasher.hash(password)


def fits(stored: str | None, password: str) -> bool:
    """Does the password match? Takes as long if there is none, so that nobody learns which logins exist."""
    try:
        return hasher.verify(stored or nobody(), password) and stored is not None
    except Argon2Error:
        return False


@cache
def nobody() -> str:
    """A hash that no password matches; made on first use, since hashing takes a third of a second."""
    return hasher.hash(secrets.token_hex(16))
