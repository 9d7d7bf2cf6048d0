"""What is compiled for each game."""
