// The engine's side of the protocol: lines of JSON in, lines of JSON out. The rules are in rules.hpp.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "json.hpp"
#include "rules.hpp"

using rules::Context;

static std::vector<Context> contexts;

// An error answer.
struct Refusal {
  std::string code, text;
};

static Json texts(const std::vector<std::string>& values) { return Json(std::vector<Json>(values.begin(), values.end())); }

static Json hello(const Json& question) {
  const Json* protocol = question.find("protocol");
  if (!protocol || protocol->number != 1) throw Refusal{"unsupported", "only protocol 1 is spoken here"};
  Json readings = Json::object();
  for (const auto& [name, values] : rules::READINGS) readings.fields.emplace_back(name, texts(values));
  Json game = Json::object({{"boards", texts(rules::BOARDS)}, {"readings", readings}});
  return Json::object({
      {"protocol", 1},
      {"engine", Json::object({{"name", rules::NAME}, {"version", rules::VERSION}, {"language", "C++"}})},
      {"games", Json::object({{rules::GAME, game}})},
      {"can", texts({"apply", "turns"})},
      {"from", texts({"start", "position"})},
      {"refusals", rules::REFUSALS},
  });
}

static bool is_played(const std::string& reading, const Json& value) {
  auto known = rules::READINGS.find(reading);
  return known != rules::READINGS.end() &&
         std::count(known->second.begin(), known->second.end(), value.text) > 0;
}

static Json open(const Json& question) {
  Context context{question.text_of("board"), Json::object()};
  bool has_board = std::count(rules::BOARDS.begin(), rules::BOARDS.end(), context.board) > 0;
  if (question.text_of("game") != rules::GAME || !has_board)
    throw Refusal{"unsupported", "this game or board is not played here"};
  if (const Json* readings = question.find("readings")) context.readings = *readings;
  for (const auto& [name, value] : context.readings.fields)
    if (!is_played(name, value)) throw Refusal{"unsupported", "these readings are not played here"};
  Json opening = rules::start(context);
  contexts.push_back(context);
  return Json::object({{"context", "c" + std::to_string(contexts.size())}, {"start", opening}});
}

static const Context& opened(const Json& question) {
  std::string name = question.text_of("context");
  for (std::size_t index = 0; index < contexts.size(); index++)
    if (name == "c" + std::to_string(index + 1)) return contexts[index];
  throw Refusal{"bad-question", "no such context is open"};
}

static const Json& position_of(const Json& question) {
  const Json* position = question.find("position");
  bool fits = position && position->text_of("game") == rules::GAME && position->text_of("board") == opened(question).board;
  if (!fits) throw Refusal{"bad-position", "it belongs to another game or board"};
  return *position;
}

static Json apply(const Json& question) {
  const Context& context = opened(question);
  const Json* list = question.find("turns");
  if (!list) return rules::apply(context, position_of(question), question.text_of("turn"));
  Json position = rules::start(context), said;
  for (std::size_t at = 0; at < list->items.size(); at++) {
    said = rules::apply(context, position, list->items[at].text);
    if (said.text_of("verdict") != "legal") {
      said.fields.emplace_back("at", static_cast<int>(at));
      return said;
    }
    position = *said.find("position");
  }
  return said;
}

static Json done(const Json& question) {
  std::string command = question.text_of("do");
  if (command == "hello") return hello(question);
  if (command == "open") return open(question);
  if (command == "apply") return apply(question);
  if (command == "turns") return Json::object({{"turns", rules::turns(opened(question), position_of(question))}});
  if (command == "bye") return Json::object();
  throw Refusal{"unknown-command", "this is not done here"};
}

static std::pair<std::string, Json> error(const std::string& code, const std::string& text) {
  return {"error", Json::object({{"code", code}, {"text", text}})};
}

// The answer to a question, as a field beside its id.
static std::pair<std::string, Json> answer(const Json& question) {
  try {
    return {"ok", done(question)};
  } catch (const rules::NotWritten& reason) {
    return {"skip", Json::object({{"why", reason.what()}})};
  } catch (const rules::BadPosition& reason) {
    return error("bad-position", reason.what());
  } catch (const Refusal& refusal) {
    return error(refusal.code, refusal.text);
  }
}

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    Json question, id;
    std::pair<std::string, Json> said;
    try {
      question = Json::read(line);
      if (const Json* found = question.find("id")) id = *found;
      said = answer(question);
    } catch (const BadJson& broken) {
      said = error("bad-json", broken.what());
    }
    // An answer that stays in a buffer is an answer that nobody sees.
    std::cout << Json::object({{"id", id}, said}).write() << std::endl;
    if (question.text_of("do") == "bye") break;
  }
}
