package shrink_test

import (
	"context"
	"hash/fnv"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester/shrink"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// TestCandidatesAreOfTheirTypes: whatever the payloads, and wherever a system fails, every candidate has values of their types.
func TestCandidatesAreOfTheirTypes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		channels := []*sts.Channel{randomChannel(r, "a"), randomChannel(r, "b")}
		var steps []shrink.Step
		for i := range rapid.IntRange(1, 4).Draw(r, "steps") {
			steps = append(steps, shrink.Step{Input: randomMessage(r, channels), Origin: i})
		}
		tried, share := 0, rapid.Uint32Range(2, 4).Draw(r, "share")
		_, err := shrink.Run(t.Context(), steps, func(_ context.Context, candidate []shrink.Step, _ bool) ([]shrink.Step, bool, error) {
			for _, step := range candidate {
				demandTypes(r, step.Input)
			}
			if tried++; tried > 300 {
				return nil, false, shrink.ErrEnough
			}
			return candidate, hash(show(candidate))%share == 0, nil
		}, always)
		if err != nil && err != shrink.ErrEnough {
			r.Fatal(err)
		}
	})
}

func randomChannel(r *rapid.T, name string) *sts.Channel {
	c := &sts.Channel{Name: name, Direction: sts.Input}
	for range rapid.IntRange(1, 2).Draw(r, "values") {
		c.Payload = append(c.Payload, types.Type(r, rapid.IntRange(0, 2).Draw(r, "depth")))
	}
	return c
}

func randomMessage(r *rapid.T, channels []*sts.Channel) sut.Message {
	m := sut.Message{Channel: rapid.SampledFrom(channels).Draw(r, "channel")}
	for _, typ := range m.Channel.Payload {
		m.Values = append(m.Values, types.Value(r, typ)...)
	}
	return m
}

// demandTypes demands that the values of a message are of the types of its payload.
func demandTypes(r *rapid.T, m sut.Message) {
	for i, part := range value.Each(m.Channel.Payload, m.Values) {
		if typ := m.Channel.Payload[i]; !types.Contains(typ, part) {
			r.Fatalf("%s is no value of the type %s, %v", typ.Format(part), typ, typ.Leaves())
		}
	}
}

func hash(text string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(text))
	return h.Sum32()
}
