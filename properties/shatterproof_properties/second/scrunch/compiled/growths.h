/* Snakes, and the growths of one side's stones.

   What a growth needs besides the mover's own stones is only that the two cells it adds are free of the other side's.
   So the growths of some stones are listed once, as if these stood alone, and serve against any opponent. */

#ifndef SHATTERPROOF_SCRUNCH_GROWTHS_H
#define SHATTERPROOF_SCRUNCH_GROWTHS_H

#include "board.h"

/* One call: its board, the work done, and whether it has to give up. */
typedef struct {
  Board board;
  int64_t steps;
  bool failed;
} Search;

static inline void work(Search *search, int64_t steps) {
  search->steps += steps;
  if (search->steps > STEPS) search->failed = true;
}

/* Items with room for one more; what was there before if there is no memory. */
static inline void *roomier(Search *search, void *items, int64_t count, int64_t *room, size_t item) {
  if (count < *room) return items;
  int64_t more = *room ? 2 * *room : 64;
  void *moved = realloc(items, (size_t)more * item);
  if (!moved) {
    search->failed = true;
    return items;
  }
  *room = more;
  return moved;
}

/* Whether these stones are met for the first time. */
static inline bool is_first(Search *search, Distinct *seen, Set stones) {
  bool found = is_new(seen, &stones, 0);
  if (seen->failed) search->failed = true;
  return found;
}

/* scrunch.snake.group: the stones linked to one from friend to friend, this one included. */
static inline Set linked(Search *search, int stone, Set stones) {
  Set reached = flood(only(stone), stones, search->board.near);
  work(search, size(reached));
  return reached;
}

/* How many snakes of some stones have a stone among the cells given; no more than `most` are counted. */
static inline int snakes_at(Search *search, Set stones, Set cells, int most) {
  int count = 0;
  Set left = both(cells, stones);
  for (int stone; count < most && (stone = take_lowest(&left)) != NONE; count++)
    if (count + 1 < most && any(left)) left = without(left, linked(search, stone, stones));
  return count;
}

/* The snakes that are as small as the smallest: all their stones, and the first of each in order. */
typedef struct {
  Set stones;
  int16_t firsts[MOST_CELLS];
  int count;
} Smallest;

/* scrunch.snake.smallest */
static inline void find_smallest(Search *search, Set stones, Smallest *found) {
  int least = MOST_CELLS + 1;
  *found = (Smallest){.count = 0};
  for (Set left = stones; any(left);) {
    int first = lowest(left);
    Set snake = linked(search, first, left);
    left = without(left, snake);
    if (size(snake) > least) continue;
    if (size(snake) < least) *found = (Smallest){.count = 0};
    least = size(snake);
    found->stones = either(found->stones, snake);
    found->firsts[found->count++] = (int16_t)first;
  }
}

typedef struct {
  Set after; /* the mover's stones */
  int16_t placed, moved, target;
} Growth;

/* Growths with distinct sets of stones after them, each by its first turn, in order; no more than `most`. */
typedef struct {
  Growth *items;
  int64_t count, room, most;
  Distinct seen;
} Growths;

static inline void free_growths(Growths *found) {
  free(found->items);
  free(found->seen.entries);
}

static inline void add_growth(Search *search, Growths *found, Growth growth) {
  if (!is_first(search, &found->seen, growth.after)) return;
  found->items = roomier(search, found->items, found->count, &found->room, sizeof growth);
  if (!search->failed) found->items[found->count++] = growth;
}

/* The cells with at least one, two, three and four of some stones beside them. */
typedef struct {
  Set one, two, three, four;
} Crowded;

static inline void add_stone(Crowded *crowded, Set near) {
  crowded->four = either(crowded->four, both(crowded->three, near));
  crowded->three = either(crowded->three, both(crowded->two, near));
  crowded->two = either(crowded->two, both(crowded->one, near));
  crowded->one = either(crowded->one, near);
}

/* The cells with as many stones beside them when one is gone, by those that had as many, and one more, before. */
static inline Set when_gone(Set as_many, Set one_more, Set near) {
  return either(without(as_many, near), both(one_more, near));
}

/* A stone placed: how many snakes it merges, all stones of its side then, the cells with stones, and what is crowded.
 */
typedef struct {
  int placed, merged;
  Set held, taken;
  Crowded crowded;
} Placement;

/* scrunch.growth.both: the growths in which a stone moves after a placement. */
static inline void list_steps(Search *search, const Placement *placement, int moved, Growths *found) {
  const Set *near = search->board.near;
  const Crowded *crowded = &placement->crowded;
  Set rest = without(placement->held, only(moved));
  Set mutants = when_gone(crowded->three, crowded->four, near[moved]);
  Set full = both(when_gone(crowded->two, crowded->three, near[moved]), rest);
  /* scrunch.growth.cure: no mutant may be left, nor the stone become one or make one where it steps to. */
  if (meet(mutants, rest)) return;
  /* scrunch.growth.step, scrunch.board.one-stone */
  Set targets = without(near[moved], either(placement->taken, mutants));
  int parts = 0;
  for (int target; (target = take_lowest(&targets)) != NONE && found->count < found->most && !search->failed;) {
    work(search, 1);
    if (meet(near[target], full)) continue;
    /* scrunch.growth.count: the stone leaves parts of a snake, one at least, and has to join so many snakes again that
       there are no more than before. */
    if (placement->merged == 1 && !meet(near[target], rest)) continue;
    if (!parts) parts = snakes_at(search, rest, near[moved], MOST_BESIDE);
    int due = parts + 1 - placement->merged;
    if (due > 0 && snakes_at(search, rest, near[target], due) < due) continue;
    Growth growth = {rest, (int16_t)placement->placed, (int16_t)moved, (int16_t)target};
    add(&growth.after, target);
    add_growth(search, found, growth);
  }
}

/* scrunch.growth.place, scrunch.growth.smallest: the cells beside the smallest snakes. */
static inline Set places(Search *search, Set own) {
  Smallest smallest;
  find_smallest(search, own, &smallest);
  return without(beside(&search->board, smallest.stones), own);
}

/* The growths with a stone placed on one cell. */
static inline void list_movements(Search *search, const Placement *placement, Growths *found) {
  /* scrunch.growth.move: another stone of the snake that results. */
  Set movers = without(linked(search, placement->placed, placement->held), only(placement->placed));
  for (int moved; (moved = take_lowest(&movers)) != NONE && found->count < found->most && !search->failed;)
    list_steps(search, placement, moved, found);
}

/* The growths of some stones against those of the other side. */
static inline void list_growths(Search *search, Set own, Set other, Growths *found) {
  const Set *near = search->board.near;
  Crowded crowded = {.one = {{0}}};
  Set left = own;
  for (int cell; (cell = take_lowest(&left)) != NONE;) add_stone(&crowded, near[cell]);
  left = without(places(search, own), other);
  for (int placed; (placed = take_lowest(&left)) != NONE;) {
    /* scrunch.growth.merge */
    int merged = snakes_at(search, own, near[placed], MOST_BESIDE);
    Set held = either(own, only(placed));
    Placement placement = {placed, merged, held, either(held, other), crowded};
    add_stone(&placement.crowded, near[placed]);
    list_movements(search, &placement, found);
  }
}

/* scrunch.death.dead: whether any of the smallest snakes can grow; if none can, all of them are dead. */
static inline bool any_smallest_can_grow(Search *search, Set own, Set other) {
  Growths found = {.most = 1};
  list_growths(search, own, other, &found);
  free_growths(&found);
  return found.count > 0;
}

#endif
