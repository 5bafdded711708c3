package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// AfterInput follows an input. It reports whether the model accepts it; if not, nothing changes.
func (s *sightings) AfterInput(ctx context.Context, msg sut.Message) (bool, error) {
	return s.sight(result.EventInput, msg, func() (bool, error) { return s.afterInput(ctx, msg) })
}

// AfterOutput follows an output. False means that the model does not allow it: the system does not conform. Then nothing
// changes, so that Menu can say what was allowed.
func (s *sightings) AfterOutput(ctx context.Context, msg sut.Message) (bool, error) {
	return s.sight(result.EventOutput, msg, func() (bool, error) { return s.afterOutput(ctx, msg) })
}

// AfterQuiescence follows the observation that nothing comes. False means that the model demands an output.
func (s *sightings) AfterQuiescence(ctx context.Context) (bool, error) {
	return s.sight(result.EventQuiescence, sut.Message{}, func() (bool, error) { return s.afterQuiescence(ctx) })
}
