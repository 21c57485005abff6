/* The results of a position of Splinter: every slide of an own piece, played out in full, under the default readings.

   One question is answered quickly: a group from which one piece has gone still holds together when all squares beside
   the one it left are linked. */

#include "slides.h"

#include "../../compiled.h"

/* The end */

/* splinter.win.type-out: whether a side with these pieces has run out of a kind. */
static bool is_out(const Pieces *pieces, Mask side) {
  return !(side & pieces->square) || !(side & pieces->cross) || !(side & ~pieces->square & ~pieces->cross);
}

/* splinter.win.both-out, splinter.win.even: how a game ends in which both run out, by their pieces. */
static Ending scored(int blue, int white) {
  return blue == white ? EVEN : blue > white ? BLUE_HAS_MORE : WHITE_HAS_MORE;
}

/* splinter.both-out is same-turn: asked once a turn, of the pieces that are left after it. */
Ending splinter_ending(const Pieces *pieces) {
  Mask blue = pieces->blue, white = pieces->occupied ^ blue;
  bool blue_out = is_out(pieces, blue), white_out = is_out(pieces, white);
  if (blue_out && white_out) return scored(size_of(blue), size_of(white));
  return blue_out ? WHITE_WINS : white_out ? BLUE_WINS : GOES_ON;
}

/* Slides */

/* splinter.slide.push */
Mask splinter_run(const Board *board, Mask occupied, Mask square, int direction) {
  Mask run = 0;
  for (Mask at = square; at & occupied; at = moved(board, at, direction)) run |= at;
  return run;
}

/* splinter.slide.return, with any-piece of splinter.no-return: whether a slide takes a remembered piece back to the
   square where it came from. */
static bool returns(const Position *here, Mask run, int direction) {
  return (here->now & run) && direction == opposite(here->heading);
}

static Mask slid(const Board *board, Mask pieces, Mask run, int direction) {
  return (pieces & ~run) | moved(board, pieces & run, direction);
}

/* splinter.slide.off, with allowed of splinter.step-off: the pieces after a run has moved one step; what goes over the
   edge is lost, be it pushed or slid. */
static Pieces all_slid(const Board *board, const Pieces *pieces, Mask run, int direction) {
  return (Pieces){
      slid(board, pieces->occupied, run, direction),
      slid(board, pieces->blue, run, direction),
      slid(board, pieces->square, run, direction),
      slid(board, pieces->cross, run, direction),
  };
}

/* Splinters */

/* splinter.group.one: whether all pieces are one group, after a slide from a square while they were one. */
static bool hold_together(Listing *listing, Mask occupied, Mask left) {
  const Board *board = &listing->board;
  Mask around = spread(board, left, occupied), reached = smallest(around), before = 0;
  while (around & ~reached) {
    if (reached == before) return false;
    before = reached;
    reached = spread(board, reached, occupied);
    listing->steps++;
  }
  return true;
}

/* splinter.group.largest: the groups with the most pieces, in the order of their smallest squares, and how many. */
static int largest_groups(Listing *listing, Mask occupied, Mask *largest) {
  int number = 0, most = 0;
  listing->steps += size_of(occupied);
  while (occupied) {
    Mask group = flood(&listing->board, smallest(occupied), occupied);
    int size = size_of(group);
    if (size > most) number = 0, most = size;
    if (size == most) largest[number++] = group;
    occupied ^= group;
  }
  return number;
}

/* splinter.group.splinter, splinter.group.own: what stays when a group does; whose pieces go does not matter. */
static Pieces within(const Pieces *pieces, Mask group) {
  return (Pieces){pieces->occupied & group, pieces->blue & group, pieces->square & group, pieces->cross & group};
}

/* Results */

/* Few of the results that leave the same squares occupied differ. */
static uint64_t hash_of(const Position *here) {
  uint64_t low = (uint64_t)here->pieces.occupied, high = (uint64_t)(here->pieces.occupied >> 64);
  return (low * 0x9E3779B97F4A7C15u ^ high * 0xC2B2AE3D27D4EB4Fu) >> 32;
}

/* Whether two positions after turns of one player are the same; how the game stands follows from the pieces. */
static bool are_same(const Position *one, const Position *other) {
  return !memcmp(&one->pieces, &other->pieces, sizeof(Pieces)) && one->now == other->now &&
         one->heading == other->heading;
}

/* Whether the next result is among those before it; else it takes a slot. */
static bool is_known(Listing *listing, const Position *next) {
  const Results *results = listing->results;
  for (uint64_t slot = hash_of(next);; slot++) {
    slot %= SLOTS;
    if (listing->slots[slot].round != listing->round) {
      listing->slots[slot].round = listing->round;
      listing->slots[slot].place = results->count;
      return false;
    }
    if (are_same(&results->items[listing->slots[slot].place].after, next)) return true;
  }
}

/* Adds what comes of a turn after which these pieces are left. `now` are the squares to which it has moved pieces,
   `removes` says whether it took any from the board: no two slides that do not leave the same squares occupied. */
static void add(Listing *listing, Turn turn, Pieces pieces, Mask now, bool removes) {
  Result *result = &listing->results->items[listing->results->count];
  Position *after = &result->after;
  result->turn = turn;
  after->pieces = pieces;
  after->blue_moves = !listing->here->blue_moves;
  after->ending = splinter_ending(&pieces);
  after->now = after->ending == GOES_ON ? now & pieces.occupied : 0;
  after->heading = after->now ? turn.direction : NOWHERE;
  if (!removes || !is_known(listing, after)) listing->results->count++;
}

/* Adds all that can come of a slide, several results only in a tie. */
static void add_slide(Listing *listing, Mask square, int direction) {
  const Board *board = &listing->board;
  const Position *here = listing->here;
  listing->steps++;
  Mask run = splinter_run(board, here->pieces.occupied, square, direction);
  if (returns(here, run, direction)) return;
  Pieces pieces = all_slid(board, &here->pieces, run, direction);
  Mask now = moved(board, run, direction);
  Turn turn = {place_of(square), direction, NOWHERE};
  if (hold_together(listing, pieces.occupied, square)) {
    add(listing, turn, pieces, now, run & ~board->inside[direction]);
    return;
  }
  Mask largest[MOST_GROUPS];
  int tied = largest_groups(listing, pieces.occupied, largest);
  for (int group = 0; group < tied; group++) {
    /* splinter.group.tie, with keep-one of splinter.tie: the mover names the one that stays. */
    if (tied > 1) turn.choice = place_of(smallest(largest[group]));
    add(listing, turn, within(&pieces, largest[group]), now, true);
  }
}

void splinter_list_results(Listing *listing, const Position *here, Results *results) {
  const Pieces *pieces = &here->pieces;
  listing->here = here;
  listing->results = results;
  listing->round++;
  results->count = 0;
  /* splinter.turn.finished, splinter.turn.own; splinter.turn.no-pass, with forbidden of splinter.passing. */
  Mask own = here->ending != GOES_ON ? 0 : here->blue_moves ? pieces->blue : pieces->occupied ^ pieces->blue;
  for (; own && listing->steps <= STEPS; own &= own - 1)
    for (int direction = 0; direction < DIRECTIONS; direction++) add_slide(listing, smallest(own), direction);
}
