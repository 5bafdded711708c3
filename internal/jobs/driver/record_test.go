package driver

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// keptJob is a job of explore whose record is kept.
func keptJob(t *testing.T) *Job {
	t.Helper()
	i := slices.IndexFunc(Analyses, func(a *Analysis) bool { return a.Name == "explore" })
	j := &Job{Analysis: Analyses[i], Options: Analyses[i].New(), Args: []string{testkit.Example("light/light.sxt")}, Given: func(string) bool { return false },
		Note: func(string) {}, Print: func(string) {}, Progress: func(result.Progress) {}}
	j.Keep()
	return j
}

func TestRecord(t *testing.T) {
	testkit.NeedsSolver(t)
	j := keptJob(t)
	o := j.Options.(*analysis.ExploreOptions)
	o.Search.Depth, o.JSON, o.Report, o.Consts = 7, true, "x.html", map[string]string{"top": "8"}
	s := j.Summary()
	if want := "--depth 7 --const top=8"; !strings.HasSuffix(s.Command, want) || len(s.Options) != 2 || s.Options["const"][0] != "top=8" || s.State != result.RunWaiting {
		t.Errorf("the summary is %+v", s)
	}
	document, err := j.Execute(t.Context(), time.Now(), Hooks{})
	j.Note("noted")
	j.Print("printed ")
	r := j.Record(s, document, err)
	if r.State != result.RunDone || r.ID != s.ID || r.Tree == nil || len(r.Tree.Nodes) < 3 || r.Model.Graph == nil || len(r.Curve) == 0 || r.Seconds <= 0 {
		t.Errorf("the record is %+v", r)
	}
	if len(r.Notes) != 1 || !strings.HasPrefix(r.Text, "printed ") || !strings.Contains(r.Text, "transitions") {
		t.Errorf("notes %v, text %.100q", r.Notes, r.Text)
	}
	if last := r.Curve[len(r.Curve)-1]; last.States != document.(*result.Explore).States || last.Seconds <= 0 {
		t.Errorf("the curve ends with %+v", last)
	}
}

// A curve has few points, however many there were: the first ones do not push out the last ones.
func TestKeptCurve(t *testing.T) {
	j := keptJob(t)
	const all = 50_000
	for i := range all {
		j.Progress(result.Progress{Point: result.Point{States: i + 1}})
		j.Note("again")
		j.Print(strings.Repeat("x", 1000))
	}
	curve := j.Curve()
	if len(curve) < maxPoints/2-1 || len(curve) > maxPoints {
		t.Errorf("%d points are kept", len(curve))
	}
	if last := curve[len(curve)-1].States; last < all*9/10 {
		t.Errorf("the last point is that of %d of %d", last, all)
	}
	if !slices.IsSortedFunc(curve, func(a, b result.Point) int { return a.States - b.States }) {
		t.Error("the points are not in order")
	}
	r := j.Record(j.Summary(), nil, nil)
	if len(r.Notes) != maxNotes || len(r.Text) > maxPrinted {
		t.Errorf("%d notes, %d bytes of text", len(r.Notes), len(r.Text))
	}
}

// TestCurveNeverFalls: where one search follows another, the curve keeps what the first has covered. Where other things are counted, it starts from
// their number.
func TestCurveNeverFalls(t *testing.T) {
	j := keptJob(t)
	for _, p := range []result.Point{{Covered: 3, Total: 9}, {Covered: 8, Total: 9}, {Covered: 1, Total: 9}, {Covered: 2, Total: 40, Unit: "runs"}} {
		j.Progress(result.Progress{Point: p})
	}
	var covered []int
	for _, p := range j.Curve() {
		covered = append(covered, p.Covered)
	}
	if !slices.Equal(covered, []int{3, 8, 8, 2}) {
		t.Errorf("the curve is %v", covered)
	}
}

func TestStateOf(t *testing.T) {
	ended := func(stop result.Stop) any { return &result.Unfinished{Head: result.Head{Stop: stop}} }
	other := errors.New("no solver")
	tests := []struct {
		document any
		err      error
		want     result.RunState
	}{
		{ended(result.StopDone), nil, result.RunDone},
		{ended(result.StopDone), ErrFinding, result.RunDone},
		{ended(result.StopTime), &ErrStopped{result.StopTime}, result.RunDone},
		{ended(result.StopInterrupted), &ErrStopped{result.StopInterrupted}, result.RunCancelled},
		{ended(result.StopInterrupted), ErrFinding, result.RunCancelled},
		{ended(result.StopDone), other, result.RunFailed},
		{Text("x"), nil, result.RunDone},
		{nil, other, result.RunFailed},
	}
	for _, test := range tests {
		if got := stateOf(test.document, test.err); got != test.want {
			t.Errorf("%v with %v: %s, want %s", test.document, test.err, got, test.want)
		}
	}
}

func TestClipTree(t *testing.T) {
	tree := result.Tree{Nodes: make([]result.Node, 5), Cut: 1}
	if got := tree.Clip(3); len(got.Nodes) != 3 || got.Cut != 3 {
		t.Errorf("%d nodes, %d cut", len(got.Nodes), got.Cut)
	}
	if got := tree.Clip(5); len(got.Nodes) != 5 || got.Cut != 1 {
		t.Errorf("%d nodes, %d cut", len(got.Nodes), got.Cut)
	}
}
