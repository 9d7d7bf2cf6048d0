"""What is compiled for each game by itself: a change here leaves the machine code of the bots as it is."""
