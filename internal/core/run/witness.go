package run

import (
	"iter"
	"math/big"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Witness is a concrete run along a path: a list from the last step to the first. The first element has no move; its
// parameters are the initial values by slot.
type Witness struct {
	Parent  *Witness
	Move    *sts.Move
	Params  []term.Value
	Config  *sts.Config // after the step; nil if the step was not taken
	Outputs []term.Value
	Calls   [][]term.Value // arguments of each call

	// Wait is the time that passes after the step, where the run ends with a delay; nil if it ends with the step.
	Wait *big.Rat
}

// Waiting returns the run with a delay after its last step.
func (w *Witness) Waiting(wait *big.Rat) *Witness {
	out := *w
	out.Wait = wait
	return &out
}

// Steps lists the elements from the first to the last.
func (w *Witness) Steps() []*Witness {
	n := 0
	for v := w; v != nil; v = v.Parent {
		n++
	}
	out := make([]*Witness, n)
	for v := w; v != nil; v = v.Parent {
		n--
		out[n] = v
	}
	return out
}

// Past returns the states and moves of the run, with the values of slots as constant terms.
func (w *Witness) Past(s *sts.System) sts.Past {
	out := sts.Past{Concrete: true}
	for _, step := range w.Steps() {
		values := make([]*term.Term, len(step.Config.Values))
		for i, v := range step.Config.Values {
			values[i] = s.Store.Const(s.Slots[i].Sort.Base(), v)
		}
		out.Stores = append(out.Stores, values)
		if step.Move != nil {
			out.Moves = append(out.Moves, step.Move)
		}
	}
	return out
}

// Result returns the result of an extern for given arguments, if the run has called it with them.
func (w *Witness) Result(x *sts.Extern, args []term.Value) ([]term.Value, bool) {
	for ; w != nil; w = w.Parent {
		if w.Move == nil {
			continue
		}
		for i, c := range w.Move.Calls {
			if i < len(w.Calls) && c.Extern == x && term.SameValues(w.Calls[i], args) {
				return term.Pick(w.Params, c.Results), true
			}
		}
	}
	return nil, false
}

// Called iterates over the calls of the run, from the last to the first: the extern and the arguments.
func (w *Witness) Called() iter.Seq2[*sts.Extern, []term.Value] {
	return func(yield func(*sts.Extern, []term.Value) bool) {
		for ; w != nil; w = w.Parent {
			for i, args := range w.Calls {
				if !yield(w.Move.Calls[i].Extern, args) {
					return
				}
			}
		}
	}
}

// set gives some parameters of the last step their values. It does not write to the slice, which other runs may share.
func (w *Witness) set(indices []int, values []term.Value) {
	cloned := false
	for i, p := range indices {
		if w.Params[p].Equal(values[i]) {
			continue
		}
		if !cloned {
			w.Params, cloned = slices.Clone(w.Params), true
		}
		w.Params[p] = values[i]
	}
}

// Values returns the old values, replaced where a solver model has values for the variables vars. Entries of vars may be nil. If nothing
// changes it returns the old slice.
func Values(model smt.Model, vars []*term.Term, old []term.Value) []term.Value {
	out, cloned := old, false
	for i, v := range vars {
		value, ok := model[v]
		if !ok || v == nil || value.Equal(out[i]) {
			continue
		}
		if !cloned {
			out, cloned = slices.Clone(old), true
		}
		out[i] = value
	}
	return out
}

// DefaultParams returns default values for the parameters of a move.
func DefaultParams(m *sts.Move) []term.Value {
	out := make([]term.Value, len(m.Params))
	for i, p := range m.Params {
		out[i] = p.Sort.Default()
	}
	m.Fit(out)
	return out
}

// DefaultStart returns default values for the slots of a system; only those of slots that start symbolic matter.
func DefaultStart(s *sts.System) []term.Value {
	out := make([]term.Value, len(s.Slots))
	for i, slot := range s.Slots {
		out[i] = slot.Sort.Default()
	}
	s.Fit(out)
	return out
}
