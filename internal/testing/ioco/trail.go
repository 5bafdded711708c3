package ioco

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// trail is how a possibility came about: a node of a graph that has all ways there, where a path of a history is one of them. A node is a step,
// what was known after an observation, or a junction of ways that lead to one state. Trails are kept only while a run is explained; otherwise
// they are nil, and so is what their methods return.
type trail struct {
	move   *sts.Move // of a step
	number int       // of the observation that the step explains, or that was followed; from 1
	marks  bool      // it is what was known after an observation
	ways   []*trail  // what came before: several in a junction, none at the start
	state  Possibility
	taken  *run.Witness // the step, if everything in it is known
}

// newTrail is the start of a trail.
func newTrail(p *Possibility) *trail { return &trail{marks: true, state: *p} }

// junction is a node to which other ways to the same state can be added.
func (t *trail) junction() *trail {
	if t == nil {
		return nil
	}
	return &trail{ways: []*trail{t}}
}

// join adds another way to a junction.
func (t *trail) join(other *trail) {
	if t != nil {
		t.ways = append(t.ways, other)
	}
}

// or returns a trail with another way.
func (t *trail) or(other *trail) *trail {
	j := t.junction()
	j.join(other)
	return j
}

// explain says which observation a step explains, where that is not the one that is being followed.
func (t *trail) explain(number int) {
	if t != nil {
		t.number = number
	}
}

// stepped returns the trail after a step of the interpreter from a configuration.
func (t *trail) stepped(s *stepper, next *Possibility, m *sts.Move, step sts.Step, from *sts.Config) *trail {
	if t == nil {
		return nil
	}
	taken := &run.Witness{Parent: &run.Witness{Config: from}, Move: m, Params: slices.Clone(s.params), Config: step.Next, Outputs: step.Outputs}
	return &trail{move: m, number: s.count + 1, ways: []*trail{t}, state: *next, taken: taken}
}

// after returns the trail after a symbolic step; the configuration before it is nil if it is not known.
func (t *trail) after(s *stepper, next *Possibility, step *sts.SymbolicStep, from *sts.Config) *trail {
	if t == nil {
		return nil
	}
	return &trail{move: step.Move, number: s.count + 1, ways: []*trail{t}, state: *next, taken: knownStep(next, step, from)}
}

// unseen returns the trail after a step whose choices are not known yet.
func (t *trail) unseen(s *stepper, next *Possibility) *trail {
	if t == nil {
		return nil
	}
	return &trail{move: next.unseen.move, number: next.unseen.number, ways: []*trail{t}, state: s.foreseen(next)}
}

// foreseen returns the state of a possibility after a step that was left unseen, as far as it is known.
func (s *stepper) foreseen(p *Possibility) Possibility {
	u, from := p.unseen, s.System.Constant(p.config)
	known := map[int]*term.Term{}
	for i, param := range u.move.Params {
		if param.Kind != sts.Chosen {
			known[i] = s.System.Store.Const(param.Sort, u.params[i])
		}
	}
	return Possibility{State: s.System.Step(u.move, &from, 0, known).Effect().State, lag: p.lag}
}

// knownStep returns a symbolic step as a concrete one; nil if something in it is open.
func knownStep(next *Possibility, step *sts.SymbolicStep, from *sts.Config) *run.Witness {
	after := Possibility{State: next.State, Pending: next.Pending}
	after.determine()
	params, ok := term.Constants(step.Params)
	if from == nil || after.config == nil || !ok {
		return nil
	}
	taken := &run.Witness{Parent: &run.Witness{Config: from}, Move: step.Move, Params: params, Config: after.config}
	for _, c := range step.Calls() {
		args, ok := term.Constants(c.Args)
		if !ok {
			return nil
		}
		taken.Calls = append(taken.Calls, args)
	}
	for _, m := range after.owed {
		taken.Outputs = append(taken.Outputs, m.Values...)
	}
	return taken
}

// markTrails notes in the trails what is known after an observation.
func (f *follower) markTrails() {
	if !f.explains {
		return
	}
	for i := range f.now {
		p := &f.now[i]
		known := *p
		if p.unseen != nil {
			known = f.foreseen(p)
		}
		p.trail = &trail{number: f.count, marks: true, ways: []*trail{p.trail}, state: known}
	}
}
