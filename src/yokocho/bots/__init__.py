"""Bots: clients of the protocol that get a masked state and nothing else."""
