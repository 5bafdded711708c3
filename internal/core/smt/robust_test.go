package smt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// script writes a solver that is a shell script.
func script(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

// oneConjunct is a query that is sat.
func oneConjunct() Query {
	s := term.NewStore()
	x := s.Var("x@1", term.Int)
	return Query{Conjuncts: []*term.Term{s.Le(s.Int(5), s.Mul(x, x))}, Values: []*term.Term{x}} // not linear, so that a program is asked
}

// hard is a query that takes Z3 longer than any test: a sum of three cubes.
func hard(s *term.Store) Query {
	x, y, z := s.Var("x", term.Int), s.Var("y", term.Int), s.Var("z", term.Int)
	cube := func(v *term.Term) *term.Term { return s.Mul(v, s.Mul(v, v)) }
	return Query{Conjuncts: []*term.Term{s.Eq(s.Add(cube(x), cube(y), cube(z)), s.Int(42))}}
}

func TestBadSolversGiveReasons(t *testing.T) {
	tests := []struct{ name, text, reason string }{
		{"hangs", "sleep 60", "solver hung for 300ms and was killed"},
		{"dies", "echo the disk is full >&2; exit 3", "solver died: exit status 3 (the disk is full)"},
		{"crashes", "kill -SEGV $$", "solver died: signal: segmentation fault"},
		{"garbage", `while read line; do case "$line" in *echo*) echo 'hello (world'; echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "ends within a list"},
		{"nonsense", `while read line; do case "$line" in *echo*) echo maybe; echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "which is no answer"},
		{"silent", `while read line; do case "$line" in *echo*) echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "solver printed no answer"},
		{"floods", "yes '(((((((((((((((((((((((((((((((((((((((((((((((((((((((('", "more than 64 MiB"},
		{"complains", `while read line; do case "$line" in *echo*) echo '(error "no such luck")'; echo sat; echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "no such luck"},
		{"canceled", `while read line; do case "$line" in *echo*) echo '(error "line 6 column 7: push canceled")'; echo sat; echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "canceled reached its time limit"},
		{"lies", `while read line; do case "$line" in *echo*) echo sat; echo '((x (root-obj 1 2)))'; echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`, "cannot be used"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			config := Config{Command: []string{script(t, test.name, test.text), "-"}, Timeout: 200 * time.Millisecond, Grace: 100 * time.Millisecond}
			if test.name != "hangs" {
				config.Timeout = 20 * time.Second
			}
			solver := mustNew(t, config)
			answer := mustCheck(t, solver, oneConjunct())
			if answer.Status != Unknown || !strings.Contains(answer.Reason, test.reason) {
				t.Errorf("%v: %s", answer.Status, answer.Reason)
			}
			if stats := solver.Stats(); stats.Unknowns != 1 || stats.Calls != 1 {
				t.Errorf("%+v", stats)
			}
		})
	}
}

// The time limit holds even if a process that the solver started has left its group and holds the output open.
func TestEscapedProcessKeepsNobodyWaiting(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("there is no setsid")
	}
	escaped := filepath.Join(t.TempDir(), "escaped")
	escape := "setsid sh -c 'echo $$ >>" + escaped + "; exec sleep 600' &\nuntil [ -s " + escaped + " ]; do :; done\nsleep 600"
	solver := mustNew(t, Config{Command: []string{script(t, "escapes", escape)}, Timeout: 500 * time.Millisecond, Grace: 100 * time.Millisecond})
	answer := mustCheck(t, solver, oneConjunct())
	if answer.Status != Unknown || !strings.Contains(answer.Reason, "hung for 600ms") {
		t.Errorf("%v: %s", answer.Status, answer.Reason)
	}
	numbers, err := os.ReadFile(escaped)
	if err != nil || len(numbers) == 0 {
		t.Fatalf("nothing has escaped: %v", err)
	}
	for _, number := range strings.Fields(string(numbers)) {
		if err := exec.Command("kill", number).Run(); err != nil {
			t.Errorf("what has escaped has ended before: %v", err)
		}
	}
}

// A solver that fails once is restarted, and the query is answered.
func TestRestartAfterOneFailure(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	flaky := script(t, "z3-flaky", "if [ -e "+mark+" ]; then exec z3 -in -smt2; fi; touch "+mark+"; exit 139")
	solver := mustNew(t, Config{Command: []string{flaky}})
	answer := mustCheck(t, solver, oneConjunct())
	if answer.Status != Sat || solver.Stats().Restarts != 1 {
		t.Errorf("%v: %s, %+v", answer.Status, answer.Reason, solver.Stats())
	}
}

// On a busy machine Z3 runs out of time before it comes to the check. Then the query is retried.
func TestRestartAfterTimeLimitInPush(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	busy := script(t, "z3-busy", "if [ -e "+mark+" ]; then exec z3 -in -smt2; fi; touch "+mark+`
while read line; do case "$line" in *echo*) echo '(error "line 6 column 7: push canceled")'; echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`)
	solver := mustNew(t, Config{Command: []string{busy}})
	answer := mustCheck(t, solver, oneConjunct())
	if answer.Status != Sat || solver.Stats().Restarts != 1 || solver.Stats().Timeouts != 1 {
		t.Errorf("%v: %s, %+v", answer.Status, answer.Reason, solver.Stats())
	}
}

// A solver that is killed between queries and in a query loses nothing.
func TestKilledSolverIsReplaced(t *testing.T) {
	s := term.NewStore()
	conjuncts, vars := path(s, 30)
	process := NewProcess(Config{})
	defer process.Close()
	for i := range conjuncts {
		if i%7 == 3 {
			process.child.Kill()
		}
		answer := mustCheck(t, process, Query{Conjuncts: conjuncts[:i+1], Values: vars[:i+1]})
		if answer.Status != Sat {
			t.Fatalf("%v: %s", answer.Status, answer.Reason)
		}
	}
	if got := process.Stats().Restarts; got != 4 {
		t.Errorf("%d restarts", got)
	}
}

func TestKilledInMidQuery(t *testing.T) {
	s := term.NewStore()
	process := NewProcess(Config{Timeout: time.Second})
	defer process.Close()
	mustCheck(t, process, oneConjunct())
	victim := process.child
	time.AfterFunc(100*time.Millisecond, victim.Kill)
	answer := mustCheck(t, process, hard(s))
	if answer.Status != Unknown || process.Stats().Restarts != 1 || !strings.Contains(answer.Reason, "time limit") {
		t.Errorf("%v: %s, %+v", answer.Status, answer.Reason, process.Stats())
	}
	if answer := mustCheck(t, process, oneConjunct()); answer.Status != Sat {
		t.Errorf("afterwards %v: %s", answer.Status, answer.Reason)
	}
}

func TestTimeLimitOfQuery(t *testing.T) {
	s := term.NewStore()
	solver := mustNew(t, Config{Timeout: time.Minute})
	q := hard(s)
	q.Timeout = 200 * time.Millisecond
	answer := mustCheck(t, solver, q)
	if answer.Status != Unknown || !strings.Contains(answer.Reason, "time limit") || solver.Stats().Timeouts != 1 {
		t.Errorf("%v: %s, %+v", answer.Status, answer.Reason, solver.Stats())
	}
}

// TestWorkLimitOfQuery: which queries exceed the work limit does not depend on the machine, and the next ones have their full limit.
func TestWorkLimitOfQuery(t *testing.T) {
	process := NewProcess(Config{Timeout: time.Minute})
	defer process.Close()
	q := pigeons(term.NewStore(), 6)
	q.Timeout, q.Work = 2*time.Second, 10_000
	for range 3 {
		if answer := mustCheck(t, process, q); answer.Status != Unknown || answer.Reason != "z3 reached its limit of work" {
			t.Errorf("%v: %s", answer.Status, answer.Reason)
		}
	}
	process.unframed = true // so that the program is reset
	q.Work = 0
	if answer := mustCheck(t, process, q); answer.Status != Unsat {
		t.Errorf("without a limit of work: %v: %s", answer.Status, answer.Reason)
	}
	if stats := process.Stats(); stats.Timeouts != 0 || stats.Restarts != 0 {
		t.Errorf("%+v", stats)
	}
}

// pigeons is the pigeonhole problem for n+1 pigeons and n holes.
func pigeons(s *term.Store, n int) Query {
	var q Query
	var holes []*term.Term
	for i := range n + 1 {
		holes = append(holes, s.Var(fmt.Sprintf("pigeon%d", i), term.Int))
	}
	for i, hole := range holes {
		q.Conjuncts = append(q.Conjuncts, s.Le(s.Int(1), hole), s.Le(hole, s.Int(int64(n))))
		for _, other := range holes[:i] {
			q.Conjuncts = append(q.Conjuncts, s.Not(s.Eq(hole, other)))
		}
	}
	return q
}

// A long limit is enforced by the watchdog, which kills the process; after that Z3 enforces it itself, unless its limit was stretched on a
// busy machine that became idle before it passed.
func TestLongTimeLimit(t *testing.T) {
	process := NewProcess(Config{Timeout: longLimit})
	defer process.Close()
	for i := range 2 {
		answer := mustCheck(t, process, hard(term.NewStore()))
		if answer.Status != Unknown || answer.Reason != process.outOfTime() {
			t.Errorf("%v: %s", answer.Status, answer.Reason)
		}
		if stats := process.Stats(); stats.Timeouts != i+1 || stats.Restarts < min(i, 1) {
			t.Errorf("query %d: %+v", i, stats)
		}
	}
	if answer := mustCheck(t, process, oneConjunct()); answer.Status != Sat {
		t.Errorf("afterwards %v: %s", answer.Status, answer.Reason)
	}
}

func TestCancelIsPrompt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	solver := mustNew(t, Config{Timeout: time.Minute})
	if _, err := solver.Check(ctx, hard(term.NewStore())); !errors.Is(err, context.Canceled) { // there is no answer even after a minute
		t.Errorf("%v", err)
	}
	if answer := mustCheck(t, solver, oneConjunct()); answer.Status != Sat {
		t.Errorf("afterwards %v: %s", answer.Status, answer.Reason)
	}
}

func TestMissingSolver(t *testing.T) {
	_, err := New(Config{Command: []string{"no-such-solver"}})
	var missing *ErrNoSolver
	if !errors.As(err, &missing) || !strings.Contains(err.Error(), "--solver-cmd") {
		t.Errorf("%v", err)
	}
	_, err = NewProcess(Config{Command: []string{"no-such-solver"}}).Check(context.Background(), oneConjunct())
	if !errors.As(err, &missing) {
		t.Errorf("%v", err)
	}
}

// Close leaves no process behind, not even one that the solver started.
func TestCloseLeavesNoProcess(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pid")
	wrapper := script(t, "z3-wrapper", "sleep 77 & echo $! > "+file+"; exec z3 -in -smt2")
	solver := mustNew(t, Config{Command: []string{wrapper}})
	mustCheck(t, solver, oneConjunct())
	pid := readPid(t, file)
	if err := solver.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2000 {
		if !alive(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("process %d lives on", pid)
}

// An unusable value is a reason, not an error.
func TestIrrationalValue(t *testing.T) {
	s := term.NewStore()
	x := s.Var("x", term.Real)
	q := Query{Conjuncts: []*term.Term{s.Eq(s.Mul(x, x), s.ToReal(s.Int(2)))}, Values: []*term.Term{x}}
	answer := mustCheck(t, mustNew(t, Config{}), q)
	if answer.Status != Unknown || !strings.Contains(answer.Reason, "root-obj") {
		t.Errorf("%v: %s", answer.Status, answer.Reason)
	}
}
