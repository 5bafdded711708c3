package reach

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Goals about more than one step. A purpose, or a pair of transitions, is observed: hidden Boolean variables of a derived system remember
// how far a run has come, its moves update them, and a watch can be taken where they show that the goal is met. The engines are asked
// about the watches, so all of them serve such goals. A run to a watch is taken again in the system of the question, without hidden
// variables, and the goal is checked on it by run.FirstMeets, which shares nothing with the derived system.

// Pair is a goal that one machine takes two transitions one after the other.
type Pair struct{ First, Second *sts.Transition }

// isObserved reports whether the goal is about more than a step.
func (g Goal) isObserved() bool { return g.Purpose != nil || g.Pair != nil || g.Past != nil }

// firstMet returns after how many steps a run first meets a goal that is a purpose or a pair; -1 is never.
func (g Goal) firstMet(s *sts.System, w *run.Witness, executor *run.Executor) (int, error) {
	switch {
	case g.Pair != nil:
		return run.FirstPair(g.Pair.First, g.Pair.Second, w), nil
	case g.Past != nil:
		return g.Past.firstMet(s, w)
	}
	return run.FirstMeets(g.Purpose, w, executor.Holds)
}

// observer is a system with hidden variables and watches for goals.
type observer struct {
	*Watches
	last     map[*sts.Transition]*term.Term // by first transition of a pair: it was the last of its machine
	updates  []func(taken taken) []sts.Update
	recorder *recorder // of goals about the past; nil without them
}

// taken reports whether a move takes a transition of the original system.
type taken func(*sts.Transition) bool

// errMixed is the error of a question that mixes goals about several steps, or about whole runs, with others; no analysis asks one.
var errMixed = errors.New("purposes and pairs are asked about without other goals, and so is the past")

// askObserved asks about the watches of a derived system.
func askObserved(ctx context.Context, q Question) (*Reply, error) {
	o := &observer{Watches: Watch(q.System), last: map[*sts.Transition]*term.Term{}}
	derived := q
	derived.Goals = make([]Goal, len(q.Goals))
	for i, g := range q.Goals {
		if !g.isObserved() || (g.Past != nil) != (q.Goals[0].Past != nil) {
			return nil, errMixed
		}
		watch, err := o.observe(g)
		if err != nil {
			return nil, err
		}
		derived.Goals[i].Transition = watch
	}
	o.Link()
	o.update()
	derived.System = o.System
	reply, err := Ask(ctx, derived)
	if err != nil {
		return nil, err
	}
	for i, g := range q.Goals {
		a := &reply.Answers[i]
		a.Goal = g
		if err := o.settle(ctx, a, q); err != nil {
			return nil, err
		}
	}
	return reply, nil
}

// settle takes the run to a watch in the original system, and cuts it where it meets the goal. One that cannot be taken there, as where time
// passed before a watch, or that does not meet the goal leaves it open.
func (o *observer) settle(ctx context.Context, a *Answer, q Question) error {
	if a.Run == nil {
		return nil
	}
	met := -1
	err := o.replay(ctx, a.Run, q.NewSolver, func(w *run.Witness, executor *run.Executor) (err error) {
		if met, err = a.Goal.firstMet(o.original, w, executor); met >= 0 {
			a.Run = w.Steps()[met]
		}
		return err
	})
	if err == nil && met >= 0 {
		return nil
	}
	*a = Answer{Goal: a.Goal, Why: result.Why{Status: result.Unknown, Reason: "a run that was found does not meet it"}}
	return ctx.Err()
}

// observe adds what a goal takes, and returns its watch.
func (o *observer) observe(g Goal) (*sts.Transition, error) {
	p := g.Purpose
	switch {
	case g.Past != nil:
		met, err := o.recorded(g.Past)
		return o.Anywhere(met), err
	case g.Pair != nil:
		return o.Anywhere(o.follow(g.Pair)), nil
	case p.Kind == sts.ReachLocation:
		return o.Add(p.Machine, p.Location, nil, p.Cond), nil
	case p.Kind == sts.ReachTransitions:
		return o.Anywhere(o.fired(p.Transitions)), nil
	}
	return o.Anywhere(o.sequence(p)), nil
}

// update lets the moves update the hidden variables. Their parts cannot do so, since a move with several is one step.
func (o *observer) update() {
	for _, m := range o.System.Moves() {
		if m.Parts[0].Watch {
			continue
		}
		takes := func(t *sts.Transition) bool { return slices.Contains(m.Parts, o.copyOf(t)) }
		m.Updates = slices.Clip(m.Updates)
		for _, updates := range o.updates {
			m.Updates = append(m.Updates, updates(takes)...)
		}
		if o.recorder != nil {
			o.recorder.record(m)
		}
	}
}

// hide adds a hidden variable with its value after a move, which may be nil if the move leaves it as it is.
func (o *observer) hide(name string, after func(before *term.Term, takes taken) *term.Term) *term.Term {
	slot, variable := o.System.Hide(name)
	o.updates = append(o.updates, func(takes taken) []sts.Update {
		if value := after(variable, takes); value != nil {
			return []sts.Update{{Slot: slot, Value: value}}
		}
		return nil
	})
	return variable
}

// follow returns the condition that a pair was taken.
func (o *observer) follow(p *Pair) *term.Term {
	last := o.lastWas(p.First)
	return o.hide("taken "+p.First.Name+" then "+p.Second.Name, func(before *term.Term, takes taken) *term.Term {
		if !takes(p.Second) {
			return nil
		}
		return o.System.Store.Or(before, last)
	})
}

// lastWas returns the variable that is true while a transition is the last of its machine.
func (o *observer) lastWas(t *sts.Transition) *term.Term {
	if o.last[t] == nil {
		o.last[t] = o.hide("last "+t.Name, func(_ *term.Term, takes taken) *term.Term {
			if !slices.ContainsFunc(o.original.Machines[t.Machine].Transitions, takes) {
				return nil
			}
			return o.System.Store.Truth(takes(t))
		})
	}
	return o.last[t]
}

// fired returns the condition that all of some transitions have been taken.
func (o *observer) fired(transitions []*sts.Transition) *term.Term {
	var all []*term.Term
	for _, t := range transitions {
		all = append(all, o.hide("taken "+t.Name, func(_ *term.Term, takes taken) *term.Term {
			if !takes(t) {
				return nil
			}
			return o.System.Store.True()
		}))
	}
	return o.System.Store.And(all...)
}

// sequence returns the condition that a run has taken a sequence. There is a variable for each of its beginnings, which is true if the run so far
// ends with it, as in Purpose.Advance: it is prolonged by the transition that comes next, and stays while a gap is passed.
func (o *observer) sequence(p *sts.Purpose) *term.Term {
	store, wanted := o.System.Store, p.Transitions
	for len(wanted) > 0 && wanted[0] == nil { // it may begin anywhere
		wanted = wanted[1:]
	}
	ends, slots := []*term.Term{store.True()}, []int{-1} // by length of the beginning
	for i := range wanted {
		slot, end := o.System.Hide(fmt.Sprintf("taken %d of %s", i+1, p.Name))
		ends, slots = append(ends, end), append(slots, slot)
	}
	o.updates = append(o.updates, func(takes taken) []sts.Update {
		var out []sts.Update
		after := store.True()
		for i, next := range wanted {
			var ways []*term.Term
			switch {
			case next == nil:
				ways = append(ways, after)
			case takes(next):
				ways = append(ways, ends[i])
			}
			if i+1 == len(wanted) || wanted[i+1] == nil {
				ways = append(ways, ends[i+1])
			}
			after = store.Or(ways...)
			out = append(out, sts.Update{Slot: slots[i+1], Value: after})
		}
		return out
	})
	return ends[len(wanted)]
}
