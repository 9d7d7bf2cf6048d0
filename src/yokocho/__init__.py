"""Yokocho: an alley of four food games."""

__version__ = "0.1.0"
