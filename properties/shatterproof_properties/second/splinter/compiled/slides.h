/* Positions of Splinter as bits, and the list of their results. */

#ifndef SHATTERPROOF_SPLINTER_SLIDES_H
#define SHATTERPROOF_SPLINTER_SLIDES_H

#include <stdbool.h>

#include "board.h"

enum { MOST_GROUPS = 4, MOST_RESULTS = MOST_SQUARES * DIRECTIONS * MOST_GROUPS, SLOTS = 2 * MOST_RESULTS };
/* MOST_GROUPS: after a slide every group has a square beside the one that was left, and of the eight squares there at
   most four are apart from each other. */

typedef enum { GOES_ON, BLUE_WINS, WHITE_WINS, BLUE_HAS_MORE, WHITE_HAS_MORE, EVEN } Ending;

typedef struct {
  Mask occupied, blue, square, cross; /* Those that are occupied, by blue pieces, by squares, by crosses. */
} Pieces;

typedef struct {
  Pieces pieces;
  Mask now;    /* The squares of the remembered pieces. */
  int heading; /* The direction in which they came, NOWHERE if nothing is remembered. */
  bool blue_moves;
  Ending ending;
} Position;

typedef struct {
  int square, direction;
  int choice; /* In a tie the smallest square of the group that stays, else NOWHERE. */
} Turn;

typedef struct {
  Turn turn;
  Position after;
} Result;

typedef struct {
  int count;
  Result items[MOST_RESULTS];
} Results;

/* What results are listed with. Begin with a board, and all else zero. */
typedef struct {
  Board board;
  const Position *here;
  Results *results;
  int64_t steps; /* The work so far: slides, and rounds of looking for what is linked. */
  uint32_t round;
  struct {
    uint32_t round;
    int place;
  } slots[SLOTS]; /* Places in `results` by their hashes; those of earlier rounds are free. */
} Listing;

/* The pieces that a slide from a square moves, the slid one and all ahead of it up to an empty square. */
Mask splinter_run(const Board *board, Mask occupied, Mask square, int direction);

/* How the game stands with these pieces. */
Ending splinter_ending(const Pieces *pieces);

/* Lists the first turn for each distinct result of a position whose pieces are one group, and the position after it. Once
   the work is more than STEPS, it stops halfway. */
void splinter_list_results(Listing *listing, const Position *here, Results *results);

#endif
