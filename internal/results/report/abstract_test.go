package report

import (
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/samples"
)

func TestAbstractText(t *testing.T) {
	r := &result.Abstract{Head: result.Head{Model: result.Model{Name: "Small", File: "small.sxt"}, Stats: result.Stats{SolverCalls: 1200, Seconds: 0.5, Workers: 2}, Stop: "time"}, AbstractSet: samples.SmallAbstraction(),
		Reach: result.ReachSize{Depth: 1, Nodes: 2}, More: []result.AbstractSet{{Predicates: result.PredicateList{Name: "none"}}},
		Breaches: []result.Breach{{Event: "down", Example: "{x = 0} -down-> {x = -1}"}},
		Replay:   "sextant abstract small.sxt"}
	compareGolden(t, "abstract.txt", Text(r, Options{Width: 80, Color: false}))
	if colored := Text(r, Options{Width: 80, Color: true}); !strings.Contains(colored, "\x1b[") {
		t.Error("no colours")
	}
	r.AbstractSet, r.Model.Name = samples.HostileAbstraction(), samples.HostileText
	if text := Text(r, Options{Width: 10, Color: false}); strings.Contains(text, "\x1b") {
		t.Errorf("a control character gets through:\n%q", text)
	}
}
