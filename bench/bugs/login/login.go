// Package login is a server of accounts with passwords. Each connection has accounts of its own.
package login

import (
	"strings"

	"github.com/sextant-mbt/sextant/bench/bugs/wire"
)

// Limits of the server.
const (
	Accounts = 2
	Attempts = 3 // wrong passwords in a row before an account is locked
)

type account struct {
	name, password string
	old            string // the password before the last change
	failures       int
	logins         int
}

// Server is what one client sees.
type Server struct {
	fault    string
	accounts []*account
	current  *account // who is logged in
	failures int      // of all accounts
}

// New returns a server without accounts, with a fault.
func New(fault string) *Server { return &Server{fault: fault} }

// Answer answers a line.
func (s *Server) Answer(line string) ([]string, bool) {
	word, values, err := wire.Parse(line)
	if err != nil {
		return one("error", err.Error()), false
	}
	args := make([]string, 2)
	for i, v := range values {
		args[i], _ = v.(string)
	}
	switch word {
	case "register":
		return s.register(args[0], args[1]), false
	case "login":
		return s.login(args[0], args[1])
	case "logout":
		return s.logout(), false
	case "change":
		return s.change(args[0], args[1]), false
	case "who":
		return s.who(), false
	}
	return one("error", "unknown command"), false
}

func one(word string, values ...any) []string { return []string{wire.Line(word, values...)} }

func (s *Server) find(name string) *account {
	for _, a := range s.accounts {
		if a.name == name || s.fault == "names-ignore-case" && strings.EqualFold(a.name, name) {
			return a
		}
	}
	return nil
}

func (s *Server) register(name, password string) []string {
	switch {
	case s.find(name) != nil:
		return one("refused", "taken")
	case password == "":
		return one("refused", "weak")
	case len(s.accounts) == Accounts:
		return one("refused", "full")
	}
	if runes := []rune(name); s.fault == "name-cut-at-16" && len(runes) > 16 {
		name = string(runes[:16])
	}
	a := &account{name: name, password: password, old: password}
	s.accounts = append(s.accounts, a)
	return one("ok")
}

// matches reports whether a password is right.
func (s *Server) matches(a *account, password string) bool {
	switch s.fault {
	case "password-cut-at-72":
		return a.password[:min(72, len(a.password))] == password[:min(72, len(password))]
	case "password-trimmed":
		return strings.TrimSpace(a.password) == strings.TrimSpace(password)
	case "old-password-works":
		return a.password == password || a.old == password
	}
	return a.password == password
}

func (s *Server) locked(a *account) bool {
	switch s.fault {
	case "one-attempt-more":
		return a.failures > Attempts
	case "failures-are-shared":
		return s.failures >= Attempts
	}
	return a.failures >= Attempts
}

func (s *Server) login(name, password string) ([]string, bool) {
	a := s.find(name)
	if a == nil {
		return one("denied"), false
	}
	if s.locked(a) {
		if s.fault == "locked-is-denied" && !s.matches(a, password) {
			return one("denied"), false
		}
		return one("locked"), false
	}
	if !s.matches(a, password) {
		a.failures++
		s.failures++
		return one("denied"), s.fault == "lock-closes" && s.locked(a)
	}
	if s.fault != "failures-add-up" {
		a.failures, s.failures = 0, 0
	}
	a.logins++
	s.current = a
	if s.fault == "silent-at-eighth" && a.logins == 8 {
		return nil, false
	}
	return one("welcome", a.name), false
}

func (s *Server) logout() []string {
	if s.current == nil {
		return one("refused", "nobody")
	}
	s.current = nil
	return one("ok")
}

func (s *Server) change(old, password string) []string {
	a := s.current
	switch {
	case a == nil:
		return one("refused", "nobody")
	case !s.matches(a, old):
		if s.fault == "failed-change-logs-out" {
			s.current = nil
		}
		return one("denied")
	case password == "":
		return one("refused", "weak")
	}
	a.old, a.password = a.password, password
	return one("ok")
}

func (s *Server) who() []string {
	if s.current == nil {
		return one("anonymous")
	}
	return one("name", s.current.name)
}
