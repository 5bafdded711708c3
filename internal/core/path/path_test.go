package path_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// TestBackwardsAndForwards: the conditions of a path, taken back over its moves, are equivalent to those of following it.
func TestBackwardsAndForwards(t *testing.T) {
	testkit.NeedsSolver(t)
	solver := testkit.Solver(t, smt.Config{})
	compared := 0
	rapid.Check(t, func(r *rapid.T) {
		s := testkit.TryText(r, testkit.Model(r))
		if s == nil {
			return
		}
		p := path.Begin(path.Knowledge{System: s})
		for range rapid.IntRange(1, 4).Draw(r, "moves") {
			moves := slices.DeleteFunc(p.Possible(), func(m *sts.Move) bool { return m.Dequeue != nil || len(m.Calls) > 0 })
			if len(moves) == 0 {
				break
			}
			longer, err := p.Take(context.Background(), rapid.SampledFrom(moves).Draw(r, "move"), nil)
			if err != nil {
				r.Fatal(err)
			}
			p = longer
		}
		forwards, backwards := s.Store.And(path.Terms(p.All())...), s.Store.And(precondition(p)...)
		answer, err := solver.Check(context.Background(), smt.Query{Conjuncts: []*term.Term{s.Store.Not(s.Store.Eq(forwards, backwards))}})
		if err != nil || answer.Status == smt.Sat {
			r.Fatalf("%s: %s is %v\nforwards %s\nbackwards %s", p.Name(), answer.Status, err, forwards, backwards)
		}
		compared += p.Depth
	})
	if compared == 0 {
		t.Error("no path was compared")
	}
}

// precondition is the condition of a path, taken back to its beginning.
func precondition(p *path.Path) []*term.Term {
	var conds []*term.Term
	for q := p; q.Parent != nil; q = q.Parent {
		back := path.NewBack(p.System, q.Move, func(param sts.Param) string { return fmt.Sprintf("%s@%d", param.Name, q.Depth) })
		conds = append(back.Own(q.Move.Needs()...), back.Before(conds)...)
	}
	start, _ := p.System.StartSymbolic()
	for i, c := range conds {
		conds[i] = p.System.Apply(c, &start)
	}
	return append(conds, p.System.Apply(p.System.Assume, &start))
}

// TestRenamed: renaming a path leaves out what is kept, and does not change the path.
func TestRenamed(t *testing.T) {
	s := testkit.LoadText(t, `system S
input a(x: int)
var n: int
initial q
go: q -> q in a(x) when x > n do n := x
`)
	p := path.Begin(path.Knowledge{System: s})
	for range 2 {
		var err error
		if p, err = p.Take(t.Context(), p.Possible()[0], nil); err != nil {
			t.Fatal(err)
		}
	}
	start, _ := s.StartSymbolic()
	again := p.Renamed("'", map[*term.Term]bool{start.Store[0]: true})
	want := "[n@0 < x@1' x@1' < x@2'] x@2'; [n@0 < x@1 x@1 < x@2] x@2; go,go"
	if got := fmt.Sprintf("%v %s; %v %s; %s", path.Terms(again.All()), again.State.Store[0], path.Terms(p.All()), p.State.Store[0], again.Name()); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestTexts: a condition has its text and its source.
func TestTexts(t *testing.T) {
	s := testkit.LoadText(t, `system S
extern F(x: int) -> int contract { behavior low: requires x < 5 ensures result > 1 }
input a(x: int)
const k: int
assume k > 3
var n: 0..9 = 0
initial q
go: q -> q in a(x) when x > k do n := F(x)
`)
	known := path.Knowledge{System: s, Contracts: map[*sts.Extern]*sts.Contract{s.Externs[0]: &s.Externs[0].Contracts[0]}}
	p := path.Begin(known)
	var err error
	if p, err = p.Attempt(t.Context(), p.Possible()[0], nil, []string{"low"}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range p.All() {
		got = append(got, fmt.Sprintf("%d %s / %s", c.Step, c.Text(), c.Source()))
	}
	want := []string{
		"0 initially k@0 >= 4 / assumption",
		"1 k@0 < x@1 / guard of go",
		"1 contract of F: x@1 <= 4 / precondition of behavior low of F",
		"1 contract of F: F@1 >= 2 / postcondition of behavior low of F",
	}
	got = slices.DeleteFunc(got, func(c string) bool { return len(c) > 10 && c[:10] == "1 no model" })
	if !slices.Equal(got, want) || p.Name() != "go[low]" {
		t.Errorf("%s: got %q", p.Name(), got)
	}
}
