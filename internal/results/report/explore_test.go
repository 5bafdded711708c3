package report

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// deadlockTrace is a run with everything a step can have.
func deadlockTrace() result.Trace {
	return result.Trace{
		Initial: map[string]string{"value[10]": "3", "value[2]": "0"},
		Steps: []result.Step{
			{Transition: "request", Location: "asked", Outputs: []result.Message{{Text: "mReq()"}}},
			{Transition: "measure", Location: "idle", Input: &result.Message{Text: "getmeas(0)"}, Values: map[string]string{"cpt": "1"}},
			{Transition: "integrate", Location: "metered", Calls: []result.Call{{Extern: "INTGR", Args: []string{"[0, 0]"}, Result: "201"}},
				Chosen: map[string]string{"k": "4"}, Values: map[string]string{"total": "201", "rate": "0.5"}},
		},
	}
}

// busyExplore has everything that a summary shows.
func busyExplore() *result.Explore {
	return &result.Explore{
		Head: result.Head{Command: "explore", Model: result.Model{Name: "Microgrid", File: "microgrid.sxt"},
			Stats: result.Stats{States: 1234, SolverCalls: 987, WitnessHits: 2100, CacheHits: 31, Restarts: 1, SolverSeconds: 1.9, Seconds: 2.14, Workers: 4}, Stop: "depth"},
		Proofs: &result.Proofs{Tried: 3, Proved: 1, Queries: 12, Seconds: 0.5},
		Coverage: result.Coverage{Transitions: result.Tally{Covered: 6, Total: 8, Missing: []result.Miss{
			{Name: "alarm", Why: result.Why{Reason: "its guard rate > 1 was never true on the paths that were tried, and a longer path may make it true"}},
			{Name: "acknowledge", Why: result.Why{Reason: "calm was not reached"}},
		}}},
		States: 1234, PerDepth: []int{1, 2, 4, 9, 40, 178, 1000}, Paths: 512, Pruned: 17,
		Answers: result.Answers{Feasible: 1233, Infeasible: 400, UpToTables: 12, Unknown: 8},
		Blocked: []result.Doubt{{Transition: "raise", Depth: 7, Reason: "nothing found after 2 attempts, 2 rows added"}},
		Unknown: doubts("surge", "alarm", "alarm", "low", "raise", "raise"),
		Findings: []result.Finding{
			{Kind: "deadlock", Message: "no transition is enabled in metered, and metered is not final", Transition: "integrate",
				File: "microgrid.sxt", Line: 22, Column: 1, Depth: 3, Trace: deadlockTrace()},
			{Kind: "invariant", Message: "total >= 0 does not hold", File: "microgrid.sxt", Line: 9, Column: 11},
		},
		Tables: map[string]result.TableSize{"RISE": {Rows: 5, Initial: 2}},
		Externs: []result.ExternUse{{Name: "INTGR", Treatment: "fresh", Calls: 12},
			{Name: "RISE", Treatment: "table", Calls: 3, Runs: 3, Seconds: 0.002, Decides: []string{"alarm", "raise"}}},
		Seed: 1, Replay: "sextant explore microgrid.sxt --seed 1 --depth 6",
	}
}

// doubts are questions about transitions that the solver left open.
func doubts(transitions ...string) []result.Doubt {
	var list []result.Doubt
	for i, name := range transitions {
		list = append(list, result.Doubt{Transition: name, Depth: i + 4, Reason: "incomplete: nonlinear arithmetic"})
	}
	return list
}

// quietExplore has nothing wrong.
func quietExplore() *result.Explore {
	return &result.Explore{
		Head:   result.Head{Model: result.Model{Name: "Lamp"}, Stats: result.Stats{States: 3, WitnessHits: 2, Seconds: 0.0031}, Stop: "covered"},
		States: 3, Paths: 1, PerDepth: []int{1, 1, 1},
		Coverage: result.Coverage{Transitions: result.Tally{Covered: 2, Total: 2}},
		Answers:  result.Answers{Feasible: 2},
	}
}

func TestExploreTextGolden(t *testing.T) {
	compareGolden(t, "explore.txt", Text(busyExplore(), Options{Width: 100, Color: false}))
	compareGolden(t, "explore-narrow.txt", Text(busyExplore(), Options{Width: 56, Color: false}))
	compareGolden(t, "explore-quiet.txt", Text(quietExplore(), Options{Width: 80, Color: false}))
	compareGolden(t, "explore-empty.txt", Text(&result.Explore{}, Options{Width: 80, Color: false}))
}

// TestExploreTextColor checks that colour adds nothing but colour.
func TestExploreTextColor(t *testing.T) {
	plain, colored := Text(busyExplore(), Options{Width: 80, Color: false}), Text(busyExplore(), Options{Width: 80, Color: true})
	if strings.Contains(plain, "\x1b") {
		t.Error("the plain text has an escape character")
	}
	stripped := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(colored, "")
	if stripped == colored {
		t.Error("the coloured text has no colour")
	}
	if diff := cmp.Diff(plain, stripped); diff != "" {
		t.Error(diff)
	}
}

// TestExploreTextHostile puts hostile text everywhere and checks that the output has no control characters.
func TestExploreTextHostile(t *testing.T) {
	r := busyExplore()
	step := result.Step{Transition: hostile, Location: hostile, Input: &result.Message{Text: hostile + "(" + hostile + ")"},
		Chosen: map[string]string{hostile: hostile}, Values: map[string]string{hostile: hostile}, Calls: []result.Call{{Extern: hostile, Args: []string{hostile}, Result: hostile}}}
	r.Model.Name, r.Model.File, r.Stop, r.Replay = hostile, hostile, hostile, hostile
	r.Coverage.Transitions.Missing = []result.Miss{{Name: hostile, Why: result.Why{Reason: hostile}}}
	r.Findings = []result.Finding{{Kind: hostile, Message: hostile, Transition: hostile, File: hostile, Trace: result.Trace{Steps: []result.Step{step}}}}
	r.Unknown = []result.Doubt{{Transition: hostile, Reason: hostile}}
	r.Externs = []result.ExternUse{{Name: hostile, Treatment: "fresh"}}
	r.Tables = map[string]result.TableSize{hostile: {}}
	for _, bad := range []string{"\x1b", "\x00", "\u202e", "\xff"} {
		if strings.Contains(Text(r, Options{Width: 80, Color: false}), bad) {
			t.Errorf("the text has %q", bad)
		}
	}
}

func TestTraceText(t *testing.T) {
	compareGolden(t, "trace.txt", traceText(deadlockTrace(), "  "))
	if got := traceText(result.Trace{}, "  "); got != "" {
		t.Errorf("an empty trace gives %q", got)
	}
}

func TestLongDepths(t *testing.T) {
	counts := make([]int, 500)
	for i := range counts {
		counts[i] = i * (500 - i)
	}
	if got := depthText(counts); !strings.Contains(got, "most at depth 250: 62,500") || utf8.RuneCountInString(got) > 100 {
		t.Errorf("got %q", got)
	}
}

func TestCompareNatural(t *testing.T) {
	order := []string{"", "a", "a1", "a01", "a2", "a10", "a10b", "b", "value[2]", "value[10]"}
	for i, a := range order {
		for k, b := range order {
			if got := compareNatural(a, b); (got < 0) != (i < k) && a != "a01" && b != "a01" {
				t.Errorf("%q and %q compare as %d", a, b, got)
			}
		}
	}
}

// compareGolden compares text with a file in testdata.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	golden.File(t, filepath.Join("testdata", name), got)
}

// hostile is a name that tries to break out of every notation.
const hostile = "a\"b\\ <c> & 'd' --> ; : #35; `e` *f* [*] %% {g} |h|\n\x00\x1b[31m \u202e \xff ]]> </svg> 温度 1. x"

// TestLongTrace: of a trace of very many steps the ends are written.
func TestLongTrace(t *testing.T) {
	var tr result.Trace
	for range 5000 {
		tr.Steps = append(tr.Steps, result.Step{Transition: "t", Location: "s"})
	}
	lines := strings.Split(strings.TrimSpace(traceText(tr, "")), "\n")
	if len(lines) != 2*traceEnds+1 || !strings.Contains(lines[traceEnds], "4,000 steps more") || !strings.HasPrefix(lines[2*traceEnds], "5000.") {
		t.Errorf("%d lines: %q, %q", len(lines), lines[traceEnds], lines[len(lines)-1])
	}
}
