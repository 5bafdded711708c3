package testgen

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// valueGoal is a goal that depends on values. Any of its ways reaches it.
type valueGoal struct {
	name   string
	about  *sts.Transition // whose guard or effect it is about; nil if it is about the condition of a location
	ways   []way
	beyond *term.Term // for a goal about a failing guard: the condition for that, whichever transition takes the input
	why    result.Why // why it is not met, if that is known without the tree

	excluded bool // no test can meet it, so it does not count

	// Results of walks.
	met     bool
	queries int    // states at which walks from the root tried to meet it
	doubt   string // the last answer that left it open
	open    int    // the number of such answers
}

// isOpen reports whether the goal is still to be met, and not given up.
func (g *valueGoal) isOpen() bool { return !g.met && g.why.Status == "" && g.open < maxOpen }

// way is one way to meet a goal: to take a transition in a state and with parameters that meet a condition.
type way struct {
	take *sts.Transition
	cond *term.Term // over the slots before the step, and the parameters of the transition
}

// deriver makes goals from the conditions of transitions. Goals that are met by the same ways are one goal: where x <= 3 is just
// left, x >= 4 is just entered.
type deriver struct {
	system  *sts.System
	leaving []sts.Grouped // by machine
	goals   []valueGoal
	step    *big.Rat // from a limit of a clock
	known   map[string]bool
	named   map[string]int // how many goals would have the same name
}

// deriveGoals lists the goals of a criterion on values.
func deriveGoals(s *sts.System, criterion Criterion) []valueGoal {
	d := &deriver{system: s, step: clockStep(s), known: map[string]bool{}, named: map[string]int{}}
	for _, m := range s.Machines {
		d.leaving = append(d.leaving, m.Leaving())
	}
	for _, t := range s.Transitions() {
		if criterion == MCDC {
			d.mcdcGoals(t)
		} else {
			d.boundaryGoals(t)
		}
	}
	if criterion == Boundary {
		for _, m := range s.Machines {
			for i := range m.Locations {
				d.deadlineGoals(m, i)
			}
		}
	}
	return d.goals
}

// taken adds the goal to take a transition under a condition.
func (d *deriver) taken(name string, t *sts.Transition, cond *term.Term) {
	d.add(valueGoal{name: name, about: t, ways: []way{{t, cond}}})
}

// notTaken adds the goal to take another transition where the guard of t fails because of an atom.
func (d *deriver) notTaken(name string, t *sts.Transition, a atom, cond *term.Term) {
	goal := valueGoal{name: name, about: t, beyond: d.observable(t, cond)}
	others := d.others(t)
	hidden := d.hidden(t, a.cond)
	if hidden == "" {
		hidden = d.hidden(t, goal.beyond)
	}
	switch {
	case hidden != "":
		goal.why = notTestable("it depends on " + hidden + ", which cannot be observed unless " + t.Name + " is taken")
	case len(others) == 0 && t.Receive == nil && mentionsClock(d.system, a.cond):
		goal.why = notTestable(onlyTime(t))
	case len(others) == 0:
		goal.why = notTestable(d.onlyOne(t))
	}
	if goal.excluded = goal.why.Status != ""; !goal.excluded {
		for _, u := range others {
			goal.ways = append(goal.ways, way{u, d.receivedBy(t, u, goal.beyond)})
		}
	}
	d.add(goal)
}

// observable is the condition that another one holds for some choice of t: when another transition is taken, t chooses nothing.
func (d *deriver) observable(t *sts.Transition, cond *term.Term) *term.Term {
	return d.system.Store.Exists(choices(t), cond)
}

// choices are the parameters of a transition that the system chooses.
func choices(t *sts.Transition) []*term.Term {
	var out []*term.Term
	for _, p := range t.Params {
		if p.Kind == sts.Chosen {
			out = append(out, p.Term)
		}
	}
	return out
}

// others are the transitions that may be taken instead of t: those of the same location with the same input, or any of the
// same location if t waits for none.
func (d *deriver) others(t *sts.Transition) []*sts.Transition {
	var out []*sts.Transition
	for _, u := range d.leaving[t.Machine].At(t.From) {
		if u != t && (t.Receive == nil || u.Receive == t.Receive) {
			out = append(out, u)
		}
	}
	return out
}

// onlyOne is the condition that no other transition can be taken where t is not.
func (d *deriver) onlyOne(t *sts.Transition) string {
	place := d.system.Machines[t.Machine].Locations[t.From].Name
	if t.Receive == nil {
		return "no other transition leads on from " + place
	}
	return fmt.Sprintf("no other transition of %s takes %s, so the model does not say what happens then", place, t.Receive.Name)
}

// hidden names a parameter in a condition that has a value only if t is taken: a choice or the result of a function.
func (d *deriver) hidden(t *sts.Transition, cond *term.Term) string {
	for i, p := range t.Params {
		if cond.Mentions(p.Term) && !slices.Contains(t.ReceiveArgs, i) {
			return p.Name
		}
	}
	return ""
}

// receivedBy is a condition of t over the values that another transition receives.
func (d *deriver) receivedBy(t, u *sts.Transition, cond *term.Term) *term.Term {
	if t.Receive == nil {
		return cond
	}
	by := map[*term.Term]*term.Term{}
	for i, p := range t.ReceiveArgs {
		by[t.Params[p].Term] = u.Params[u.ReceiveArgs[i]].Term
	}
	return d.system.Store.Substitute(cond, by)
}

// guardFails is the condition that no choice of the system makes the guard of t true or undefined.
func (d *deriver) guardFails(t *sts.Transition) *term.Term {
	s := d.system.Store
	return s.Not(s.Exists(choices(t), s.Or(t.Guard, s.Not(s.And(sts.Conditions(t.GuardSafety)...)))))
}

// words prints a condition of t with the names that the model has for parameters.
func (d *deriver) words(t *sts.Transition, cond *term.Term) string {
	by := map[*term.Term]*term.Term{}
	for _, p := range t.Params {
		by[p.Term] = d.system.Store.Var(p.Name, p.Sort)
	}
	return d.system.Store.Substitute(cond, by).String()
}

// add adds a goal. Conditions on a variable before and after it was received into read the same, so names may need a number.
func (d *deriver) add(goal valueGoal) {
	if key := goal.key(); key != "" {
		if d.known[key] {
			return
		}
		d.known[key] = true
	}
	if d.named[goal.name]++; d.named[goal.name] > 1 {
		goal.name = fmt.Sprintf("%s (%d)", goal.name, d.named[goal.name])
	}
	d.goals = append(d.goals, goal)
}

// key is the same for goals with the same ways; goals without ways have none.
func (g valueGoal) key() string {
	parts := make([]string, len(g.ways))
	for i, w := range g.ways {
		parts[i] = fmt.Sprint(w.take.ID, ":", w.cond.ID())
	}
	return strings.Join(parts, " ")
}

// inMove is the condition of a way for a move that takes its transition: in a meeting the receiver gets the values of the sender, and clocks
// are read after the delay.
func (w way) inMove(s *sts.System, m *sts.Move) *term.Term {
	if m.Parts[0] == w.take {
		return atInstant(s, m, w.cond)
	}
	by := map[*term.Term]*term.Term{}
	for _, sent := range m.Parts[0].Sends {
		if sent.Channel != w.take.Receive {
			continue
		}
		for i, p := range w.take.ReceiveArgs {
			by[w.take.Params[p].Term] = sent.Args[i]
		}
	}
	return atInstant(s, m, s.Store.Substitute(w.cond, by))
}

// notTestable is the status of a goal that no test can observe.
func notTestable(detail string) result.Why {
	return result.Why{Status: result.NotTestable, Reason: "not testable: " + detail}
}
