/* Cuts and joins: which there are, in order, and the arrangement after each. */

#ifndef SHATTERPROOF_CRUMBLE_ACTIONS_H
#define SHATTERPROOF_CRUMBLE_ACTIONS_H

#include "listing.h"

/* Enters the pieces worked on by place. */
static void enter_worked(Listing *list) {
  Action *action = &list->action;
  for (int number = 0; number < action->count; number++) {
    Rect rect = list->here->arrangement->rects[action->slots[number]];
    int place = number;
    for (; place && is_before(&rect, &action->worked[place - 1]); place--)
      action->worked[place] = action->worked[place - 1];
    action->worked[place] = rect;
  }
  action->may_renew = may_renew(&list->here->memory, action->worked, action->count);
}

/* Puts a new piece of the mover's into the arrangement, beside those around. */
static void put_piece(Listing *list, Rect rect, Set *around) {
  int slot = place_piece(&list->after, rect);
  if (slot == NONE) {
    list->work->failed = true;
    return;
  }
  relate(&list->after, slot, *around);
  add(around, slot);
  add(&list->action.own, slot);
  list->action.made[list->action.made_count++] = (int16_t)slot;
}

/* crumble.cut.halves, crumble.board.limits: whether a piece has legal halves on whole grains. */
static bool may_halve(const Rect *rect, bool vertical) {
  int32_t width = rect->east - rect->west, height = rect->north - rect->south;
  return vertical ? !(width & 1) && is_legal_shape(width, 2 * height)
                  : !(height & 1) && is_legal_shape(2 * width, height);
}

/* Where the line that halves a piece runs. */
static int32_t middle(const Rect *rect, bool vertical) {
  return vertical ? (rect->west + rect->east) / 2 : (rect->south + rect->north) / 2;
}

/* Halves one more piece of the mover's. */
static void cut_one_more(Listing *list, int slot, bool vertical) {
  Rect low = list->after.rects[slot], high = low;
  if (vertical)
    low.east = high.west = middle(&low, true);
  else
    low.north = high.south = middle(&low, false);
  drop(&list->action.own, slot);
  Set around = take_away(&list->after, only(slot));
  put_piece(list, low, &around);
  put_piece(list, high, &around);
  list->action.slots[list->action.count++] = (int16_t)slot;
}

/* The pieces whose interior a line across the board enters, in order along it; how many they are. */
static int entered(const Arrangement *on, bool vertical, int32_t at, int16_t *line) {
  int count = 0;
  Set rest = on->live;
  for (int slot; (slot = take_lowest(&rest)) != NONE;) {
    const Rect *rect = &on->rects[slot];
    if (vertical ? rect->west >= at || rect->east <= at : rect->south >= at || rect->north <= at) continue;
    int place = count++;
    for (; place; place--) {
      const Rect *last = &on->rects[line[place - 1]];
      if (vertical ? last->south < rect->south : last->west < rect->west) break;
      line[place] = line[place - 1];
    }
    line[place] = (int16_t)slot;
  }
  return count;
}

/* Every run of the mover's pieces that one line halves: crumble.cut.own, crumble.cut.blocked (the line ends at pieces
   that it may not halve), crumble.cut.along-edges (it goes on along edges to whatever piece comes next). */
static void list_cuts_on_line(Listing *list, bool vertical, int32_t at) {
  const Arrangement *on = list->here->arrangement;
  int16_t line[MOST_PIECES];
  bool halved[MOST_PIECES];
  int count = entered(on, vertical, at, line);
  for (int place = 0; place < count; place++) {
    const Rect *rect = &on->rects[line[place]];
    halved[place] = has(&list->here->own, line[place]) && middle(rect, vertical) == at && may_halve(rect, vertical);
  }
  for (int first = 0; first < count; first++) {
    if (!halved[first]) continue;
    copy_arrangement(&list->after, on);
    list->action.own = list->here->own;
    list->action.count = list->action.made_count = 0;
    for (int last = first; last < count && halved[last] && !over(list->work); last++) {
      cut_one_more(list, line[last], vertical);
      enter_worked(list);
      list_ends(list);
    }
  }
}

static void list_cuts(Listing *list, bool vertical) {
  int32_t lines[MOST_PIECES];
  int count = 0;
  Set rest = list->here->own;
  for (int slot; (slot = take_lowest(&rest)) != NONE;) {
    const Rect *rect = &list->here->arrangement->rects[slot];
    if (!may_halve(rect, vertical)) continue;
    int32_t at = middle(rect, vertical);
    int place = count;
    while (place && lines[place - 1] >= at) place--;
    if (place < count && lines[place] == at) continue;
    memmove(lines + place + 1, lines + place, (size_t)(count++ - place) * sizeof *lines);
    lines[place] = at;
  }
  list->action.kind = vertical ? 'V' : 'H';
  for (int number = 0; number < count && !over(list->work); number++)
    list_cuts_on_line(list, vertical, lines[number]);
}

/* crumble.join.own, crumble.join.outline: the mover's pieces that fill an outline; none where others reach into it. */
static Set filling(const Position *here, const Rect *outline) {
  Set inside = {{0}}, rest = here->arrangement->live;
  for (int slot; (slot = take_lowest(&rest)) != NONE;) {
    const Rect *rect = &here->arrangement->rects[slot];
    if (!overlap(rect, outline)) continue;
    bool within = rect->west >= outline->west && rect->south >= outline->south && rect->east <= outline->east &&
                  rect->north <= outline->north;
    if (!within || !has(&here->own, slot)) return (Set){{0}};
    add(&inside, slot);
  }
  return inside;
}

static void join(Listing *list, Set gone, const Rect *outline) {
  Action *action = &list->action;
  copy_arrangement(&list->after, list->here->arrangement);
  action->own = without(list->here->own, gone);
  action->outline = *outline;
  action->count = action->made_count = 0;
  Set rest = gone, around = take_away(&list->after, gone);
  for (int slot; (slot = take_lowest(&rest)) != NONE;) action->slots[action->count++] = (int16_t)slot;
  put_piece(list, *outline, &around);
  enter_worked(list);
  list_ends(list);
}

/* The slots of a chain by their upper right corners, from the south, then from the west; how many they are. */
static int by_ends(const Arrangement *on, Set chain, int16_t *ends) {
  int count = 0;
  for (int slot; (slot = take_lowest(&chain)) != NONE;) {
    int place = count++;
    for (; place; place--) {
      const Rect *last = &on->rects[ends[place - 1]], *rect = &on->rects[slot];
      if (last->north < rect->north || (last->north == rect->north && last->east < rect->east)) break;
      ends[place] = ends[place - 1];
    }
    ends[place] = (int16_t)slot;
  }
  return count;
}

/* crumble.join.several, crumble.join.outline: joins in a chain, from every lower left to every upper right corner. */
static void list_joins_of(Listing *list, Set chain) {
  const Rect *rects = list->here->arrangement->rects;
  int16_t ends[MOST_PIECES];
  int count = by_ends(list->here->arrangement, chain, ends);
  for (int slot; (slot = take_lowest(&chain)) != NONE;) {
    for (int number = 0; number < count && !over(list->work); number++) {
      Rect outline = {rects[slot].west, rects[slot].south, rects[ends[number]].east, rects[ends[number]].north};
      int32_t width = outline.east - outline.west, height = outline.north - outline.south;
      if (width <= 0 || height <= 0 || slot == ends[number] || !is_legal_shape(width, height)) continue;
      Set gone = filling(list->here, &outline);
      if (any(gone)) join(list, gone, &outline);
    }
  }
}

static void list_joins(Listing *list) {
  list->action.kind = 'J';
  for (Set rest = list->here->own; any(rest) && !over(list->work);) {
    Set chain = flood(only(lowest(rest)), list->here->own, list->here->arrangement->near);
    rest = without(rest, chain);
    list_joins_of(list, chain);
  }
}

/* Lists the results of a position. */
static void list_results(Listing *list, const Position *here) {
  int64_t slots = here->arrangement->slots;
  list->here = here;
  if (!spend(list->work, slots * slots / 16)) return;
  list_cuts(list, true);
  list_cuts(list, false);
  list_joins(list);
}

#endif
