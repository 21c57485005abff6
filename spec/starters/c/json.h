/* JSON: all that the protocol needs, and no library. Values live until json_release, which the adapter calls after
   each line: what shall live on is kept as a text. */
#ifndef JSON_H
#define JSON_H

typedef enum { JSON_NULL, JSON_BOOLEAN, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT } JsonKind;

/* The items of a list, and the fields of an object with their names, are a chain from `first` on. */
typedef struct Json {
    JsonKind kind;
    long long number; /* of a boolean, 0 or 1 */
    const char *text;
    const char *name;
    struct Json *first, *last, *next;
} Json;

/* The value that a text holds; NULL where it is no JSON. */
Json *json_read(const char *line);
/* A value as a text, to be freed. */
char *json_write(const Json *value);
void json_release(void);

Json *json_null(void);
Json *json_number(long long number);
Json *json_text(const char *text);
Json *json_list(void);
Json *json_object(void);
/* Put a value, which is in no other list or object, at the end; they return the list or the object. */
Json *json_add(Json *list, Json *item);
Json *json_set(Json *object, const char *name, Json *value);

/* The field of an object, NULL if it has none; the text in it, "" if there is none. */
Json *json_get(const Json *object, const char *name);
const char *json_text_of(const Json *object, const char *name);

#endif
