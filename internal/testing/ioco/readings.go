package ioco

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// An output may have several readings, where its text fits several outputs of a mapping. The system conforms if the model allows one of
// them; if it allows several, all are followed.

// Resolve returns an output with only those of its readings that the model allows now. If it allows none, the output stays as it is.
func (s *sightings) Resolve(ctx context.Context, msg sut.Message) (sut.Message, error) {
	if len(msg.Others) == 0 {
		return msg, nil
	}
	before := s.present
	defer func() { s.present = before }()
	var allowed []sut.Message
	for _, reading := range msg.Readings() {
		s.present = before
		ok, err := s.AfterOutput(ctx, reading)
		if err != nil {
			return msg, err
		}
		if ok {
			allowed = append(allowed, reading)
		}
	}
	if len(allowed) == 0 {
		return msg, nil
	}
	out := allowed[0]
	out.Others = allowed[1:]
	return out, nil
}

// payAny returns the possibilities after one that has an output due: one for each reading of what was observed that it can be.
func (f *follower) payAny(ctx context.Context, due Possibility, msg sut.Message) ([]Possibility, error) {
	var out []Possibility
	for _, reading := range msg.Readings() {
		next := due
		ok, err := f.pay(ctx, &next, reading)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, next)
		}
	}
	return out, nil
}
