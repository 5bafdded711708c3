package ioco

import (
	"context"
	"slices"

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

// maxPlaces bounds what Places returns.
const maxPlaces = 20

// Places returns where the machines may be after the last observation: the names of their locations, a row for each possibility.
func (f *follower) Places() [][]string {
	out := [][]string{}
	for i := range f.now {
		row := f.System.LocationNames(f.now[i].State.Locations)
		if !slices.ContainsFunc(out, func(r []string) bool { return slices.Equal(r, row) }) && len(out) < maxPlaces {
			out = append(out, row)
		}
	}
	return out
}
