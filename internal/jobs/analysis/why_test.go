package analysis_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// loadText reads a model from a text.
func loadText(t *testing.T, text string) *model.Loaded {
	t.Helper()
	path := filepath.Join(t.TempDir(), "model.sxt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := model.Load(path, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Usable(); err != nil {
		t.Fatal(l.List.Sorted())
	}
	return l
}

const relay = `system Relay
input push(x: int)
output lamp(x: int)
channel wire(x: int) fifo 1
channel meet(x: int)

machine Sender() {
  initial idle
  push: idle -> full in push(x) when x > 3 out wire(x)
  again: full -> full in push(x) out wire(x)
  call: full -> idle out meet(1)
}

machine Receiver() {
  var got: int = 0
  initial idle
  take: idle -> busy in wire(x) do got := x
  show: busy -> idle when got < 3 out lamp(got)
  answer: busy -> busy in meet(x)
}

instance sender = Sender()
instance receiver = Receiver()
`

// TestWhy: the answer names the location, the queue, the missing partner, or the conditions.
func TestWhy(t *testing.T) {
	testkit.NeedsSolver(t)
	for _, c := range []struct{ path, transition, answer, reason, conditions string }{
		{"", "sender.push", "feasible", "", ""},
		{"", "sender.again", "infeasible", "sender.again starts in full, and the path ends in idle", ""},
		{"", "receiver.take", "infeasible", "receiver.take takes a message from wire, which is empty", ""},
		{"sender.push", "sender.again", "infeasible", "sender.again sends to wire, which is full", ""},
		{"sender.push", "sender.call|receiver.answer", "infeasible", "receiver.answer starts in busy, and the path ends in idle", ""},
		{"sender.push", "sender.call", "infeasible", "no other machine is in a location where it can synchronise with sender.call", ""},
		{"sender.push,receiver.take", "sender.call", "feasible", "", ""},
		{"sender.push,receiver.take", "receiver.show", "infeasible", "these conditions cannot hold together", "1 sender.push: sender.x@1 >= 4; 3 receiver.show: sender.x@1 <= 2"},
		{"sender.push,sender.push", "receiver.show", "infeasible", "the path cannot be followed: in step 2, sender.push starts in idle, and the path ends in full", ""},
	} {
		t.Run(c.path+"/"+c.transition, func(t *testing.T) {
			var path []string
			if c.path != "" {
				path = strings.Split(c.path, ",")
			}
			r, err := analysis.Why(t.Context(), loadText(t, relay), path, c.transition, model.BackendDefaults())
			if err != nil {
				t.Fatal(err)
			}
			if string(r.Answer) != c.answer || r.Reason != c.reason || conditionTexts(r) != c.conditions {
				t.Errorf("%s: %s [%s]", r.Answer, r.Reason, conditionTexts(r))
			}
		})
	}
}

func conditionTexts(r *result.WhyNot) string {
	var out []string
	for _, c := range r.Conditions {
		out = append(out, string(rune('0'+c.Step))+" "+c.Transition+": "+c.Text)
	}
	return strings.Join(out, "; ")
}

// TestWhyWithContract: with behaviors of a contract, what they say is among the conditions.
func TestWhyWithContract(t *testing.T) {
	testkit.NeedsSolver(t)
	l, err := model.Load(testkit.Example("vending/vending.sxt"), model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	backend := model.BackendDefaults()
	backend.Externs.Treatment, backend.Externs.Contract = result.ExternByContract, map[string]string{"Price": "Cw"}
	r, err := analysis.Why(t.Context(), l, []string{"start", "insert", "choose", "price[low]"}, "deliver", backend)
	if err != nil {
		t.Fatal(err)
	}
	want := "4 price: contract of Price: Price@4 <= 100; 5 deliver: Price@4 >= 150"
	if r.Answer != result.StepInfeasible || conditionTexts(r) != want || !r.Minimal {
		t.Errorf("%s: %s [%s]", r.Answer, r.Reason, conditionTexts(r))
	}
}

// TestWhyOfUnknownNames: a name that the model does not have is an error that says which was meant.
func TestWhyOfUnknownNames(t *testing.T) {
	for _, path := range [][]string{nil, {"sender.pusch"}} {
		_, err := analysis.Why(t.Context(), loadText(t, relay), path, "sender.pusch", model.BackendDefaults())
		if err == nil || !strings.Contains(err.Error(), `did you mean "sender.push"?`) {
			t.Errorf("%v: %v", path, err)
		}
	}
}
