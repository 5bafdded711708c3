package tester

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
	"github.com/sextant-mbt/sextant/internal/testing/tester/plan"
)

// Doubts: that a transition was covered does not show that the system is in the right state after it. It may be in another location, or a variable may
// be as it was before: these states are rivals of the right one. Each answer rules out those rivals that would have answered otherwise. After a
// plan, inputs are looked for that rule out what is left (plan.Scout.Rule), once for each transition, for a share of all inputs.

// maxRivals bounds the rivals of a state, maxDoubts the transitions that are in doubt at a time, doubtShare is the share of the inputs.
const (
	maxRivals  = 24
	maxDoubts  = 8
	doubtShare = 2
)

// doubter looks at states more closely, and remembers what was ruled out.
type doubter struct {
	tracker  *ioco.Tracker
	options  *Options
	report   *Report
	scouts   *plan.Scout
	progress *progress
	talk     *conversation
	expenses *expenses
	time     *timekeeper

	places bool // some machine has several locations
	after  map[*sts.Transition]*known
	open   []doubt
	plan   *plan.Plan
	before *sts.Config // before the last input; nil if it is not known
	length int         // of the path to it
	inputs int         // number of inputs up to it
	spent  int         // inputs of plans
}

// known is what is known of the state after a transition.
type known struct {
	rivals map[int]bool // those that are not ruled out, by number; nil if it was not taken yet
	tries  int          // how often no further inputs were found
	done   bool         // nothing more is to be ruled out
}

// maxTries is how often inputs are looked for that rule out what is left after a transition: a rival may become equal to the right state on the way.
const maxTries = 3

// doubt is what is not ruled out since a transition was taken.
type doubt struct {
	after  *sts.Transition
	rivals []plan.Rival
}

// doubting reports whether states are looked at more closely: where transitions lead to different locations.
func (d *doubter) doubting() bool {
	o := d.options
	return d.places && o.Strategy == Guided && o.Purpose == nil && o.Until == Spent && !d.time.isTimed() && !d.progress.spare && d.scouts.Rules() && d.spent < o.Steps/doubtShare
}

// newDoubter completes the doubter of a session that has just begun.
func newDoubter(d *doubter) *doubter {
	d.places = slices.ContainsFunc(d.tracker.System.Machines, func(m *sts.Machine) bool { return len(m.Locations) > 1 })
	return d
}

// isDoubtful reports whether it is still open where a transition led.
func (d *doubter) isDoubtful(t *sts.Transition) bool {
	return d.progress.complete > 0 && d.doubting() && !d.of(t).done
}

// ruleOut returns the next input that rules out a wrong state after a transition; false if there is none. It makes no plan in states in which
// another plan is not over.
func (d *doubter) ruleOut(ctx context.Context, over func([]ioco.Possibility) bool) (in ioco.Input, ok bool, err error) {
	if !d.doubting() || d.expenses.warms() {
		return in, false, nil
	}
	states, err := d.tracker.Settled(ctx)
	if err != nil {
		return in, false, err
	}
	if len(states) != 1 || states[0].Config() == nil {
		d.drop()
		return in, false, nil
	}
	if d.before != nil && d.talk.inputs == d.inputs+1 {
		d.answered(&states[0])
	}
	d.before, d.length, d.inputs = states[0].Config(), states[0].Path.Len(), d.talk.inputs
	if !over(states) {
		return in, false, nil
	}
	if in, ok, err = d.ruledOutBy(ctx, states); ok {
		d.spent++
	}
	return in, ok, err
}

// answered rules out the rivals that would have answered the last input otherwise, and begins to doubt the last transition.
func (d *doubter) answered(p *ioco.Possibility) {
	msg := Inputs(d.report.Trace[max(len(d.report.Trace)-maxAnswer, 0):])
	if len(msg) == 0 {
		d.drop()
		return
	}
	open := d.open[:0]
	for _, o := range d.open {
		next, left := d.scouts.Answer(d.before, o.rivals, msg[len(msg)-1])
		if next == nil || !next.Equal(p.Config()) {
			continue
		}
		d.of(o.after).ruleOut(o.rivals, left)
		if len(left) > 0 {
			open = append(open, doubt{o.after, left})
		}
	}
	d.open = open
	d.doubt(p)
}

// maxAnswer bounds the events after an input that are looked at.
const maxAnswer = 20

// ruledOutBy follows a plan that rules out states, or makes one.
func (d *doubter) ruledOutBy(ctx context.Context, states []ioco.Possibility) (in ioco.Input, ok bool, err error) {
	for {
		if d.plan != nil {
			if in, ok = d.plan.Next(states); ok {
				ok, err = d.tracker.Accepts(ctx, in.Message)
			}
			if err != nil || ok {
				return in, ok, err
			}
		}
		if d.plan = nil; len(d.open) == 0 {
			return in, false, nil
		}
		last := d.open[len(d.open)-1]
		if d.plan = d.scouts.Rule(states[0].Config(), states[0].Path.Len(), last.rivals); d.plan == nil {
			d.of(last.after).giveUp()
			d.open = d.open[:len(d.open)-1]
		}
	}
}

// doubt lists the states in which the system may be instead of the present one, after the last step.
func (d *doubter) doubt(p *ioco.Possibility) {
	steps := p.Path.Len() - d.length
	if steps < 1 || steps > maxAnswer {
		return
	}
	moves := p.Path.Moves(steps)
	for _, t := range moves[len(moves)-1].Parts {
		same := func(o doubt) bool { return o.after == t }
		if d.of(t).done || len(d.open) >= maxDoubts || slices.ContainsFunc(d.open, same) {
			continue
		}
		if rivals := d.of(t).left(d.rivalsOf(p.Config(), t.Machine)); len(rivals) > 0 {
			d.open = append(d.open, doubt{t, rivals})
		}
	}
}

// rivalsOf lists the states with another location of a machine, or with the value that a variable had before.
func (d *doubter) rivalsOf(c *sts.Config, machine int) []plan.Rival {
	var out []plan.Rival
	locations := d.tracker.System.Machines[machine].Locations
	for l := range locations {
		if l != c.Locations[machine] {
			out = append(out, plan.Rival{Config: d.elsewhere(c, machine, l), Number: l})
		}
	}
	for i, v := range c.Values {
		if before := d.before.Values[i]; !before.Equal(v) {
			values := slices.Clone(c.Values)
			values[i] = before
			out = append(out, plan.Rival{Config: &sts.Config{Locations: c.Locations, Values: values, Queues: c.Queues}, Number: len(locations) + i})
		}
	}
	return out[:min(len(out), maxRivals)]
}

// elsewhere returns a state with another location of a machine.
func (d *doubter) elsewhere(c *sts.Config, machine, location int) *sts.Config {
	out := &sts.Config{Locations: slices.Clone(c.Locations), Values: c.Values, Queues: c.Queues}
	out.Locations[machine] = location
	if slot, held := d.tracker.System.Machines[machine].Place(); held {
		out.Values = slices.Clone(c.Values)
		out.Values[slot] = term.IntValue(int64(location))
	}
	return out
}

// of returns what is known of the state after a transition.
func (d *doubter) of(t *sts.Transition) *known {
	if d.after == nil {
		d.after = map[*sts.Transition]*known{}
	}
	if d.after[t] == nil {
		d.after[t] = &known{}
	}
	return d.after[t]
}

// left returns those of some rivals that are not ruled out. When the transition is taken for the first time these are all.
func (k *known) left(rivals []plan.Rival) []plan.Rival {
	if k.rivals == nil {
		k.rivals = map[int]bool{}
		for _, r := range rivals {
			k.rivals[r.Number] = true
		}
		k.done = len(rivals) == 0
	}
	return slices.DeleteFunc(rivals, func(r plan.Rival) bool { return !k.rivals[r.Number] })
}

// ruleOut notes which of some rivals are left.
func (k *known) ruleOut(before, left []plan.Rival) {
	for _, r := range before {
		delete(k.rivals, r.Number)
	}
	for _, r := range left {
		k.rivals[r.Number] = true
	}
	k.done = k.done || len(k.rivals) == 0
}

// giveUp notes that no inputs were found that rule out more.
func (k *known) giveUp() {
	k.tries++
	k.done = k.done || k.tries >= maxTries
}

// drop forgets what belongs to one test.
func (d *doubter) drop() { d.open, d.plan, d.before = nil, nil, nil }
