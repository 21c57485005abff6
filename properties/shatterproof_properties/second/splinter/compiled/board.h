/* A part of Splinter's board as bits: squares by column, then row, from its south-west corner. */

#ifndef SHATTERPROOF_SPLINTER_BOARD_H
#define SHATTERPROOF_SPLINTER_BOARD_H

#include <stdint.h>

typedef unsigned __int128 Mask; /* A set of squares; one square is a set of one. */

enum { MOST_SQUARES = 128, LEAST_SIDE = 2, MOST_SIDE = 26, DIRECTIONS = 8, NOWHERE = -1 };
/* LEAST_SIDE and MOST_SIDE: splinter.board.limits. */

/* The part that pieces can reach: pieces hold together, so that of a large board little is needed. */
typedef struct {
  int columns, rows; /* Of the whole board. */
  int west, south;   /* How many columns lie left of the part, and how many rows below it. */
  int width, height; /* Of the part. */
  Mask all, bottom, top;
  Mask inside[DIRECTIONS]; /* The squares from which a step in a direction stays on the board. */
  int shifts[DIRECTIONS];  /* How far a bit moves left in such a step. */
} Board;

/* The directions N, NE, E, SE, S, SW, W, NW; each with the one four places on is opposite. */
static const struct {
  const char *name;
  int columns, rows;
} COMPASS[DIRECTIONS] = {
    {"N", 0, 1}, {"NE", 1, 1}, {"E", 1, 0}, {"SE", 1, -1}, {"S", 0, -1}, {"SW", -1, -1}, {"W", -1, 0}, {"NW", -1, 1},
};

static inline int opposite(int direction) { return direction ^ 4; }

static inline int place_of(Mask square) {
  uint64_t low = (uint64_t)square;
  return low ? __builtin_ctzll(low) : 64 + __builtin_ctzll((uint64_t)(square >> 64));
}

static inline int size_of(Mask squares) {
  return __builtin_popcountll((uint64_t)squares) + __builtin_popcountll((uint64_t)(squares >> 64));
}

/* The smallest square of a set. */
static inline Mask smallest(Mask squares) { return squares & -squares; }

/* Finds the squares of a part of at most MOST_SQUARES, and which of them lie at the edge of the whole board. */
static inline void lay_out(Board *board) {
  int height = board->height;
  Mask west = ((Mask)1 << height) - 1, east = west << (board->width - 1) * height;
  for (int column = 0; column < board->width; column++) {
    board->all |= west << column * height;
    board->bottom |= (Mask)1 << column * height;
  }
  board->top = board->bottom << (height - 1);
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    int right = COMPASS[direction].columns, up = COMPASS[direction].rows;
    Mask ends = 0;
    if (right < 0 && board->west == 0) ends |= west;
    if (right > 0 && board->west + board->width == board->columns) ends |= east;
    if (up < 0 && board->south == 0) ends |= board->bottom;
    if (up > 0 && board->south + height == board->rows) ends |= board->top;
    board->inside[direction] = board->all & ~ends;
    board->shifts[direction] = right * height + up;
  }
}

/* The squares one step further; those beyond the edge are lost. */
static inline Mask moved(const Board *board, Mask squares, int direction) {
  int shift = board->shifts[direction];
  squares &= board->inside[direction];
  return shift > 0 ? squares << shift : squares >> -shift;
}

/* A set of squares and all within another set that touch it (splinter.group.touch). */
static inline Mask spread(const Board *board, Mask squares, Mask within) {
  squares |= (squares & ~board->top) << 1 | (squares & ~board->bottom) >> 1;
  return (squares | squares << board->height | squares >> board->height) & within;
}

/* All within a set that is linked to some squares of it. */
static inline Mask flood(const Board *board, Mask squares, Mask within) {
  for (Mask before = 0; squares != before;) {
    before = squares;
    squares = spread(board, squares, within);
  }
  return squares;
}

#endif
