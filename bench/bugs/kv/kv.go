// Package kv is a server of texts by key.
package kv

import (
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

// Room is the number of keys.
const Room = 3

type pair struct{ key, value string }

// Store is what one client has stored.
type Store struct {
	fault string
	pairs []pair
	index map[string]int    // of pairs
	cache map[string]string // of answers
	held  []string          // answers that wait for the next command
}

// New returns an empty store with a fault.
func New(fault string) *Store {
	return &Store{fault: fault, index: map[string]int{}, cache: map[string]string{}}
}

// Longest returns the length of the longest line that the server reads.
func Longest(fault string) int {
	if fault == "closes-on-long-line" {
		return 1024
	}
	return wire.Longest
}

// Answer answers a line.
func (s *Store) Answer(line string) ([]string, bool) {
	word, values, err := wire.Parse(line)
	if err != nil {
		return []string{wire.Line("error", err.Error())}, false
	}
	args := make([]string, 2)
	for i, v := range values {
		args[i], _ = v.(string)
	}
	held := s.held
	s.held = nil
	answer, done := s.react(word, args)
	if s.fault == "length-waits" && word == "append" {
		s.held, answer = answer, nil
	}
	return append(held, answer...), done
}

func (s *Store) react(word string, args []string) ([]string, bool) {
	switch word {
	case "set":
		return s.set(args[0], args[1]), false
	case "get":
		return s.get(args[0]), false
	case "append":
		return s.add(args[0], args[1]), false
	case "del":
		return s.del(args[0]), false
	case "quit":
		return []string{wire.Line("bye")}, s.fault != "quit-stays"
	}
	return []string{wire.Line("error", "unknown command")}, false
}

func one(word string, values ...any) []string { return []string{wire.Line(word, values...)} }

// kept returns a value as it is stored.
func (s *Store) kept(value string) string {
	switch s.fault {
	case "value-trimmed":
		return strings.TrimSpace(value)
	case "value-cut-at-256":
		if runes := []rune(value); len(runes) > 256 {
			return string(runes[:256])
		}
	case "value-ends-at-nul":
		value, _, _ = strings.Cut(value, "\x00")
	}
	return value
}

func (s *Store) set(key, value string) []string {
	if s.fault == "no-answer-to-empty" && value == "" {
		return nil
	}
	i, known := s.index[key]
	if !known && len(s.pairs) == Room {
		return one("full")
	}
	if !known {
		i = len(s.pairs)
		s.index[key] = i
		s.pairs = append(s.pairs, pair{key: key})
	}
	s.pairs[i].value = s.kept(value)
	delete(s.cache, key)
	return one("ok")
}

func (s *Store) get(key string) []string {
	if value, ok := s.cache[key]; ok {
		return one("value", value)
	}
	i, known := s.index[key]
	if !known {
		return one("none")
	}
	value := s.pairs[i].value
	if s.fault == "append-leaves-cache" {
		s.cache[key] = value
	}
	if s.fault == "quotes-not-escaped" {
		return []string{`value "` + value + `"`}
	}
	return one("value", value)
}

func (s *Store) add(key, text string) []string {
	i, known := s.index[key]
	if !known {
		if answer := s.set(key, text); len(answer) == 0 || answer[0] != "ok" {
			return answer
		}
		i = s.index[key]
	} else {
		s.pairs[i].value = s.kept(s.pairs[i].value + text)
	}
	return one("length", utf8.RuneCountInString(s.pairs[i].value))
}

func (s *Store) del(key string) []string {
	i, known := s.index[key]
	if !known {
		return one("none")
	}
	last := len(s.pairs) - 1
	s.pairs[i] = s.pairs[last]
	if s.fault != "delete-loses-another" {
		s.index[s.pairs[i].key] = i
	} else if i != last {
		delete(s.index, s.pairs[last].key)
	}
	s.pairs = s.pairs[:last]
	delete(s.index, key)
	delete(s.cache, key)
	return one("ok")
}
