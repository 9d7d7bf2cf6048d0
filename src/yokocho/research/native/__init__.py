"""What is compiled for each game: on a processor by Numba, on a GPU by numba-cuda, from the same functions."""
