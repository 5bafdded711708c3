package mutate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
)

// world holds the parts of a simulated system: its model, and values for the choices that the model leaves open.
type world struct {
	system *sts.System
	in     *sts.Interpreter
	starts [][]term.Value // initial values by slot, for the slots that start with any value
	values map[*sts.Move][][]term.Value
	plan   *joint.Difference // that one of its resolutions follows; may be nil
	mutant *mutant.Mutant    // nil for the original
}

// errNoStart is the error of a model whose initial values are not known.
var errNoStart = errors.New("cannot find an initial state")

// newWorld prepares a model for being run. Initial values come from the solver if the model restricts them.
func newWorld(ctx context.Context, s *sts.System, solver smt.Solver) (*world, error) {
	w := &world{system: s, in: sts.NewInterpreter(s), values: map[*sts.Move][][]term.Value{}}
	w.in.Decide = func(closed *term.Term) (bool, error) { return smt.Decide(ctx, solver, closed, 0) }
	first, err := w.start(ctx, solver)
	if err != nil {
		return nil, err
	}
	w.starts = [][]term.Value{first}
	if s.Assume.IsTrue() && slices.ContainsFunc(s.Slots, func(slot sts.Slot) bool { return slot.Init == nil }) {
		unusual := slices.Clone(first)
		for i, slot := range s.Slots {
			unusual[i] = unusualValue(slot.Sort, i)
		}
		w.starts = append(w.starts, unusual)
	}
	return w, nil
}

// unusualValue is a value that a model is unlikely to expect.
func unusualValue(s *term.Sort, i int) term.Value {
	if values := s.Values(maxValues); len(values) > 0 {
		return values[len(values)-1]
	}
	if s.Kind == term.KindString {
		return term.StringValue("?")
	}
	if !s.IsScalar() {
		return s.Generate(1, func(part *term.Sort) term.Value { return unusualValue(part, i) })
	}
	for _, n := range []int64{1013 + int64(i), 7, s.Low} {
		if v := term.IntValue(n); s.Contains(v) {
			return v
		}
	}
	return s.Default()
}

// start finds initial values that satisfy the assumptions.
func (w *world) start(ctx context.Context, solver smt.Solver) ([]term.Value, error) {
	s := w.system
	if s.Assume.IsTrue() {
		return run.DefaultStart(s), nil
	}
	state, free := s.StartSymbolic()
	assume := s.Apply(s.Assume, &state)
	answer, err := solver.Check(ctx, smt.Query{Conjuncts: assume.Conjuncts(), Values: assume.Vars()})
	switch {
	case err != nil:
		return nil, err
	case answer.Status == smt.Unsat:
		return nil, fmt.Errorf("%w: no values satisfy the assumptions", errNoStart)
	case answer.Status != smt.Sat:
		return nil, fmt.Errorf("%w: %s", errNoStart, answer.Reason)
	}
	return run.Values(answer.Model, free, run.DefaultStart(s)), nil
}

// Limits on the values that are tried for open choices of a model.
const (
	maxValues = 8  // of one parameter
	maxRows   = 64 // of all parameters of a move
)

// candidates are rows of parameters to try: the known ones as they are, the others with some values each.
func (w *world) candidates(m *sts.Move, params []term.Value, known map[int]bool) [][]term.Value {
	rows := [][]term.Value{params}
	for i := range m.Params {
		if known[i] {
			continue
		}
		var next [][]term.Value
		for _, row := range rows {
			for _, v := range w.valuesOf(m)[i] {
				if len(next) < maxRows {
					other := slices.Clone(row)
					other[i] = v
					next = append(next, other)
				}
			}
		}
		rows = next
	}
	return rows
}

// valuesOf lists the values to try for each parameter of a move: all of a small sort, otherwise zero, the constants of guards, those of its
// own guard first, and their neighbours.
func (w *world) valuesOf(m *sts.Move) [][]term.Value {
	if rows, ok := w.values[m]; ok {
		return rows
	}
	rows := make([][]term.Value, len(m.Params))
	guards := []*term.Term{m.Guard}
	for _, other := range w.system.Moves() {
		guards = append(guards, other.Guard)
	}
	constants := prove.Literals(guards...)
	for i, p := range m.Params {
		rows[i] = p.Sort.Values(maxValues)
		if rows[i] == nil {
			rows[i] = []term.Value{p.Sort.Default()}
			for _, c := range constants {
				if c.Sort().Same(p.Sort) && len(rows[i]) < maxValues {
					rows[i] = append(rows[i], neighbours(c, p.Sort)...)
				}
			}
		}
	}
	w.values[m] = rows
	return rows
}

// neighbours are a constant and, if it is a small number, those next to it, as far as a sort has them.
func neighbours(c *term.Term, sort *term.Sort) []term.Value {
	out := []term.Value{c.Value()}
	if n, small := c.Value().Small(); small && sort.Kind == term.KindInt {
		out = append(out, term.IntValue(n+1), term.IntValue(n-1))
	}
	return slices.DeleteFunc(out, func(v term.Value) bool { return !sort.Contains(v) })
}
