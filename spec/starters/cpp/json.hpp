// JSON: all that the protocol needs, and no library.
#pragma once

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

struct BadJson : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A value. The fields of an object are in the order in which they were written.
struct Json {
  enum class Kind { null, boolean, number, text, list, object };
  using Fields = std::vector<std::pair<std::string, Json>>;

  Kind kind = Kind::null;
  std::int64_t number = 0;  // of a boolean, 0 or 1
  std::string text;
  std::vector<Json> items;
  Fields fields;

  Json() = default;
  Json(const char* value) : kind(Kind::text), text(value) {}
  Json(std::string value) : kind(Kind::text), text(std::move(value)) {}
  Json(int value) : kind(Kind::number), number(value) {}
  Json(std::vector<Json> values) : kind(Kind::list), items(std::move(values)) {}

  static Json object(Fields values = {}) {
    Json found;
    found.kind = Kind::object;
    found.fields = std::move(values);
    return found;
  }

  static Json read(std::string_view line);
  std::string write() const;

  // The field of an object, nullptr if it has none of that name.
  const Json* find(std::string_view name) const {
    for (const auto& [key, value] : fields)
      if (key == name) return &value;
    return nullptr;
  }

  // The text in a field, "" if there is none.
  std::string text_of(std::string_view name) const {
    const Json* found = find(name);
    return found && found->kind == Kind::text ? found->text : "";
  }
};

namespace json_reading {

struct Reader {
  std::string_view text;
  std::size_t at = 0;

  void blank() {
    while (at < text.size() && std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos) at++;
  }
  char next() {
    if (at >= text.size()) throw BadJson("it ends too early");
    return text[at++];
  }
  bool skip(char wanted) {
    blank();
    if (at >= text.size() || text[at] != wanted) return false;
    at++;
    return true;
  }
  void expect(char wanted) {
    if (!skip(wanted)) throw BadJson(std::string("expected ") + wanted);
  }

  Json value(int depth) {
    if (depth > 64) throw BadJson("nested too deeply");
    Json found;
    if (skip('{')) {
      found.kind = Json::Kind::object;
      if (skip('}')) return found;
      do {
        expect('"');
        std::string name = string();
        expect(':');
        found.fields.emplace_back(std::move(name), value(depth + 1));
      } while (skip(','));
      expect('}');
    } else if (skip('[')) {
      found.kind = Json::Kind::list;
      if (skip(']')) return found;
      do found.items.push_back(value(depth + 1));
      while (skip(','));
      expect(']');
    } else if (skip('"')) {
      found = Json(string());
    } else {
      found = word();
    }
    return found;
  }

  Json word() {
    std::size_t from = at;
    while (at < text.size() && std::string_view(",]} \t\r\n").find(text[at]) == std::string_view::npos) at++;
    std::string found(text.substr(from, at - from));
    Json value;
    if (found == "null") return value;
    value.kind = Json::Kind::boolean;
    value.number = found == "true";
    if (found == "true" || found == "false") return value;
    std::size_t digits = found.find_first_not_of("0123456789", found[0] == '-');
    if (found.empty() || found == "-" || digits != std::string::npos || found.size() > 18) throw BadJson("no value");
    value.kind = Json::Kind::number;
    value.number = std::stoll(found);
    return value;
  }

  std::string string() {
    std::string found;
    for (char c = next(); c != '"'; c = next()) {
      if (static_cast<unsigned char>(c) < ' ') throw BadJson("a control character in a string");
      if (c == '\\') escaped(found);
      else found += c;
    }
    return found;
  }

  void escaped(std::string& found) {
    char c = next();
    std::size_t plain = std::string_view("\"\\/bfnrt").find(c);
    if (plain != std::string_view::npos) {
      found += "\"\\/\b\f\n\r\t"[plain];
      return;
    }
    if (c != 'u') throw BadJson("no such escape");
    unsigned code = hex();
    if (code >= 0xd800 && code < 0xdc00) {
      if (next() != '\\' || next() != 'u') throw BadJson("half a character");
      code = 0x10000 + ((code - 0xd800) << 10) + (hex() - 0xdc00);
    }
    utf8(found, code);
  }

  unsigned hex() {
    unsigned found = 0;
    for (int digit = 0; digit < 4; digit++) {
      std::size_t value = std::string_view("0123456789abcdef").find(static_cast<char>(next() | 0x20));
      if (value == std::string_view::npos) throw BadJson("no such escape");
      found = found * 16 + static_cast<unsigned>(value);
    }
    return found;
  }

  static void utf8(std::string& found, unsigned code) {
    if (code < 0x80) {
      found += static_cast<char>(code);
      return;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    found += static_cast<char>((0xf00 >> more & 0xff) | (code >> 6 * more));
    for (; more > 0; more--) found += static_cast<char>(0x80 | (code >> 6 * (more - 1) & 0x3f));
  }
};

inline void write_text(std::string& out, const std::string& text) {
  out += '"';
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= ' ') {
      out += c;
    } else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    }
  }
  out += '"';
}

inline void write(std::string& out, const Json& value) {
  switch (value.kind) {
    case Json::Kind::null: out += "null"; break;
    case Json::Kind::boolean: out += value.number ? "true" : "false"; break;
    case Json::Kind::number: out += std::to_string(value.number); break;
    case Json::Kind::text: write_text(out, value.text); break;
    case Json::Kind::list:
      out += '[';
      for (std::size_t index = 0; index < value.items.size(); index++) {
        if (index) out += ',';
        write(out, value.items[index]);
      }
      out += ']';
      break;
    case Json::Kind::object:
      out += '{';
      for (std::size_t index = 0; index < value.fields.size(); index++) {
        if (index) out += ',';
        write_text(out, value.fields[index].first);
        out += ':';
        write(out, value.fields[index].second);
      }
      out += '}';
  }
}

}  // namespace json_reading

inline Json Json::read(std::string_view line) {
  json_reading::Reader reader{line};
  Json value = reader.value(0);
  reader.blank();
  if (reader.at < line.size()) throw BadJson("more than one value");
  return value;
}

inline std::string Json::write() const {
  std::string out;
  json_reading::write(out, *this);
  return out;
}
