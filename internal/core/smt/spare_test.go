package smt

import (
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// A solver takes over the program of one that was closed, and answers as if the program were new: variables of the same name may be of
// another sort, and conditions of the other solver do not count.
func TestSparesAnswerAsNew(t *testing.T) {
	spares := &Spares{}
	first := NewProcess(Config{Spares: spares})
	mustCheck(t, first, oneConjunct())
	child := first.child
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}

	s := term.NewStore()
	x := s.Var("x@1", term.Bool)
	second := NewProcess(Config{Spares: spares, Timeout: 3 * time.Second})
	answer := mustCheck(t, second, Query{Conjuncts: []*term.Term{s.Not(x)}, Values: []*term.Term{x}})
	if answer.Status != Sat || answer.Model[x].Bool() {
		t.Errorf("%v %v %s", answer.Status, answer.Model, answer.Reason)
	}
	if second.child != child || second.Stats().Restarts != 0 {
		t.Error("another program was started")
	}
	spares.Close()
	if err := second.Close(); err != nil || child.State() == "<nil>" {
		t.Errorf("%v; the program lives on after its solver and the spares were closed", err)
	}
}

// A program whose answers cannot be trusted is not kept, and neither is one of another command.
func TestSparesOfOtherPrograms(t *testing.T) {
	spares := &Spares{}
	defer spares.Close()
	bad := NewProcess(Config{Command: []string{script(t, "z3-bad", `while read line; do case "$line" in *echo*) echo maybe; echo "$line" | sed 's/.*"\(.*\)".*/\1/';; esac; done`)}, Spares: spares})
	if answer := mustCheck(t, bad, oneConjunct()); answer.Status != Unknown {
		t.Fatal(answer.Status)
	}
	good := NewProcess(Config{Spares: spares})
	mustCheck(t, good, oneConjunct())
	for _, p := range []*Process{bad, good} {
		if err := p.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(spares.idle) != 1 || spares.take([]string{"z3", "-other"}) != nil {
		t.Errorf("%d programs are kept", len(spares.idle))
	}
}

// A program that died while unused is replaced.
func TestDeadSpareIsReplaced(t *testing.T) {
	spares := &Spares{}
	defer spares.Close()
	first := NewProcess(Config{Spares: spares})
	mustCheck(t, first, oneConjunct())
	first.child.Kill()
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := NewProcess(Config{Spares: spares})
	if answer := mustCheck(t, second, oneConjunct()); answer.Status != Sat || second.Stats().Restarts != 1 {
		t.Errorf("%v: %s, %+v", answer.Status, answer.Reason, second.Stats())
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}
