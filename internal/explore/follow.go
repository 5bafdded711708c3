package explore

import (
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Follow runs the path of the state with the values of a model; what the model leaves open keeps the value that it has in the
// witness.
func (s *State) Follow(in *sts.Interpreter, model smt.Model) (*Witness, error) {
	old, path := s.Witness.Steps(), s.Path()
	free := updated(model, path[0].Params, old[0].Params)
	start, err := in.Start(free)
	if err != nil {
		return nil, err
	}
	witness := &Witness{Params: free, Config: start}
	for i, st := range path[1:] {
		if witness, err = witness.Extend(in, st.Move, updated(model, st.Params, old[i+1].Params)); err != nil {
			return nil, err
		}
	}
	return witness, nil
}

// Extend is the run with one more step, which must be possible.
func (w *Witness) Extend(in *sts.Interpreter, m *sts.Move, params []term.Value) (*Witness, error) {
	step, err := in.Try(w.Config, m, params)
	if err != nil {
		return nil, err
	}
	if step.Outcome != sts.Done {
		return nil, errBlocked
	}
	return &Witness{Parent: w, Move: m, Params: params, Config: step.Next, Outputs: step.Outputs}, nil
}

// Trace is the run for people and for JSON.
func (w *Witness) Trace(s *sts.System) result.Trace { return trace(s, w.Steps()) }
