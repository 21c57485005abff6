/* What the compiled lists of results share: reading positions in canonical JSON, and writing results in it.

   Each game has two functions. Both read a position that our own writer has written, under the default readings, and
   keep nothing from one call to the next:

   int64_t GAME_results(const char *position, int64_t first, int64_t most, char *out, int64_t room, int64_t *count);
       Writes results as the engine in Python lists them, with commas between, from the one at place `first` on: `most`
       of them at most, and how many these are.
   int64_t GAME_leaves(const char *position, int64_t depth, char *out, int64_t room, int64_t *total);
       Writes ["TURN",LEAVES] for each result, with commas between, and the leaves in all.

   They return the bytes written, or what is below; then the engine in Python answers. */

#ifndef SHATTERPROOF_COMPILED_H
#define SHATTERPROOF_COMPILED_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { NOT_MINE = -1, NO_ROOM = -2 };
/* NOT_MINE: a position or board beyond what is compiled, or work beyond STEPS. NO_ROOM: `out` is too short. */

enum { STEPS = 50000000 };
/* Of work, about, after which a call gives up: nothing can interrupt it. */

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

typedef struct {
  const char *at;
  bool failed;
} Reader;

/* Whether a text comes next; if so it is behind us. */
static inline bool take(Reader *in, const char *text) {
  size_t length = strlen(text);
  if (in->failed || strncmp(in->at, text, length)) return false;
  in->at += length;
  return true;
}

static inline void expect(Reader *in, const char *text) {
  if (!take(in, text)) in->failed = true;
}

/* A whole number of at most nine digits. */
static inline int32_t take_number(Reader *in) {
  int32_t number = 0;
  const char *begin = in->at;
  while (!in->failed && *in->at >= '0' && *in->at <= '9' && in->at - begin < 9) number = 10 * number + (*in->at++ - '0');
  if (in->at == begin) in->failed = true;
  return number;
}

typedef struct {
  char *begin, *at, *end;
  bool full;
} Writer;

static inline void put_bytes(Writer *out, const char *bytes, size_t length) {
  if (out->full || (size_t)(out->end - out->at) < length) {
    out->full = true;
    return;
  }
  memcpy(out->at, bytes, length);
  out->at += length;
}

static inline void put(Writer *out, const char *text) { put_bytes(out, text, strlen(text)); }

static inline void put_number(Writer *out, int64_t number) {
  char digits[20];
  int from = sizeof digits;
  do digits[--from] = (char)('0' + number % 10);
  while (number /= 10);
  put_bytes(out, digits + from, sizeof digits - from);
}

static inline int64_t written(const Writer *out) { return out->full ? NO_ROOM : out->at - out->begin; }

#endif
