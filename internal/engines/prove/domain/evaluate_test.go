package domain

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/random"
)

// The law of abstract interpretation: rows cover the results for all concrete values that they contain. A violation could not be unsound,
// since the solver checks the candidates from rows, but proofs would be lost.

// drawn is a row with one concrete value in each of its values.
type drawn struct {
	ev     *Evaluator
	vars   []random.Variable
	values []term.Value
	row    Row
}

// drawRow draws concrete values and a row that contains them.
func drawRow(t *rapid.T, store *term.Store) drawn {
	d := drawn{vars: random.AllVariables()}
	d.values = random.Assignment(t, d.vars)
	d.ev = NewEvaluator(store)
	for i, v := range d.vars {
		d.ev.Add(v.In(store))
		around := only(d.values[i])
		switch rapid.IntRange(0, 3).Draw(t, "precision") {
		case 0:
			around = AnyOf(v.Sort)
		case 1:
			around = around.Join(only(random.Value(t, v.Sort)), v.Sort.Kind)
		case 2:
			for range maxSet + 1 { // so many that an integer has an interval
				around = around.Join(only(random.Value(t, v.Sort)), v.Sort.Kind)
			}
		}
		d.row = append(d.row, around)
	}
	return d
}

// run is the value of a term under the concrete values.
func (d drawn) run(t *rapid.T, e *term.Term) term.Value {
	assignment := map[*term.Term]term.Value{}
	for i, v := range d.vars {
		assignment[v.In(d.ev.store)] = d.values[i]
	}
	out, err := d.ev.store.Evaluate(e, assignment)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return out
}

func (v Value) includes(x term.Value, kind term.Kind) bool {
	if v.isSet {
		return slices.ContainsFunc(v.set, x.Equal)
	}
	n, small := x.Small()
	if kind != term.KindInt {
		return true
	}
	if !small {
		return !(v.bounds.Low.OK && x.Big().Sign() < 0) && !(v.bounds.High.OK && x.Big().Sign() > 0)
	}
	return !(v.bounds.Low.OK && n < v.bounds.Low.N) && !(v.bounds.High.OK && n > v.bounds.High.N)
}

func TestValuesContainConcreteOnes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		store := term.NewStore()
		d := drawRow(t, store)
		g := random.Grammar{Vars: d.vars, Strings: true}
		e := g.Expression(t, g.AnySort(t), 3)(store)
		if x, v := d.run(t, e), d.ev.Value(e, d.row); !v.includes(x, e.Sort().Kind) {
			t.Fatalf("%s is %s, which is not in %+v", e, x.Format(e.Sort()), v)
		}
	})
}

func TestRefinementKeepsWhatSatisfies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		store := term.NewStore()
		d := drawRow(t, store)
		g := random.Grammar{Vars: d.vars, Strings: true}
		cond := g.Expression(t, term.Bool, 3)(store)
		if !d.run(t, cond).Bool() {
			cond = store.Not(cond)
		}
		if !d.ev.Refine(cond, d.row) {
			t.Fatalf("%s holds, but is said to hold nowhere", cond)
		}
		for i, v := range d.row {
			if !v.includes(d.values[i], d.vars[i].Sort.Kind) {
				t.Fatalf("%s holds with %s = %s, which is not kept: %+v", cond, d.vars[i].Name, d.values[i].Format(d.vars[i].Sort), v)
			}
		}
	})
}

func TestWideningContainsWhatHasGrown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func() Value { return only(term.IntValue(int64(rapid.IntRange(-50, 50).Draw(t, "n")))) }
		thresholds := []int64{-20, 0, 3, 7, 30}
		old := draw()
		for range rapid.IntRange(0, 12).Draw(t, "more") {
			old = old.Join(draw(), term.KindInt)
		}
		grown := old.Join(draw(), term.KindInt)
		wide := old.Widen(grown, thresholds)
		if !wide.Contains(grown) {
			t.Fatalf("%+v does not contain %+v", wide, grown)
		}
		again := wide.Widen(wide.Join(draw(), term.KindInt), thresholds)
		if !again.Contains(wide) {
			t.Fatalf("%+v does not contain %+v", again, wide)
		}
	})
}
