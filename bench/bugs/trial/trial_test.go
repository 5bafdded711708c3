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

// The models are right: the correct systems pass. Inputs are chosen at random, which takes little time; with SEXTANT_LONG set they are
// chosen as in the bench, many of them, with 20 seeds.
func TestCorrectSystemsPass(t *testing.T) {
	tool, seeds, o := "random", int64(1), Options{Dir: "..", Budget: Budget{Inputs: 300, Time: time.Minute}, Timeout: 10 * time.Minute}
	if testkit.Long() {
		tool, seeds, o.Inputs = "sextant", 20, 2000
	}
	for _, target := range bugs.Targets() {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s/%d", target.Name, seed), func(t *testing.T) {
				o.Seed = seed
				got, err := toolOf(tool).Try(t.Context(), target, "", o)
				if err != nil {
					t.Fatal(err)
				}
				if got.Found {
					t.Errorf("%s: %s", got.Trouble, strings.Join(got.Failure, "\n"))
				}
				if got.Inputs < o.Inputs {
					t.Errorf("only %d inputs were sent", got.Inputs)
				}
			})
		}
	}
}

// peers are the testers of the table.
var peers = []string{"sextant", "rapid", "fastcheck"}

// needs skips a test of a tester that is not installed.
func needs(t *testing.T, tool string) {
	t.Helper()
	if _, err := os.Stat("../peers/fastcheck/node_modules"); err != nil && tool == "fastcheck" {
		t.Skip("fast-check is not installed: run npm ci in bench/bugs/peers/fastcheck")
	}
}

// Each tester finds a fault that shows soon, and reports a short failure.
func TestToolsFind(t *testing.T) {
	target, err := bugs.Find("mailbox")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range peers {
		t.Run(tool, func(t *testing.T) {
			needs(t, tool)
			o, err := toolOf(tool).Try(t.Context(), target, "full-too-early", Options{Dir: "..", Budget: Budget{Inputs: 2000, Time: time.Minute, Shrink: 20_000}, Timeout: 10 * time.Minute})
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
	o, err := toolOf("rapid").Try(t.Context(), target, "", Options{Budget: Budget{Inputs: 500, Time: time.Minute, Shrink: 20_000}, Timeout: 10 * time.Minute})
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
