package trail

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
)

// TestTrailNeeds: the needs of a trail are true of a configuration and inputs exactly if the interpreter can follow the path.
func TestTrailNeeds(t *testing.T) {
	followed, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := testkit.TryText(t, testkit.Model(t))
		if s == nil {
			return
		}
		start := randomStart(t, s)
		path := randomPath(t, s)
		if len(path) == 0 {
			return
		}
		b := NewBuilder(s, Analyse(s), nil)
		last, possible := b.Start(path[len(path)-1].Move)
		for i := len(path) - 2; i >= 0 && possible; i-- {
			last, possible = b.Extend(last, path[i].Move)
		}
		holds := possible && needsHold(t, s, last, start, path)
		if holds != follows(t, s, start, path) {
			t.Fatalf("the needs of the trail are %t, the interpreter says otherwise", holds)
		}
		if possible {
			quickAgrees(t, s, b.Residue(last), start)
		}
		if holds {
			followed++
		} else {
			refused++
		}
	})
	if testkit.Long() && (followed == 0 || refused == 0) { // with few draws one of both may be missing
		t.Errorf("%d paths were followed, %d refused: the test has no force", followed, refused)
	}
}

// quickAgrees checks that configurations that a residue refutes quickly contradict the condition.
func quickAgrees(t *rapid.T, s *sts.System, r *Residue, at *sts.Config) {
	state := s.Constant(at)
	if left, ok := r.In(&state); ok && r.Refuted(term.Pick(at.Values, r.Slots())) {
		t.Fatalf("%v is refuted, though %v is left", at, left)
	}
}

// concrete is a move with a value for each of its parameters.
type concrete struct {
	Move   *sts.Move
	Params []term.Value
}

// randomStart draws a configuration, reachable or not, in the initial location.
func randomStart(t *rapid.T, s *sts.System) *sts.Config {
	c := &sts.Config{Locations: s.Initial(), Queues: make([]sts.Queue[term.Value], s.Queues())}
	for _, slot := range s.Slots {
		c.Values = append(c.Values, random.Value(t, slot.Sort))
	}
	return c
}

// randomPath draws up to four adjacent moves that do not use queues, with parameters.
func randomPath(t *rapid.T, s *sts.System) []concrete {
	var out []concrete
	at := s.Initial()
	for range 4 {
		var moves []*sts.Move
		for _, m := range s.Possible(nil, at, func(int) int { return 0 }) {
			if m.Dequeue == nil && len(m.Enqueue) == 0 {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			return out
		}
		next := concrete{Move: rapid.SampledFrom(moves).Draw(t, "move")}
		for _, p := range next.Move.Params {
			next.Params = append(next.Params, random.Value(t, p.Sort))
		}
		out = append(out, next)
		at = next.Move.Target(at)
	}
	return out
}

// needsHold evaluates the needs of a trail.
func needsHold(t *rapid.T, s *sts.System, tr *Trail, start *sts.Config, path []concrete) bool {
	values := map[*term.Term]term.Value{}
	for i, slot := range s.Slots {
		values[slot.Term] = start.Values[i]
	}
	i := 0
	for piece := tr; piece != nil; piece = piece.Rest {
		for k, p := range piece.Params {
			values[p] = path[i].Params[k]
		}
		i++
	}
	for _, c := range tr.Need {
		v, err := s.Store.Evaluate(c, values)
		if err != nil {
			t.Fatal(err)
		}
		if !v.Bool() {
			return false
		}
	}
	return true
}

// follows runs a path in the interpreter.
func follows(t *rapid.T, s *sts.System, c *sts.Config, path []concrete) bool {
	in := sts.NewInterpreter(s)
	for _, step := range path {
		made, err := in.Try(c, step.Move, step.Params)
		if err != nil {
			t.Fatal(err)
		}
		if made.Outcome != sts.Done {
			return false
		}
		c = made.Next
	}
	return true
}

// TestPaths has the order in which Algorithm 2 takes paths to t9 of Fig. 2: the target, then by consumed weight.
func TestPaths(t *testing.T) {
	s := example(t, "ifss")
	paths := HeaviestPaths(s, Analyse(s), moveOf(t, s, "t9"), 6)
	if len(paths) != 6 || len(paths[0].Moves()) != 1 {
		t.Fatalf("got %d paths", len(paths))
	}
	heaviest := 0.0
	for _, p := range paths {
		heaviest = max(heaviest, p.Consumed)
		if last := p.Target().Name; last != "t9" {
			t.Errorf("a path ends with %s", last)
		}
		w, consumed := pathWeights(s, Analyse(s), names(p.Moves()), t)
		if consumed != p.Consumed || !sameWeights(named(s, w), named(s, p.Weight)) {
			t.Errorf("%v: C %v, P %v; worked off from the end: %v, %v", names(p.Moves()), p.Consumed, named(s, p.Weight), consumed, named(s, w))
		}
	}
	if heaviest != 2 {
		t.Errorf("the heaviest path consumes %v, want 2 (t2, t6, t9)", heaviest)
	}
}

func names(moves []*sts.Move) []string {
	var out []string
	for _, m := range moves {
		out = append(out, m.Name)
	}
	return out
}
