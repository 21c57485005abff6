/* The results of Crumble under the default readings, listed as the second engine in Python lists them: see
   ../../compiled.h. Python calls it under no other readings.

   The rules are in arrangement.h (who lies beside whom), captures.h (and wins), walks.h, draws.h and actions.h (cuts
   and joins), results in listing.h, texts in notation.h, read.h and write.h. Every step of every walk is worked out.
   Positions of more than MOST_PIECES pieces, before a turn or after one, are not known here. */

#include "write.h"

enum { MOST_DEPTH = 16 };

/* Counts leaves some turns below positions, which are given one after another; `next` counts one turn less, and is NULL
   at the last. */
typedef struct LeafCount {
  Listing *list;
  int64_t leaves;
  struct LeafCount *next;
} LeafCount;

/* The turns of a position are written, each with its leaves. */
typedef struct {
  ResultWriter *writer;
  LeafCount *next;
  int64_t total;
} LeafWriter;

static void write_found(Listing *list, const End *end) {
  ResultWriter *writer = list->finder;
  if (!end->state) writer->has_pieces = false;
  if (writer->skip-- > 0) return;
  if (!writer->has_pieces) make_pieces(writer, list);
  writer->has_pieces = true;
  put_result(writer, list, end);
  if (writer->out.full || writer->count == writer->most) list->work->done = true;
}

/* The leaves below a result, one turn before which it was found. */
static int64_t leaves_after(const Listing *list, const End *end, LeafCount *next) {
  if (!next) return 1;
  Position after = {&list->after, without(list->after.live, end->own), !list->here->black_moves, memory_at(list, end)};
  next->leaves = 0;
  if (!end->winner && !is_drawn(&after.memory)) list_results(next->list, &after);
  return next->leaves;
}

static void count_found(Listing *list, const End *end) {
  LeafCount *count = list->finder;
  count->leaves += leaves_after(list, end, count->next);
}

static void write_leaves_found(Listing *list, const End *end) {
  LeafWriter *leaves = list->finder;
  Writer *out = &leaves->writer->out;
  int64_t below = leaves_after(list, end, leaves->next);
  put(out, leaves->total || out->at > out->begin ? ",[\"" : "[\"");
  put_turn(out, &leaves->writer->edges, list, end);
  put(out, "\",");
  put_number(out, below);
  put(out, "]");
  leaves->total += below;
  if (out->full) list->work->done = true;
}

/* Lists the results of a given position for `found`. */
static void list_given(const Given *given, Work *work, void (*found)(Listing *, const End *), void *finder) {
  Listing *list = new_listing(work, found, finder);
  if (list && !given->decided) list_results(list, &given->position);
  free_listing(list);
}

static void write_leaves(LeafWriter *leaves, int64_t depth, Work *work) {
  LeafCount counts[MOST_DEPTH];
  for (int64_t level = 1; level < depth; level++) {
    LeafCount *count = &counts[level];
    *count = (LeafCount){new_listing(work, count_found, count), 0, level + 1 < depth ? count + 1 : NULL};
  }
  leaves->next = depth > 1 ? &counts[1] : NULL;
  if (!work->failed) list_given(leaves->writer->given, work, write_leaves_found, leaves);
  for (int64_t level = 1; level < depth; level++) free_listing(counts[level].list);
}

/* A position read, with what is needed to write about it; NULL where it is not known here. */
static ResultWriter *begin_writing(const char *position, Given *given, char *out, int64_t room) {
  if (!given || room < 0 || !read_position(position, given)) return NULL;
  ResultWriter *writer = malloc(sizeof *writer);
  if (!writer) return NULL;
  writer->out = (Writer){out, out, out + room, false};
  writer->count = 0;
  writer->given = given;
  find_edges(&writer->edges, &given->arrangement);
  make_piece_texts(writer);
  return writer;
}

EXPORTED int64_t crumble_results(
    const char *position, int64_t first, int64_t most, char *out, int64_t room, int64_t *count) {
  Work work = {STEPS, false, most <= 0};
  Given *given = calloc(1, sizeof *given);
  ResultWriter *writer = begin_writing(position, given, out, room);
  int64_t length = NOT_MINE;
  if (writer) {
    writer->skip = first;
    writer->most = most;
    list_given(given, &work, write_found, writer);
    *count = writer->count;
    length = work.failed ? NOT_MINE : written(&writer->out);
  }
  free(writer);
  free(given);
  return length;
}

EXPORTED int64_t crumble_leaves(const char *position, int64_t depth, char *out, int64_t room, int64_t *total) {
  if (depth < 1 || depth > MOST_DEPTH) return NOT_MINE;
  Work work = {STEPS, false, false};
  Given *given = calloc(1, sizeof *given);
  ResultWriter *writer = begin_writing(position, given, out, room);
  int64_t length = NOT_MINE;
  if (writer) {
    LeafWriter leaves = {writer, NULL, 0};
    write_leaves(&leaves, depth, &work);
    *total = leaves.total;
    length = work.failed ? NOT_MINE : written(&writer->out);
  }
  free(writer);
  free(given);
  return length;
}
