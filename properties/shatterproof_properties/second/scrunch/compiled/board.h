/* The hexhex board of Scrunch: cells have numbers in the order of rows, then columns.

   Who includes this defines before the SMALLEST_SIDE and LARGEST_SIDE of boards, and WORDS enough for their cells. */

#ifndef SHATTERPROOF_SCRUNCH_BOARD_H
#define SHATTERPROOF_SCRUNCH_BOARD_H

#include "../../sets.h"

enum { MOST_CELLS = 3 * LARGEST_SIDE * (LARGEST_SIDE - 1) + 1, MOST_ROWS = 2 * LARGEST_SIDE - 1, MOST_BESIDE = 6 };

_Static_assert(MOST_CELLS <= 64 * WORDS, "every cell of the largest board has a bit");

typedef struct {
  char text[8];
  size_t length;
} Name;

typedef struct {
  int side, rows;
  int begins[MOST_ROWS + 1]; /* the first cell of each row, then the number of all cells */
  Set cells;
  Set near[MOST_CELLS];
  Name names[MOST_CELLS];
} Board;

static inline int lesser(int one, int other) { return one < other ? one : other; }

/* scrunch.board.hexagon: how many cells a row has. */
static inline int row_length(const Board *board, int row) {
  return board->side + lesser(row, board->rows - 1 - row);
}

/* The cell of a row that so many slanted columns lead to is added to some, if the board has it. */
static inline void add_slanted(Set *cells, const Board *board, int row, int slant) {
  if (row < 0 || row >= board->rows) return;
  int column = slant + lesser(row, board->side - 1);
  if (column >= 0 && column < row_length(board, row)) add(cells, board->begins[row] + column);
}

/* scrunch.board.hexagon: the cells beside one. */
static inline Set cells_beside(const Board *board, int row, int slant) {
  Set cells = {{0}};
  add_slanted(&cells, board, row, slant - 1);
  add_slanted(&cells, board, row, slant + 1);
  add_slanted(&cells, board, row - 1, slant);
  add_slanted(&cells, board, row + 1, slant);
  add_slanted(&cells, board, row - 1, slant + 1);
  add_slanted(&cells, board, row + 1, slant - 1);
  return cells;
}

/* scrunch.notation.cell: a letter for the row and the place in it. */
static inline Name cell_name(int row, int column) {
  Name name = {{(char)('a' + row)}, 1};
  if (column >= 9) name.text[name.length++] = '1';
  name.text[name.length++] = (char)('0' + (column + 1) % 10);
  return name;
}

static inline void set_up_board(Board *board, int side) {
  board->side = side;
  board->rows = 2 * side - 1;
  board->begins[0] = 0;
  for (int row = 0; row < board->rows; row++) board->begins[row + 1] = board->begins[row] + row_length(board, row);
  board->cells = (Set){{0}};
  for (int row = 0; row < board->rows; row++) {
    for (int cell = board->begins[row]; cell < board->begins[row + 1]; cell++) {
      int column = cell - board->begins[row];
      add(&board->cells, cell);
      board->near[cell] = cells_beside(board, row, column - lesser(row, side - 1));
      board->names[cell] = cell_name(row, column);
    }
  }
}

/* The cells beside any of some. */
static inline Set beside(const Board *board, Set cells) {
  Set found = {{0}};
  for (int cell; (cell = take_lowest(&cells)) != NONE;) found = either(found, board->near[cell]);
  return found;
}

/* scrunch.snake.mutant: whether any of some stones has more than two friends among them. */
static inline bool has_mutant(const Board *board, Set stones) {
  Set left = stones;
  for (int cell; (cell = take_lowest(&left)) != NONE;)
    if (size(both(board->near[cell], stones)) > 2) return true;
  return false;
}

#endif
