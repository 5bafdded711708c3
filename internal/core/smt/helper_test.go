package smt

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// mustNew makes a solver that is closed at the end of the test.
func mustNew(t testing.TB, config Config) Solver {
	t.Helper()
	if config.Timeout == 0 {
		config.Timeout = 10 * time.Second
	}
	solver, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = solver.Close() })
	return solver
}

// mustCheck sends a query, and fails the test if the environment fails.
func mustCheck(t fataler, solver Solver, q Query) Answer {
	t.Helper()
	answer, err := solver.Check(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func needCvc5(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("cvc5"); err != nil {
		t.Skip("cvc5 is not installed")
	}
}

// fataler is a test or a rapid test.
type fataler interface {
	Helper()
	Fatal(args ...any)
}

// readPid reads a process id that a script wrote.
func readPid(t *testing.T, file string) int {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// alive reports whether a process runs; one that is dead but not yet waited for does not. The kit for tests has this too, but it
// needs this package.
func alive(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !strings.Contains(string(status), ") Z ")
}
