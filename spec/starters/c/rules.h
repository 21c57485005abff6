#ifndef RULES_H
#define RULES_H

#include "json.h"

#define NAME "my engine"
#define VERSION "1"
#define GAME "@GAME@"
/* How turns are refused: "kinds" (illegal, malformed, ambiguous), "one" (word for all) or "none" (no check). */
#define REFUSALS "one"

/* A game that is open: its board, and an object, as a text, with the values of the readings that it was opened with. */
typedef struct {
    const char *board, *readings;
} Context;

/* The boards, each by its name (no ranges; a loop may make the list), as a list that NULL ends; and the readings with
   their values, as the text of a JSON object. */
extern const char *const BOARDS[];
extern const char *const READINGS;

/* Each returns an answer; or NULL, after not_written(WHY) or bad_position(WHY). */
Json *rules_start(const Context *context);
Json *rules_apply(const Context *context, const Json *position, const char *turn);
Json *rules_turns(const Context *context, const Json *position);

Json *not_written(const char *why);
Json *bad_position(const char *why);

#endif
