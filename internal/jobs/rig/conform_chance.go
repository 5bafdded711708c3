package rig

import (
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/chance/campaign"
	"github.com/sextant-mbt/sextant/internal/testing/chance/forward"
	"github.com/sextant-mbt/sextant/internal/testing/ioco/logs"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Frequencies and waiting times of a log: each instance is a run. Instances that fail or cannot be judged have no probability and are left
// out, and so are the times of instances whose times go back. The start of an instance is unknown, so the time before its first line is
// not counted.

// The bounds of the data kept for open instances.
const maxInstanceEvents = 1000

// instances collects the instances of a log as runs.
type instances struct {
	system *sts.System
	judge  *campaign.Judge
	unit   time.Duration
	most   int // open at a time
	open   map[string]*logged
}

// logged is an instance.
type logged struct {
	campaign.Run
	first, last time.Time
	over        bool // it does not count, or no longer
}

// newInstances returns nil if the model has no probabilities, or if they are unknown from the start.
func newInstances(s *sts.System, o ConformOptions) *instances {
	if !s.Chancy() {
		return nil
	}
	judge, err := campaign.NewJudge(s, campaign.Options{Alpha: o.Alpha})
	if err != nil {
		return nil
	}
	return &instances{system: s, judge: judge, unit: o.unit(), most: o.Check.Instances, open: map[string]*logged{}}
}

// take adds a line.
func (i *instances) take(e logs.Event) {
	in := i.open[e.ID]
	if e.Kind == logs.End {
		i.close(e.ID)
		return
	}
	if in == nil {
		if len(i.open) >= i.most {
			return
		}
		in = &logged{Run: campaign.Run{Headless: true}, first: e.Time, last: e.Time}
		i.open[e.ID] = in
	}
	a, ok := i.action(e)
	if in.over || !ok || len(in.Events) >= maxInstanceEvents {
		in.over = true
		return
	}
	in.Untimed = in.Untimed || e.Time.IsZero() || e.Time.Before(in.last)
	in.last = e.Time
	in.Events = append(in.Events, campaign.Event{Action: a, Time: float64(e.Time.Sub(in.first)) / float64(i.unit), Limit: math.Inf(1)})
}

// action returns the action of a line.
func (i *instances) action(e logs.Event) (forward.Action, bool) {
	switch e.Kind {
	case result.EventInput:
		m, err := sut.NewMessage(i.system, sts.Input, e.Channel, e.Payload)
		return forward.Action{Kind: forward.Input, Channel: m.Channel, Values: m.Values}, err == nil
	case result.EventOutput:
		m, err := sut.Output(i.system, e.Channel, e.Payload)
		return forward.Action{Kind: forward.Output, Channel: m.Channel, Values: m.Values}, err == nil
	case result.EventQuiescence:
		return forward.Action{Kind: forward.Silence}, true
	}
	return forward.Action{}, false
}

// drop leaves out an instance that failed, or cannot be judged.
func (i *instances) drop(id string) {
	if in := i.open[id]; in != nil {
		in.over = true
	}
}

// close counts an instance. Instances with the same inputs form a sample.
func (i *instances) close(id string) {
	in := i.open[id]
	delete(i.open, id)
	if in == nil || in.over || len(in.Events) == 0 {
		return
	}
	h := fnv.New32a()
	for _, e := range in.Events {
		if e.Action.Kind == forward.Input {
			h.Write([]byte(e.Action.Key()))
		}
		h.Write([]byte{0})
	}
	in.Test = int(h.Sum32())
	i.judge.Add(in.Run)
}

// judgeChance adds the verdict on frequencies and waiting times to that on the instances.
func (c *conformance) judgeChance(s *sts.System) {
	if c.instances == nil {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(c.instances.open)) {
		c.instances.close(id)
	}
	out := c.instances.judge.Conclude(s)
	out.Functional, out.Failed = c.result.Verdict, c.result.Instances.Failed
	c.result.Campaign = out
	if out.Probabilistic == result.ChanceFail && c.result.Verdict != result.Fail {
		c.result.Verdict, c.result.Evidence = result.Fail, out.Evidence
	}
}
