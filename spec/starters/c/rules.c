/* Your rules go here: three functions, each of which says that it is not written until it is. */
#include "rules.h"

#include <stddef.h>

const char *const BOARDS[] = {"@BOARD@", NULL};
const char *const READINGS = "{}";

/* The opening position, as spec/protocol.md writes positions of the game. */
Json *rules_start(const Context *context) {
    (void)context;
    return not_written("the opening is not written yet");
}

/* What becomes of a position: {"verdict": "legal", "position": ..., "outcome": null}, or {"verdict": "illegal"};
   where REFUSALS is "kinds" also "malformed", and "ambiguous" with "means". */
Json *rules_apply(const Context *context, const Json *position, const char *turn) {
    (void)context, (void)position, (void)turn;
    return not_written("turns are not played yet");
}

/* All that can be played: a list of {"turn": ..., "position": ..., "outcome": ...}, one for each result. */
Json *rules_turns(const Context *context, const Json *position) {
    (void)context, (void)position;
    return not_written("turns are not listed yet");
}
