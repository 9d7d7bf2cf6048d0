"""The house server: tables, seats, secrets, clocks, bots. Nothing is lost, and nothing leaves but masked copies."""
