"""The house's addresses, by subject."""
