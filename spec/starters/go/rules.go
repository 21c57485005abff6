package main

// Your rules go here: three functions, each of which says that it is not written until it is.

const (
	name    = "my engine"
	version = "1"
	game    = "@GAME@"
	// How turns are refused: "kinds" (illegal, malformed, ambiguous), "one" (word for all) or "none" (no check).
	refusals = "one"
)

var (
	// Every board that is played, each by its name: no ranges. A loop may make the list.
	boards   = []string{"@BOARD@"}
	readings = map[string][]string{}
)

// Value is a value of JSON: Object, []Value, string, json.Number, bool or nil.
type Value = any

// Object is an object of JSON.
type Object = map[string]Value

// Chosen has the values of the readings that a game was opened with.
type Chosen = map[string]string

// NotWritten is what the rules here do not cover yet: the question is skipped.
type NotWritten struct{ why string }

// BadPosition is a position that breaks its format or the rules.
type BadPosition struct{ why string }

func (reason NotWritten) Error() string  { return reason.why }
func (reason BadPosition) Error() string { return reason.why }

// The opening position, as spec/protocol.md writes positions of the game.
func start(board string, chosen Chosen) (Object, error) {
	return nil, NotWritten{"the opening is not written yet"}
}

// What becomes of a position: {"verdict": "legal", "position": ..., "outcome": nil}, or {"verdict": "illegal"};
// where refusals is "kinds" also "malformed", and "ambiguous" with "means".
func play(board string, chosen Chosen, position Object, turn string) (Object, error) {
	return nil, NotWritten{"turns are not played yet"}
}

// All that can be played: {"turn": ..., "position": ..., "outcome": ...}, one for each result.
func list(board string, chosen Chosen, position Object) ([]Value, error) {
	return nil, NotWritten{"turns are not listed yet"}
}
