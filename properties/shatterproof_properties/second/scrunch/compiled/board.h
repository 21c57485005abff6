/* The hexhex board of Scrunch as masks: one bit a cell, in the order of rows, then columns. */

#ifndef SHATTERPROOF_SCRUNCH_BOARD_H
#define SHATTERPROOF_SCRUNCH_BOARD_H

#include "../../compiled.h"

__extension__ typedef unsigned __int128 Cells;

enum { SMALLEST_SIDE = 2, LARGEST_SIDE = 7, MOST_CELLS = 127, MOST_ROWS = 2 * LARGEST_SIDE - 1 };
enum { MOST_BESIDE = 6, NO_CELL = 255 };
/* Boards of more cells than a mask has bits are not played here. */

typedef struct {
  char text[8];
  size_t length;
} Name;

typedef struct {
  int side, rows;
  int begins[MOST_ROWS + 1]; /* the first cell of each row, then the number of all cells */
  Cells cells;
  Cells near[MOST_CELLS];
  Name names[MOST_CELLS];
} Board;

static inline Cells bit(int cell) { return (Cells)1 << cell; }

/* The first of some cells, of which there must be one. */
static inline int first(Cells cells) {
  uint64_t low = (uint64_t)cells;
  return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(cells >> 64));
}

static inline Cells without_first(Cells cells) { return cells & (cells - 1); }

static inline bool more_than_two(Cells cells) { return without_first(without_first(cells)) != 0; }

static inline int size(Cells cells) {
  return __builtin_popcountll((uint64_t)cells) + __builtin_popcountll((uint64_t)(cells >> 64));
}

static inline int lesser(int one, int other) { return one < other ? one : other; }

/* scrunch.board.hexagon: how many cells a row has. */
static inline int row_length(const Board *board, int row) {
  return board->side + lesser(row, board->rows - 1 - row);
}

/* The cell of a row that so many slanted columns lead to, as a mask; none where the board has no such cell. */
static inline Cells slanted_cell(const Board *board, int row, int slant) {
  if (row < 0 || row >= board->rows) return 0;
  int column = slant + lesser(row, board->side - 1);
  return column < 0 || column >= row_length(board, row) ? 0 : bit(board->begins[row] + column);
}

/* scrunch.board.hexagon: the cells beside one. */
static inline Cells cells_beside(const Board *board, int row, int slant) {
  return slanted_cell(board, row, slant - 1) | slanted_cell(board, row, slant + 1) |
         slanted_cell(board, row - 1, slant) | slanted_cell(board, row + 1, slant) |
         slanted_cell(board, row - 1, slant + 1) | slanted_cell(board, row + 1, slant - 1);
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
  board->cells = bit(board->begins[board->rows]) - 1;
  for (int row = 0; row < board->rows; row++) {
    for (int cell = board->begins[row]; cell < board->begins[row + 1]; cell++) {
      int column = cell - board->begins[row];
      board->near[cell] = cells_beside(board, row, column - lesser(row, side - 1));
      board->names[cell] = cell_name(row, column);
    }
  }
}

/* The cells beside any of some. */
static inline Cells beside(const Board *board, Cells cells) {
  Cells found = 0;
  for (; cells; cells = without_first(cells)) found |= board->near[first(cells)];
  return found;
}

/* scrunch.snake.mutant: whether any of some stones has more than two friends among those of its side. */
static inline bool has_mutant(const Board *board, Cells some, Cells stones) {
  for (; some; some = without_first(some))
    if (more_than_two(board->near[first(some)] & stones)) return true;
  return false;
}

#endif
