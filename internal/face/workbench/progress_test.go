package workbench_test

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/face/workbench"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// stream reads events until f returns false.
func (s *served) stream(f func(kind, data string) bool) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", s.url+"/api/events", nil)
	answer, err := s.client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	kind := ""
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			kind = name
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && !f(kind, data) {
			return
		}
		if strings.HasPrefix(lines.Text(), "retry:") && !f("open", "") {
			return
		}
	}
	s.t.Fatalf("the stream ended: %v", lines.Err())
}

func TestEvents(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	var id string
	states, points := "", 0
	s.stream(func(kind, data string) bool {
		switch kind {
		case "open":
			id = s.start("explore", `{"strategy": ["bfs"], "depth": ["5000"], "states": ["100000000"], "timeout": ["30s"]}`, "endless.sxt").ID
		case "run":
			var now result.Summary
			_ = json.Unmarshal([]byte(data), &now)
			states += string(now.State) + " "
			return !now.State.Over()
		case "progress":
			if points++; !strings.Contains(data, id) || !strings.Contains(data, `"states":`) {
				t.Errorf("progress %s", data)
			}
			if points == 3 {
				get[result.Summary](s, "POST", "/api/runs/"+id+"/cancel", "")
			}
		}
		return true
	})
	if states != "waiting running cancelled " || points < 3 {
		t.Errorf("states %q, %d points", states, points)
	}
	if r := s.wait(id); r.State != result.RunCancelled || r.Document == nil || len(r.Curve) < 3 {
		t.Errorf("the cancelled run: %s %s, %d points", r.State, r.Error, len(r.Curve))
	}
}

// priced is a model with an extern that has a contract.
const priced = `system Priced
input pay(n: 0..9)
extern price() -> int contract { behavior b: ensures result > 2 }
var paid: 0..9 = 0
initial waits
pay: waits -> served in pay(n) when n >= price() do paid := n
`

// counted is a model with predicates.
const counted = `system Counted
var n: 0..9 = 0
predicates P = { n > 4 }
event more: when n < 9 do n := n + 1
event reset: when n == 9 do n := 0
`

// Analyses that count nothing but the parts of their phases tell of them, too, and how much of a phase is done.
func TestEventsOfPhases(t *testing.T) {
	testkit.NeedsSolver(t)
	s := serve(t, workbench.Options{})
	write(t, "priced.sxt", priced)
	write(t, "counted.sxt", counted)
	tests := []struct{ analysis, model, doing, detail string }{
		{"abstract", "counted.sxt", "abstracting", "abstract states: "},
		{"contract check", "priced.sxt", "checking", "contracts: 0 of 1"},
		{"contract feasible", "priced.sxt", "deciding", "paths: 0 of 1"},
		{"contract infer", "priced.sxt", "inferring", "paths: 0 of 1"},
	}
	for _, test := range tests {
		events := s.progressOf(test.analysis, test.model)
		if len(events) == 0 || events[0].Doing != test.doing || !strings.HasPrefix(events[0].Detail, test.detail) || events[0].Share == nil || *events[0].Share != 0 {
			t.Errorf("%s tells %+v", test.analysis, events)
		}
	}
}

// progressed is an event about the progress of a run.
type progressed struct {
	Doing, Detail string
	Share         *float64
}

// progressOf runs an analysis of a model to its end, and returns the events about its progress.
func (s *served) progressOf(analysis, model string) []progressed {
	s.t.Helper()
	var out []progressed
	s.stream(func(kind, data string) bool {
		switch kind {
		case "open":
			s.start(analysis, "{}", model)
		case "run":
			var now result.Summary
			_ = json.Unmarshal([]byte(data), &now)
			return !now.State.Over()
		case "progress":
			var now progressed
			if err := json.Unmarshal([]byte(data), &now); err != nil {
				s.t.Fatal(err)
			}
			out = append(out, now)
		}
		return true
	})
	return out
}
