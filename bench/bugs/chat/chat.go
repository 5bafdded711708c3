// Package chat is a server of a chat with two rooms that keep their last message. Each connection has rooms of its own.
package chat

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/sextant-mbt/sextant/bench/bugs/wire"
	"golang.org/x/text/unicode/norm"
)

// Limits of the server.
const (
	LongestNick = 32
	LongestText = 2000
)

type message struct{ nick, text string }

// Server is what one client sees.
type Server struct {
	fault string
	nick  string
	shown string // nick in messages
	room  string // "" is none
	last  map[string]message
	said  int
}

// New returns a server with empty rooms and a fault.
func New(fault string) *Server { return &Server{fault: fault, last: map[string]message{}} }

// Answer answers a line.
func (s *Server) Answer(line string) ([]string, bool) {
	word, values, err := wire.Parse(line)
	if err != nil {
		return one("error", err.Error()), false
	}
	arg := ""
	if len(values) > 0 {
		arg, _ = values[0].(string)
	}
	switch word {
	case "nick":
		return s.setNick(arg), false
	case "join":
		return s.join(arg), false
	case "leave":
		return s.leave(), false
	case "say":
		return s.say(arg)
	case "recall":
		return s.recall(), false
	case "quit":
		return one("bye"), true
	}
	return one("error", "unknown command"), false
}

func one(word string, values ...any) []string { return []string{wire.Line(word, values...)} }

func (s *Server) setNick(nick string) []string {
	n := utf8.RuneCountInString(nick)
	if s.fault == "nick-of-bytes" {
		n = len(nick)
	}
	if n < 1 || n > LongestNick {
		if s.fault == "refused-nick-is-lost" {
			s.nick = ""
		}
		return one("refused", "badName")
	}
	switch s.fault {
	case "nick-trimmed":
		nick = strings.TrimSpace(nick)
	case "nick-lower-case":
		nick = strings.ToLower(nick)
	}
	s.nick = nick
	if s.fault != "nick-is-cached" || s.shown == "" {
		s.shown = nick
	}
	return one("hello", nick)
}

func (s *Server) join(room string) []string {
	switch {
	case s.nick == "":
		return one("refused", "anonymous")
	case s.room == room:
		return one("refused", "inside")
	}
	s.room = room
	return one("ok")
}

func (s *Server) leave() []string {
	if s.room == "" {
		return one("refused", "outside")
	}
	if s.fault == "leave-forgets-nick" {
		s.nick = ""
	}
	s.room = ""
	return one("ok")
}

func (s *Server) say(text string) ([]string, bool) {
	switch {
	case s.room == "":
		return one("refused", "outside"), false
	case utf8.RuneCountInString(text) > LongestText:
		return one("refused", "badText"), false
	case s.fault == "slash-is-a-command" && strings.HasPrefix(text, "/"):
		return nil, false
	case s.fault == "empty-text-closes" && text == "":
		return nil, true
	}
	if m := s.last[s.room]; s.fault == "repeated-text-dropped" && m.text == text && m.nick != "" {
		return one("ok"), false
	}
	s.said++
	if s.fault == "sixth-message-lost" && s.said == 6 {
		return one("ok"), false
	}
	if s.fault == "rooms-share-last" {
		clear(s.last)
	}
	s.last[s.room] = message{s.shown, s.kept(text)}
	return one("ok"), false
}

// kept returns a text as it is stored.
func (s *Server) kept(text string) string {
	switch s.fault {
	case "text-cut-at-1024":
		if runes := []rune(text); len(runes) > 1024 {
			return string(runes[:1024])
		}
	case "text-is-a-format":
		return fmt.Sprintf(text, []any{}...)
	case "text-normalised":
		return norm.NFC.String(text)
	case "text-escaped":
		return html.EscapeString(text)
	}
	return text
}

func (s *Server) recall() []string {
	if s.room == "" {
		return one("refused", "outside")
	}
	m, ok := s.last[s.room]
	if !ok {
		return one("nothing")
	}
	return one("message", m.nick, m.text)
}
