/* Captures and wins. A colouring is settled when no piece stands enclosed and nobody has won. */

#ifndef SHATTERPROOF_CRUMBLE_CAPTURES_H
#define SHATTERPROOF_CRUMBLE_CAPTURES_H

#include "arrangement.h"

enum { NO_WINNER, OWN_WINS, OPPONENT_WINS };

/* The mover's pieces after a step of a walk, and who has won. */
typedef struct {
  Set own;
  int winner;
} Settled;

/* crumble.capture.enclosed, crumble.capture.edge: the pieces of a colour from which no pieces of that colour lead to
   the edge of the board. crumble.ring: no ring passes between pieces that touch. */
static Set enclosed(const Arrangement *on, Set colour) { return without(colour, flood(on->rim, colour, on->touch)); }

/* crumble.capture.forced, crumble.capture.either: the mover's pieces after all captures. */
static Set after_captures(const Arrangement *on, Set own) {
  for (int round = 0; round < MOST_PIECES; round++) {
    Set lost = enclosed(on, own), won = enclosed(on, without(on->live, own));
    own = either(without(own, lost), won);
    /* What one colour alone loses falls to pieces that are not enclosed: nothing is left to change. */
    if (!any(lost) || !any(won)) break;
  }
  return own;
}

/* crumble.win.four-sides: whether pieces lie on all four edges. */
static inline bool span(const Arrangement *on, Set pieces) {
  return meet(pieces, on->edges[NORTH]) && meet(pieces, on->edges[EAST]) && meet(pieces, on->edges[SOUTH]) &&
         meet(pieces, on->edges[WEST]);
}

/* crumble.chain: whether the chain of one of some pieces (neighbours share part of a side) lies on all four edges. */
static inline bool chain_spans(const Arrangement *on, int slot, Set pieces) {
  return span(on, pieces) && span(on, flood(only(slot), pieces, on->near));
}

static bool some_chain_spans(const Arrangement *on, Set pieces) {
  Set rest = both(pieces, on->edges[NORTH]);
  while (any(rest)) {
    Set chain = flood(only(lowest(rest)), pieces, on->near);
    if (span(on, chain)) return true;
    rest = without(rest, chain);
  }
  return false;
}

/* crumble.win.either: who has won; of two the mover. */
static int winner_of(const Arrangement *on, Set own) {
  if (some_chain_spans(on, own)) return OWN_WINS;
  return some_chain_spans(on, without(on->live, own)) ? OPPONENT_WINS : NO_WINNER;
}

/* Whether from some of the seeds no pieces of a group, which has them all, lead to the edge of the board. */
static bool stranded(const Arrangement *on, Set seeds, Set group) {
  Set safe = both(on->rim, group);
  seeds = without(seeds, safe);
  for (int slot; (slot = take_lowest(&seeds)) != NONE;) {
    Set reached = only(slot), front = reached;
    do {
      Set grown = {{0}};
      for (int one; (one = take_lowest(&front)) != NONE;) grown = either(grown, on->touch[one]);
      front = without(both(grown, group), reached);
      if (!any(front)) return true;
      reached = either(reached, front);
    } while (!meet(front, safe));
    safe = either(safe, reached);
    seeds = without(seeds, reached);
  }
  return false;
}

/* What comes of a step in a settled colouring: crumble.swap.exchange, then crumble.capture.every-step, then the winner.

   Only pieces beside one that has left their colour can have lost their way to the edge, and only the chain of one that
   has come to a colour can be new: so nothing else is asked. */
static Settled settle_step(const Arrangement *on, Set own, int left, int into) {
  drop(&own, left);
  add(&own, into);
  Set opposing = without(on->live, own);
  Set mine = both(on->touch[left], own), theirs = both(on->touch[into], opposing);
  add(&mine, into);
  add(&theirs, left);
  if (stranded(on, mine, own) || stranded(on, theirs, opposing)) {
    own = after_captures(on, own);
    return (Settled){own, winner_of(on, own)};
  }
  if (chain_spans(on, into, own)) return (Settled){own, OWN_WINS};
  return (Settled){own, chain_spans(on, left, opposing) ? OPPONENT_WINS : NO_WINNER};
}

#endif
