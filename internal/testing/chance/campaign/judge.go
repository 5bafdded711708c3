package campaign

import (
	"maps"
	"math"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/chance/statistics"
)

// Event is an action of a run. Times are in units of the model, from the start of the run.
type Event struct {
	Action forward.Action
	Time   float64
	Limit  float64 // end of the wait for it; +Inf if there was no limit
}

// Run is one run.
type Run struct {
	Test     int // number of its test; runs of one test have the same decisions after the same history
	Events   []Event
	Untimed  bool // the times are unreliable
	Headless bool // its start is unknown: its first event is at time 0
}

// Options configure a Judge.
type Options struct {
	Alpha float64
	Power float64 // for detectable deviations; 0 means DefaultPower
}

// DefaultPower is the power for which detectable deviations are computed.
const DefaultPower = 0.9

// Judge collects runs. It belongs to one goroutine.
type Judge struct {
	options Options
	tree    *forward.Tree
	runs    int
	tallies map[*forward.Node]*tally
	order   []*tally
	waits   map[string]*waits
	rates   []*waits
	classes map[*forward.Node]int // by the last history of a run
	ends    []*forward.Node
	tests   map[testEnd]*endCount
	samples []testEnd // its keys, in order
	jumps   int
	opaque  map[string]opaque

	checkpoints []int // that were passed
}

// testEnd is a class within the runs of a test.
type testEnd struct {
	test int
	node *forward.Node
}

// opaque is a history after which nothing can be tested.
type opaque struct {
	reason forward.Reason
	text   string
}

// tally counts the observations after a history.
type tally struct {
	node     *forward.Node
	total    int // number of runs with this history
	outcomes map[string]int
	observed int // the sum of them
	past     past[map[string]int]
	inputs   map[string]int
	limit    float64 // longest wait
}

// NewJudge returns a judge of runs of a system. It fails with a *step.Error if probabilities are unknown from the start.
func NewJudge(s *sts.System, options Options) (*Judge, error) {
	tree, err := forward.New(s)
	if err != nil {
		return nil, err
	}
	if options.Power == 0 {
		options.Power = DefaultPower
	}
	return &Judge{options: options, tree: tree, tallies: map[*forward.Node]*tally{}, waits: map[string]*waits{}, classes: map[*forward.Node]int{},
		tests: map[testEnd]*endCount{}, opaque: map[string]opaque{}}, nil
}

// Tree returns the tree of histories, from which tests can be derived.
func (j *Judge) Tree() *forward.Tree { return j.tree }

// Add counts a run.
func (j *Judge) Add(r Run) {
	j.runs++
	if r.Untimed {
		j.jumps++
	}
	node, last := j.tree.Root(), 0.0
	for _, e := range r.Events {
		t := j.tally(node)
		t.total++
		j.count(t, e, last, r.Untimed || r.Headless && node.Parent == nil)
		node, last = node.After(e.Action), e.Time
		j.noteOpaque(node)
	}
	if j.classes[node] == 0 {
		j.ends = append(j.ends, node)
	}
	j.classes[node]++
	j.countEnd(r.Test, node)
	j.checkpoint()
}

// noteOpaque records why nothing can be tested after a history. It does not record time-outs, after which this is always so.
func (j *Judge) noteOpaque(n *forward.Node) {
	if n.Known() || n.Reason == forward.Unallowed || n.Action.Kind == forward.Silence || len(j.opaque) >= maxListed {
		return
	}
	j.opaque[string(n.Reason)+n.Text] = opaque{n.Reason, n.Text}
}

func (j *Judge) tally(n *forward.Node) *tally {
	t := j.tallies[n]
	if t == nil {
		t = &tally{node: n, outcomes: map[string]int{}, inputs: map[string]int{}}
		j.tallies[n] = t
		j.order = append(j.order, t)
	}
	return t
}

// count counts an event after a history, and adds the time before it.
func (j *Judge) count(t *tally, e Event, since float64, untimed bool) {
	n := t.node
	if !n.Known() {
		return
	}
	if !untimed {
		j.addWait(n, e, since)
	}
	switch {
	case e.Action.Kind == forward.Input:
		t.inputs[e.Action.Key()]++
		return
	case e.Action.Kind == forward.Silence && !n.Rests():
		return // a time-out: the next output is unknown
	}
	limit := math.Inf(1)
	if !math.IsInf(e.Limit, 1) {
		limit = e.Limit - since
	}
	t.limit = max(t.limit, limit)
	changes(j, &t.past, func() map[string]int { return maps.Clone(t.outcomes) })
	t.outcomes[e.Action.Key()]++
	t.observed++
}

// counts are the outcomes of a choice, beside their names.
type counts struct {
	statistics.Counts
	outcomes []forward.Outcome
}

// counts returns the observed outcomes with their probabilities.
func (t *tally) counts() counts {
	var c counts
	c.outcomes = t.node.Outcomes(t.limit)
	for _, o := range c.outcomes {
		c.Observed = append(c.Observed, t.outcomes[o.Action.Key()])
		c.Probability = append(c.Probability, o.Probability)
	}
	return c
}

// isChoice reports whether the observations of the tally depend on chance alone.
func (t *tally) isChoice() bool {
	n := t.node
	if t.observed == 0 || !n.Known() || !n.Decided() {
		return false
	}
	outcomes := len(n.Offers())
	if n.Rests() {
		outcomes++
	}
	return outcomes > 1
}

// isFitted reports whether the observations after the history depend on choices of a scheduler that are not observed at once.
func (t *tally) isFitted() bool {
	return t.observed > 0 && t.node.Known() && !t.node.Decided() && !t.node.Free()
}

// History returns a history as traces write it.
func History(n *forward.Node) string {
	if n.Parent == nil {
		return "the start"
	}
	var parts []string
	for ; n.Parent != nil; n = n.Parent {
		parts = append(parts, Words(n.Action))
	}
	for i, k := 0, len(parts)-1; i < k; i, k = i+1, k-1 {
		parts[i], parts[k] = parts[k], parts[i]
	}
	return strings.Join(parts, " ")
}

// Words returns an action as traces write it.
func Words(a forward.Action) string {
	if a.Channel == nil {
		return "silence"
	}
	mark := "?"
	if a.Kind == forward.Output {
		mark = "!"
	}
	return a.Channel.Name + mark + "(" + value.Format(a.Channel.Payload, a.Values) + ")"
}
