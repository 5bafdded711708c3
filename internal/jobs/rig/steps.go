package rig

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/jobs/store"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
)

// newTest makes the stored form of a test.
func newTest(model result.Model, seed int64, steps []shrink.Step) (result.Test, error) {
	parts, err := stored(steps)
	if err != nil {
		return result.Test{}, err
	}
	test, err := store.NewTest(model, seed, nil)
	last := len(parts) - 1
	test.Inputs = parts[last]
	if last > 0 {
		test.Before = parts[:last]
	}
	return test, err
}

// stored returns the inputs of a test in their stored form, with a reset between two lists.
func stored(steps []shrink.Step) ([][]result.Stored, error) {
	out := [][]result.Stored{{}}
	for i, step := range steps {
		if i+1 < len(steps) {
			step.Input.Rest = nil
		}
		if step.Reset {
			out = append(out, []result.Stored{})
			continue
		}
		m, err := sut.Store(step.Input)
		if err != nil {
			return nil, err
		}
		last := len(out) - 1
		out[last] = append(out[last], m)
	}
	return out, nil
}

// stepsOf returns the steps of a stored test, checked against the channels of a model.
func stepsOf(test *result.Test, s *sts.System) ([]shrink.Step, error) {
	var out []shrink.Step
	for _, part := range test.Before {
		inputs, err := store.Inputs(&result.Test{Inputs: part}, s)
		if err != nil {
			return nil, err
		}
		out = append(append(out, shrink.Inputs(inputs)...), shrink.Step{Reset: true})
	}
	inputs, err := store.Inputs(test, s)
	return append(out, shrink.Inputs(inputs)...), err
}
