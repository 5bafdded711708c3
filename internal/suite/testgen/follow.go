package testgen

import (
	"context"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/explore"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Runs with the values of a solver's model. Functions that a table or a runner knows are really called: what the model hoped
// they return does not count.

// follow runs the path of st with the values of a model; what the model leaves open keeps its old value.
func (b *builder) follow(ctx context.Context, st *explore.State, model smt.Model) (*explore.Witness, error) {
	old, path := st.Witness.Steps(), st.Path()
	free := replaced(old[0].Params, path[0].Params, model)
	start, err := b.interpreter.Start(free)
	if err != nil {
		return nil, err
	}
	witness, results := &explore.Witness{Params: free, Config: start}, map[string]string{}
	for i, s := range path[1:] {
		witness = &explore.Witness{Parent: witness, Move: s.Move, Params: replaced(old[i+1].Params, s.Params, model)}
		if err := b.runLast(ctx, witness, results); err != nil {
			return nil, err
		}
	}
	return witness, nil
}

// runLast runs the last step of a witness. Results are those of the calls so far: one function, one result for an input.
func (b *builder) runLast(ctx context.Context, w *explore.Witness, results map[string]string) error {
	before := w.Parent.Config
	if w.Move.Dequeue != nil {
		for i, a := range w.Move.DequeueArgs {
			w.Params[a] = before.Queues[w.Move.Dequeue.Queue].Items[i]
		}
	}
	for i := range w.Move.Calls {
		if err := b.call(ctx, w, i, results); err != nil {
			return err
		}
	}
	step, err := b.interpreter.Try(before, w.Move, w.Params)
	if err != nil {
		return err
	}
	if step.Outcome != sts.Done {
		return fmt.Errorf("the interpreter does not follow the solver's model")
	}
	w.Config, w.Outputs = step.Next, step.Outputs
	return nil
}

// call gives a call of the last step its arguments and, if the function is known, its real result.
func (b *builder) call(ctx context.Context, w *explore.Witness, i int, results map[string]string) error {
	c := w.Move.Calls[i]
	arguments, err := b.interpreter.CallArguments(w.Parent.Config, w.Move, w.Params, i)
	if err != nil {
		return err
	}
	w.Calls = append(w.Calls, arguments)
	if b.knows(c.Extern) {
		real, known, err := b.tree.Options.Functions.Result(ctx, c.Extern, arguments)
		if err != nil || !known {
			return fmt.Errorf("the result of %s is not known: %v", c.Extern.Name, err)
		}
		for k, r := range c.Results {
			w.Params[r] = real[k]
		}
	}
	input, output := callWords(c, arguments, w.Params)
	if before, ok := results[input]; ok && before != output {
		return fmt.Errorf("the solver's model has two results for %s", input)
	}
	results[input] = output
	return nil
}

func replaced(old []term.Value, params []*term.Term, model smt.Model) []term.Value {
	out := append([]term.Value(nil), old...)
	for i, p := range params {
		if v, ok := model[p]; ok && p != nil {
			out[i] = v
		}
	}
	return out
}
