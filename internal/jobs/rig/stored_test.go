package rig

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// TestStoredFailuresAreSmall: a stored test has the inputs that were found before it was shortened only if they are short.
func TestStoredFailuresAreSmall(t *testing.T) {
	put := &sts.Channel{Name: "put", Payload: []*sts.Type{sts.ScalarType(term.String)}}
	trace := func(length int) []tester.Event {
		in := tester.Event{Kind: result.EventInput, Message: sut.Message{Channel: put, Values: []term.Value{term.StringValue(strings.Repeat("a", length))}}}
		return []tester.Event{in, {Kind: result.EventReset}, in}
	}
	if lists, err := storedOriginal(trace(1000)); err != nil || len(lists) != 2 || len(lists[0]) != 1 || lists[0][0].Channel != "put" {
		t.Errorf("short inputs: %+v, %v", lists, err)
	}
	if lists, err := storedOriginal(trace(maxOriginal / 2)); err != nil || lists != nil {
		t.Errorf("long inputs: %d lists, %v", len(lists), err)
	}
}
