package statespace

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Result turns what a search has found into plain data.
func (s *Space) Result() *result.Explore {
	r := &result.Explore{
		Head:     result.Head{Command: "explore", Model: result.Model{Name: s.System.Name}, Stop: s.Stop},
		Engine:   result.EngineExplicit,
		States:   s.States,
		PerDepth: s.PerDepth,
		Paths:    s.Leaves + s.States - s.expanded,
		Coverage: result.Coverage{Transitions: s.coverage()},
		Answers:  result.Answers{Feasible: s.States},
		Findings: s.findings(),
		Tables:   map[string]result.TableSize{},
		Explicit: &result.ExplicitSpace{Steps: s.Steps, Deadlocks: s.Deadlocks, BytesPerState: s.BytesPerState(), OnDisk: s.OnDisk, Reduced: s.Reduced, Symmetry: s.Symmetry.result()},
		Tree:     s.tree(),
	}
	r.Stats = result.Stats{States: s.States, Seconds: s.Seconds, Workers: s.Workers}
	return r
}

// result turns the counts into plain data.
func (y *Symmetry) result() *result.Symmetry {
	if y == nil {
		return nil
	}
	return &result.Symmetry{Groups: y.Groups, States: y.States.String(), Steps: y.Steps.String(), Deadlocks: y.Deadlocks.String()}
}

// coverage returns the transitions that runs take, and the reason for each of the others.
func (s *Space) coverage() result.Tally {
	tally, why := result.NewTally(0, nil), s.Why()
	for i, t := range s.System.Transitions() {
		if hit := s.Hits[i]; hit.State >= 0 {
			tally.Hit(result.Hit{Name: t.Name, Depth: hit.Depth, State: hit.State})
			continue
		}
		tally.Miss(result.Miss{Name: t.Name, Why: why(t)})
	}
	return tally
}

// Why returns the reason why no run takes a transition.
func (s *Space) Why() func(*sts.Transition) result.Why {
	unreached := run.NewUnreached(s.System)
	for _, f := range s.Findings {
		if f.Move != nil && sts.IsModelError(f.Kind) {
			unreached.Fails(f.Move.Name, f.Message, f.Span)
		}
	}
	return func(t *sts.Transition) result.Why {
		why, known := unreached.ByModel(t)
		switch {
		case known:
			return why
		case s.Stop == result.StopExhausted:
			return unreached.BySearch(t, fmt.Sprintf("none of the %d states can take it", s.States))
		}
		return run.Bound(s.Stop, len(s.PerDepth)-1, s.States)
	}
}

// Showing returns the finding with the shortest run that breaks an invariant, or if that is nil, that runs into a model error; nil if there is none.
func (s *Space) Showing(invariant *sts.Named) *Finding {
	var out *Finding
	for i := range s.Findings {
		f := &s.Findings[i]
		shows := invariant != nil && f.Invariant == invariant || invariant == nil && sts.IsModelError(f.Kind)
		if shows && (out == nil || len(f.Run.Steps()) < len(out.Run.Steps())) {
			out = f
		}
	}
	return out
}

// findings renders the findings, shortest runs first.
func (s *Space) findings() []result.Finding {
	out := []result.Finding{}
	for i := range s.Findings {
		out = append(out, s.Render(&s.Findings[i]))
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Depth < out[j].Depth })
	return out
}

// Render turns a finding into plain data.
func (s *Space) Render(f *Finding) result.Finding {
	out := f.Run.Finding(s.System, f.Kind, f.Message, f.Span)
	out.Trace.Loop = f.loop
	if f.Move != nil {
		out.Transition = f.Move.Name
	}
	return out
}

// Kept is one of the first states of a search, with the step that led to it first.
type Kept struct {
	Parent int          // -1 where a run begins
	Depth  int          // length of the run
	Run    *run.Witness // its last step leads here; those before are left out
}

// keep recomputes the first states, with the steps that lead to them.
func (x *search) keep() error {
	x.Kept = make([]Kept, min(x.options.Keep, x.States))
	for i := range min(len(x.Starts), len(x.Kept)) {
		x.Kept[i] = Kept{Parent: -1, Run: &run.Witness{Params: x.Starts[i].Values, Config: x.Starts[i]}}
	}
	for child, parent := len(x.Starts), 0; child < len(x.Kept) && parent < child; parent++ {
		before := &run.Witness{Config: x.Kept[parent].Run.Config}
		for child < len(x.Kept) {
			w, err := x.stepTo(x.ctx, before, child, func(*sts.Move) bool { return true })
			if err == errLost {
				break
			}
			if err != nil {
				return err
			}
			x.Kept[child] = Kept{Parent: parent, Depth: x.Kept[parent].Depth + 1, Run: w}
			child++
		}
	}
	return nil
}

// tree returns the kept states, each as a child of the state from which it was found. It is empty if there are several initial states.
func (s *Space) tree() result.Tree {
	out, room := result.Tree{Name: s.System.Name, Machines: run.Machines(s.System)}, result.RunRoom{}
	if len(s.Kept) == 0 || len(s.Kept) > 1 && s.Kept[1].Parent < 0 {
		return out
	}
	for i := range s.Kept {
		out.Nodes = append(out.Nodes, s.node(i, &room))
	}
	for _, f := range s.Findings {
		if f.state >= 0 && f.state < len(out.Nodes) {
			out.Nodes[f.state].Finding = f.Kind
		}
	}
	for i, t := range s.System.Transitions() {
		if hit := s.Hits[i]; hit.State > 0 && hit.State < len(out.Nodes) && slices.Contains(s.Kept[hit.State].Run.Move.Parts, t) {
			out.Nodes[hit.State].Covers = append(out.Nodes[hit.State].Covers, t.Name)
		}
	}
	out.Cut = s.States - len(out.Nodes)
	return out
}

// node renders a state that was kept, with the run to it if there is room.
func (s *Space) node(i int, room *result.RunRoom) result.Node {
	k := s.Kept[i]
	config := k.Run.Config
	n := result.Node{ID: i, Parent: k.Parent, Depth: k.Depth, Location: s.System.LocationName(config.Locations), Values: run.FormatValues(s.System, config),
		Store: run.Bindings(s.System, config), Answer: result.Feasible, Unexpanded: i >= s.expanded}
	if k.Parent < 0 {
		n.Run = room.Run(func() *result.NodeRun { return k.Run.Apart(s.System, nil) })
		return n
	}
	step := k.Run.Format(s.System)
	n.Run = room.Run(func() *result.NodeRun { return &result.NodeRun{Keeps: k.Depth - 1, Steps: []result.Step{step}} })
	n.Move, n.Output = k.Run.Move.Name, sent(step.Outputs)
	if step.Input != nil {
		n.Input = step.Input.Text
	}
	return n
}

// sent joins the messages that a step sends.
func sent(messages []result.Message) string {
	words := make([]string, len(messages))
	for i, m := range messages {
		words[i] = m.Text
	}
	return strings.Join(words, ", ")
}
