"""All positions of small boards, a module for each game, all with the names that the search uses."""
