#include "json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 64

/* All that is allocated for a line, to be released at once. */
typedef struct Block {
    struct Block *next;
} Block;
static Block *blocks;

static void *allocate(size_t size) {
    Block *block = malloc(sizeof(Block) + size);
    if (!block) abort();
    block->next = blocks;
    blocks = block;
    return memset(block + 1, 0, size);
}

void json_release(void) {
    while (blocks) {
        Block *next = blocks->next;
        free(blocks);
        blocks = next;
    }
}

static Json *made(JsonKind kind) {
    Json *value = allocate(sizeof(Json));
    value->kind = kind;
    value->text = "";
    return value;
}

static char *copied(const char *text, size_t length) { return memcpy(allocate(length + 1), text, length); }

Json *json_null(void) { return made(JSON_NULL); }
Json *json_list(void) { return made(JSON_LIST); }
Json *json_object(void) { return made(JSON_OBJECT); }

Json *json_number(long long number) {
    Json *value = made(JSON_NUMBER);
    value->number = number;
    return value;
}

Json *json_text(const char *text) {
    Json *value = made(JSON_TEXT);
    value->text = copied(text, strlen(text));
    return value;
}

Json *json_add(Json *list, Json *item) {
    if (list->last) list->last->next = item;
    else list->first = item;
    list->last = item;
    return list;
}

Json *json_set(Json *object, const char *name, Json *value) {
    value->name = copied(name, strlen(name));
    return json_add(object, value);
}

Json *json_get(const Json *object, const char *name) {
    for (Json *field = object && object->kind == JSON_OBJECT ? object->first : NULL; field; field = field->next)
        if (!strcmp(field->name, name)) return field;
    return NULL;
}

const char *json_text_of(const Json *object, const char *name) {
    Json *found = json_get(object, name);
    return found && found->kind == JSON_TEXT ? found->text : "";
}

/* Reading: each returns NULL or 0 where the text is no JSON. */

static const char *at;

static int skip(char wanted) {
    at += strspn(at, " \t\r\n");
    return *at == wanted ? at++, 1 : 0;
}

static int hex(unsigned *code) {
    *code = 0;
    for (int digit = 0; digit < 4; digit++, at++) {
        const char *digits = "0123456789abcdef", *found = *at ? strchr(digits, *at | 0x20) : NULL;
        if (!found) return 0;
        *code = *code * 16 + (unsigned)(found - digits);
    }
    return 1;
}

/* U+0000 takes two bytes, as a text of C ends at the first zero: so it is like no other text. */
static char *utf8(char *out, unsigned code) {
    if (code && code < 0x80) return *out++ = (char)code, out;
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *out++ = (char)((0xf00 >> more & 0xff) | (code >> 6 * more));
    while (more-- > 0) *out++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return out;
}

static char *escaped(char *out) {
    const char *plain = "\"\\/bfnrt", *means = "\"\\/\b\f\n\r\t", *found = *at ? strchr(plain, *at) : NULL;
    unsigned code, low;
    if (found) return at++, *out++ = means[found - plain], out;
    if (*at++ != 'u' || !hex(&code)) return NULL;
    if (code >= 0xd800 && code < 0xdc00) {
        if (*at++ != '\\' || *at++ != 'u' || !hex(&low)) return NULL;
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    }
    return utf8(out, code);
}

static char *string(void) {
    const char *end = at;
    while (*end && *end != '"') end += *end == '\\' && end[1] ? 2 : 1;
    char *text = allocate((size_t)(end - at) + 1), *out = text;
    while (*at != '"') {
        if ((unsigned char)*at < ' ') return NULL;
        if (*at != '\\') *out++ = *at++;
        else if (at++, !(out = escaped(out))) return NULL;
    }
    at++;
    return text;
}

static Json *word(void) {
    size_t length = strcspn(at, ",]} \t\r\n");
    char *end, *found = copied(at, length);
    at += length;
    if (!strcmp(found, "null")) return json_null();
    Json *value = json_number(!strcmp(found, "true"));
    if (value->number || !strcmp(found, "false")) return value->kind = JSON_BOOLEAN, value;
    if (strspn(found, "-0123456789") != length || !length || length > 18) return NULL;
    value->number = strtoll(found, &end, 10);
    return *end ? NULL : value;
}

static Json *value_at(int depth) {
    if (depth > DEEPEST) return NULL;
    if (skip('"')) {
        char *text = string();
        return text ? json_text(text) : NULL;
    }
    int is_object = skip('{');
    if (!is_object && !skip('[')) return word();
    Json *found = made(is_object ? JSON_OBJECT : JSON_LIST);
    char ends = is_object ? '}' : ']', *name = NULL;
    if (skip(ends)) return found;
    do {
        if (is_object && (!skip('"') || !(name = string()) || !skip(':'))) return NULL;
        Json *item = value_at(depth + 1);
        if (!item) return NULL;
        item->name = name;
        json_add(found, item);
    } while (skip(','));
    return skip(ends) ? found : NULL;
}

Json *json_read(const char *line) {
    at = line;
    Json *value = value_at(0);
    at += strspn(at, " \t\r\n");
    return *at ? NULL : value;
}

/* Writing, into a text that grows. */

static char *written;
static size_t used, size;

static void put(const char *text, size_t length) {
    if (used + length + 1 > size) written = realloc(written, size = 2 * (used + length + 1));
    if (!written) abort();
    memcpy(written + used, text, length);
    written[used += length] = 0;
}

static void put_text(const char *text) {
    char escape[8];
    put("\"", 1);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') put("\\", 1);
        if ((unsigned char)*text >= ' ') put(text, 1);
        else put(escape, (size_t)snprintf(escape, sizeof escape, "\\u%04x", (unsigned)*text));
    }
    put("\"", 1);
}

static void put_value(const Json *value) {
    char number[24];
    int is_object = value->kind == JSON_OBJECT;
    switch (value->kind) {
    case JSON_NULL: put("null", 4); return;
    case JSON_BOOLEAN: put(value->number ? "true" : "false", value->number ? 4 : 5); return;
    case JSON_NUMBER: put(number, (size_t)snprintf(number, sizeof number, "%lld", value->number)); return;
    case JSON_TEXT: put_text(value->text); return;
    default: break;
    }
    put(is_object ? "{" : "[", 1);
    for (const Json *item = value->first; item; item = item->next) {
        if (item != value->first) put(",", 1);
        if (is_object) put_text(item->name), put(":", 1);
        put_value(item);
    }
    put(is_object ? "}" : "]", 1);
}

char *json_write(const Json *value) {
    written = NULL;
    used = size = 0;
    put_value(value);
    return written;
}
