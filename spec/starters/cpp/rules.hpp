// Your rules go here: three functions, each of which says that it is not written until it is.
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "json.hpp"

namespace rules {

const std::string NAME = "my engine", VERSION = "1";
const std::string GAME = "@GAME@";
// Every board that is played, each by its name: no ranges. A loop may make the list.
const std::vector<std::string> BOARDS = {"@BOARD@"};
const std::map<std::string, std::vector<std::string>> READINGS = {};
// How turns are refused: "kinds" (illegal, malformed, ambiguous), "one" (word for all) or "none" (no check).
const std::string REFUSALS = "one";

// What the rules here do not cover yet: the question is skipped.
struct NotWritten : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A position that breaks its format or the rules.
struct BadPosition : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A game that is open: its board, and an object with the values of the readings that it was opened with.
struct Context {
  std::string board;
  Json readings;
};

// The opening position, as spec/protocol.md writes positions of the game.
inline Json start(const Context&) {
  throw NotWritten("the opening is not written yet");
}

// What becomes of a position: {"verdict": "legal", "position": ..., "outcome": null}, or {"verdict": "illegal"};
// where REFUSALS is "kinds" also "malformed", and "ambiguous" with "means".
inline Json apply(const Context&, const Json& /*position*/, const std::string& /*turn*/) {
  throw NotWritten("turns are not played yet");
}

// All that can be played: a list of {"turn": ..., "position": ..., "outcome": ...}, one for each result.
inline Json turns(const Context&, const Json& /*position*/) {
  throw NotWritten("turns are not listed yet");
}

}  // namespace rules
