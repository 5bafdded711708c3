package sextant_test

import (
	"testing"

	"github.com/sextant-mbt/sextant"
)

// Events of models with clocks are printed with their instants.
func TestEventsWithInstants(t *testing.T) {
	for want, e := range map[string]sextant.Event{
		"input      turn(8)":        {Kind: "input", Message: "turn(8)"},
		"output     ring()  at 2.5": {Kind: "output", Message: "ring()", At: "2.5"},
		"quiescence until 3.0":      {Kind: "quiescence", At: "3.0"},
		"quiescence":                {Kind: "quiescence"},
	} {
		if got := e.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
