// The engine's side of the protocol: lines of JSON in, lines of JSON out. The rules are in rules.go.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Context is an open game: a board and the values of its readings.
type Context struct {
	board  string
	chosen Chosen
}

// Refusal is an error answer.
type Refusal struct{ code, text string }

func (refusal Refusal) Error() string { return refusal.text }

var contexts = map[string]Context{}

func hello(question Object) (Object, error) {
	if fmt.Sprint(question["protocol"]) != "1" {
		return nil, Refusal{"unsupported", "only protocol 1 is spoken here"}
	}
	return Object{
		"protocol": 1,
		"engine":   Object{"name": name, "version": version, "language": "Go"},
		"games":    Object{game: Object{"boards": boards, "readings": readings}},
		"can":      []string{"apply", "turns"},
		"from":     []string{"start", "position"},
		"refusals": refusals,
	}, nil
}

func contains(values []string, wanted string) bool {
	for _, value := range values {
		if value == wanted {
			return true
		}
	}
	return false
}

func open(question Object) (Object, error) {
	board, _ := question["board"].(string)
	if question["game"] != game || !contains(boards, board) {
		return nil, Refusal{"unsupported", "this game or board is not played here"}
	}
	chosen := Chosen{}
	told, _ := question["readings"].(Object)
	for reading, value := range told {
		chosen[reading], _ = value.(string)
		if !contains(readings[reading], chosen[reading]) {
			return nil, Refusal{"unsupported", "these readings are not played here"}
		}
	}
	opening, err := start(board, chosen)
	if err != nil {
		return nil, err
	}
	context := fmt.Sprintf("c%d", len(contexts)+1)
	contexts[context] = Context{board, chosen}
	return Object{"context": context, "start": opening}, nil
}

func opened(question Object) (Context, error) {
	key, _ := question["context"].(string)
	context, known := contexts[key]
	if !known {
		return context, Refusal{"bad-question", "no such context is open"}
	}
	return context, nil
}

func positionOf(question Object, context Context) (Object, error) {
	position, _ := question["position"].(Object)
	if position["game"] != game || position["board"] != context.board {
		return nil, Refusal{"bad-position", "it belongs to another game or board"}
	}
	return position, nil
}

func apply(question Object) (Object, error) {
	context, err := opened(question)
	if err != nil {
		return nil, err
	}
	texts, isList := question["turns"].([]Value)
	if !isList {
		position, err := positionOf(question, context)
		if err != nil {
			return nil, err
		}
		turn, _ := question["turn"].(string)
		return play(context.board, context.chosen, position, turn)
	}
	position, err := start(context.board, context.chosen)
	var said Object
	for at, text := range texts {
		if err != nil {
			return nil, err
		}
		turn, _ := text.(string)
		said, err = play(context.board, context.chosen, position, turn)
		if err == nil && said["verdict"] != "legal" {
			said["at"] = at
			return said, nil
		}
		position, _ = said["position"].(Object)
	}
	return said, err
}

func turns(question Object) (Object, error) {
	context, err := opened(question)
	if err != nil {
		return nil, err
	}
	position, err := positionOf(question, context)
	if err != nil {
		return nil, err
	}
	found, err := list(context.board, context.chosen, position)
	return Object{"turns": found}, err
}

func bye(question Object) (Object, error) { return Object{}, nil }

// The answer to a question, without its id.
func answer(question Object) Object {
	commands := map[string]func(Object) (Object, error){
		"hello": hello, "open": open, "apply": apply, "turns": turns, "bye": bye,
	}
	do, _ := question["do"].(string)
	command, known := commands[do]
	if !known {
		return refuse("unknown-command", "this is not done here")
	}
	said, err := command(question)
	var gap NotWritten
	var bad BadPosition
	var refusal Refusal
	switch {
	case err == nil:
		return Object{"ok": said}
	case errors.As(err, &gap):
		return Object{"skip": Object{"why": gap.why}}
	case errors.As(err, &bad):
		return refuse("bad-position", bad.why)
	case errors.As(err, &refusal):
		return refuse(refusal.code, refusal.text)
	}
	return refuse("internal", err.Error())
}

func refuse(code, text string) Object {
	return Object{"error": Object{"code": code, "text": text}}
}

// Numbers stay as they are written: an id may be too large for a float.
func read(line []byte) (Object, error) {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	var question Object
	err := decoder.Decode(&question)
	return question, err
}

func main() {
	input := bufio.NewReader(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	for {
		line, end := input.ReadBytes('\n')
		if end == io.EOF && len(line) == 0 {
			return
		}
		question, err := read(line)
		said := Object{}
		if err != nil {
			said = refuse("bad-json", "this is no JSON")
		} else {
			said = answer(question)
		}
		said["id"] = question["id"]
		output.Encode(said)
		if question["do"] == "bye" {
			return
		}
	}
}
