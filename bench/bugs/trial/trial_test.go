package trial

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// The models are right: the correct systems pass. With SEXTANT_LONG set there are 20 seeds and many inputs.
func TestCorrectSystemsPass(t *testing.T) {
	seeds, o := int64(2), Options{Dir: "..", Inputs: 40, Timeout: 20 * time.Second}
	if testkit.Long() {
		seeds, o.Inputs, o.Timeout = 20, 2000, time.Minute
	}
	for _, target := range bugs.Targets() {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s/%d", target.Name, seed), func(t *testing.T) {
				o.Seed = seed
				got, err := toolOf("sextant").Try(t.Context(), target, "", o)
				if err != nil {
					t.Fatal(err)
				}
				if got.Found {
					t.Errorf("%s: %s", got.Trouble, strings.Join(got.Failure, "\n"))
				}
				if got.Inputs < 5 {
					t.Errorf("only %d inputs were sent", got.Inputs)
				}
			})
		}
	}
}

// Each tester finds a fault that shows soon, and reports a short failure.
func TestToolsFind(t *testing.T) {
	target, err := bugs.Find("mailbox")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{"sextant", "rapid", "fastcheck"} {
		t.Run(tool, func(t *testing.T) {
			if _, err := os.Stat("../peers/fastcheck/node_modules"); err != nil && tool == "fastcheck" {
				t.Skip("fast-check is not installed: run npm ci in bench/bugs/peers/fastcheck")
			}
			o, err := toolOf(tool).Try(t.Context(), target, "full-too-early", Options{Dir: "..", Inputs: 2000, Timeout: 2 * time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			if !o.Found || o.Length != 5 || o.Trouble != "" {
				t.Errorf("got %+v, want a failure of 5 inputs", o)
			}
		})
	}
}

func TestBudgetOfRapid(t *testing.T) {
	target, err := bugs.Find("mailbox")
	if err != nil {
		t.Fatal(err)
	}
	o, err := toolOf("rapid").Try(t.Context(), target, "", Options{Inputs: 500, Timeout: 2 * time.Minute})
	if err != nil || o.Found || o.Inputs != 500 {
		t.Errorf("got %+v, %v, want 500 inputs and no failure", o, err)
	}
}

func toolOf(tool string) Tool {
	for _, t := range Tools() {
		if t.Name == tool {
			return t
		}
	}
	panic("no tester is called " + tool)
}
