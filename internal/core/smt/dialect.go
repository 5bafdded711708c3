package smt

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"
)

// dialect describes the differences between solver programs.
type dialect struct {
	name          string
	arguments     []string                   // for a command without any
	limit         func(time.Duration) string // the argument that sets a time limit for good, if there is one
	setTimeout    func(time.Duration) string // the command that sets the time limit of the next queries
	setWork       func(int) string           // the command that limits the work of the next queries, which does not depend on the machine
	openingScript string                     // sent first
	resets        bool                       // (reset) before a query with strings makes it fast, and functions may be recursive
}

const standardOpening = "(set-option :print-success false)\n(set-option :produce-models true)\n" +
	"(set-option :global-declarations true)\n"

var dialects = []dialect{
	{
		name:          "z3",
		arguments:     []string{"-in", "-smt2"},
		setTimeout:    func(d time.Duration) string { return fmt.Sprintf("(set-option :timeout %d)\n", d.Milliseconds()) },
		setWork:       func(units int) string { return fmt.Sprintf("(set-option :rlimit %d)\n", units) },
		openingScript: standardOpening,
		resets:        true,
	},
	{
		name:          "cvc5",
		arguments:     []string{"--incremental", "--lang", "smt2", "--produce-models", "--strings-exp"},
		limit:         func(d time.Duration) string { return fmt.Sprintf("--tlimit-per=%d", d.Milliseconds()) },
		openingScript: standardOpening + "(set-logic ALL)\n",
	},
}

// dialectOf returns the dialect of a solver by the name of its program; an unknown program is assumed to follow the standard.
func dialectOf(command string) dialect {
	name := filepath.Base(command)
	for _, d := range dialects {
		if strings.HasPrefix(name, d.name) {
			return d
		}
	}
	return dialect{name: name, openingScript: standardOpening + "(set-logic ALL)\n"}
}

// commandLine adds the arguments of its dialect to a command.
func (d dialect) commandLine(command []string, timeout time.Duration) []string {
	full := append([]string(nil), command...)
	if len(full) == 1 {
		full = append(full, d.arguments...)
	}
	if d.limit != nil && !strings.Contains(strings.Join(full, " "), "--tlimit") {
		full = append(full, d.limit(timeout))
	}
	return full
}
