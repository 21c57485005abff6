/* The engine's side of the protocol: lines of JSON in, lines of JSON out. The rules are in rules.c. */

#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "rules.h"

#define MOST_CONTEXTS 10000
static Context contexts[MOST_CONTEXTS];
static int opened;

/* Why there is no answer: its field in the answer, a code for an error, and the text. */
static const char *field, *code, *why;

static Json *failed(const char *named, const char *coded, const char *text) {
    field = named, code = coded, why = text;
    return NULL;
}

static Json *refused(const char *coded, const char *text) { return failed("error", coded, text); }
Json *not_written(const char *text) { return failed("skip", NULL, text); }
Json *bad_position(const char *text) { return refused("bad-position", text); }

static Json *texts(const char *const *values) {
    Json *list = json_list();
    for (; *values; values++) json_add(list, json_text(*values));
    return list;
}

static int is_one_of(const char *text, const char *const *values) {
    for (; *values; values++)
        if (!strcmp(text, *values)) return 1;
    return 0;
}

static Json *hello(const Json *question) {
    const Json *protocol = json_get(question, "protocol");
    if (!protocol || protocol->number != 1) return refused("unsupported", "only protocol 1 is spoken here");
    Json *engine = json_set(json_object(), "name", json_text(NAME));
    json_set(json_set(engine, "version", json_text(VERSION)), "language", json_text("C"));
    Json *game = json_set(json_object(), "boards", texts(BOARDS));
    json_set(game, "readings", json_read(READINGS));
    Json *answer = json_set(json_set(json_object(), "protocol", json_number(1)), "engine", engine);
    json_set(answer, "games", json_set(json_object(), GAME, game));
    json_set(answer, "can", texts((const char *const[]){"apply", "turns", NULL}));
    json_set(answer, "from", texts((const char *const[]){"start", "position", NULL}));
    return json_set(answer, "refusals", json_text(REFUSALS));
}

static int is_played(const Json *reading, const Json *known) {
    const Json *values = json_get(known, reading->name);
    for (const Json *value = values ? values->first : NULL; value; value = value->next)
        if (!strcmp(value->text, reading->text)) return 1;
    return 0;
}

static Json *open_board(const Json *question) {
    const char *board = json_text_of(question, "board");
    if (strcmp(json_text_of(question, "game"), GAME) || !is_one_of(board, BOARDS))
        return refused("unsupported", "this game or board is not played here");
    Json *readings = json_get(question, "readings"), *known = json_read(READINGS);
    for (const Json *reading = readings ? readings->first : NULL; reading; reading = reading->next)
        if (!is_played(reading, known)) return refused("unsupported", "these readings are not played here");
    if (opened == MOST_CONTEXTS) return refused("unsupported", "too many contexts are open");
    Context context = {board, readings ? json_write(readings) : "{}"};
    Json *opening = rules_start(&context);
    if (!opening) return NULL;
    char name[16];
    context.board = strdup(board);
    contexts[opened++] = context;
    snprintf(name, sizeof name, "c%d", opened);
    return json_set(json_set(json_object(), "context", json_text(name)), "start", opening);
}

static const Context *context_of(const Json *question) {
    const char *name = json_text_of(question, "context");
    int number = *name == 'c' ? atoi(name + 1) : 0;
    if (number >= 1 && number <= opened) return &contexts[number - 1];
    refused("bad-question", "no such context is open");
    return NULL;
}

static Json *position_of(const Json *question, const Context *context) {
    Json *position = json_get(question, "position");
    if (strcmp(json_text_of(position, "game"), GAME) || strcmp(json_text_of(position, "board"), context->board))
        return refused("bad-position", "it belongs to another game or board");
    return position;
}

static Json *apply(const Json *question) {
    const Context *context = context_of(question);
    const Json *list = json_get(question, "turns"), *position;
    if (!context) return NULL;
    if (!list) {
        position = position_of(question, context);
        return position ? rules_apply(context, position, json_text_of(question, "turn")) : NULL;
    }
    Json *said = NULL;
    position = rules_start(context);
    int at = 0;
    for (const Json *turn = list->first; turn && position; turn = turn->next, at++) {
        said = rules_apply(context, position, turn->text);
        if (said && strcmp(json_text_of(said, "verdict"), "legal")) return json_set(said, "at", json_number(at));
        position = said ? json_get(said, "position") : NULL;
    }
    return position ? said : NULL;
}

static Json *turns(const Json *question) {
    const Context *context = context_of(question);
    const Json *position = context ? position_of(question, context) : NULL;
    Json *found = position ? rules_turns(context, position) : NULL;
    return found ? json_set(json_object(), "turns", found) : NULL;
}

static Json *done(const Json *question) {
    const char *command = json_text_of(question, "do");
    if (!strcmp(command, "hello")) return hello(question);
    if (!strcmp(command, "open")) return open_board(question);
    if (!strcmp(command, "apply")) return apply(question);
    if (!strcmp(command, "turns")) return turns(question);
    if (!strcmp(command, "bye")) return json_object();
    return refused("unknown-command", "this is not done here");
}

/* Writes the answer to a line; whether it was the last. */
static int answer(const char *line) {
    const Json *question = json_read(line), *id = json_get(question, "id");
    Json *said = json_set(json_object(), "id", id ? json_number(id->number) : json_null());
    Json *found = question ? done(question) : refused("bad-json", "this is no JSON");
    if (found) {
        json_set(said, "ok", found);
    } else {
        Json *reason = json_object();
        if (code) json_set(reason, "code", json_text(code));
        json_set(said, field, json_set(reason, code ? "text" : "why", json_text(why)));
    }
    char *text = json_write(said);
    puts(text);
    /* An answer that stays in a buffer is an answer that nobody sees. */
    fflush(stdout);
    free(text);
    int is_last = !strcmp(json_text_of(question, "do"), "bye");
    json_release();
    return is_last;
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0)
        if (answer(line)) break;
    free(line);
    return 0;
}
