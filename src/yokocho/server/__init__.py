"""The house server: tables, seats, secrets, clocks, bots. Events are on disk before they are sent, and only what is
made from masked states is sent.
"""
