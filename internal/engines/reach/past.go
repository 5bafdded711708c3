package reach

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Goals about all states and steps of a run. Hidden variables of the derived system record what the conditions mention: the number of steps, the
// values of slots after each step, and which transitions each step took. A condition over the past is then one over a state. No step follows the
// last one that a goal is about, so the derived system has finitely many states wherever each step has finitely many outcomes.

// Over is a row of terms over runs of some lengths.
type Over struct {
	Least, Most int // steps
	Terms       func(sts.Past) ([]*term.Term, error)
}

// Past is a goal that the terms over a run meet a condition, which is true or false where the terms are constant.
type Past struct {
	Over *Over
	Cond func(terms []*term.Term) *term.Term
}

// firstMet returns the number of steps after which a run first meets the condition; -1 is never.
func (p *Past) firstMet(s *sts.System, w *run.Witness) (int, error) {
	steps := w.Steps()
	for i := p.Over.Least; i <= p.Over.Most && i < len(steps); i++ {
		terms, err := p.Over.Terms(steps[i].Past(s))
		if err != nil {
			return -1, err
		}
		if p.Cond(terms).IsTrue() {
			return i, nil
		}
	}
	return -1, nil
}

// recorder adds hidden variables that record the past of a run.
type recorder struct {
	system *sts.System // the derived one
	over   *Over
	terms  [][]*term.Term // of over, by the number of steps, from the least on
	slots  []*term.Term   // of the original system
	frozen map[int]bool   // of these

	count     int // the slot with the number of steps
	counted   *term.Term
	before    map[*term.Term]recorded // what is recorded, by the variable that stands for it in the terms
	mentioned []recorded
}

// recorded is what a hidden variable records.
type recorded struct {
	step       int
	slot       int    // whose value after the step is recorded
	transition string // if not empty: whether the step takes it

	hidden int // slot
	term   *term.Term
}

// recorded returns the condition that a run meets a goal about its past.
func (o *observer) recorded(p *Past) (*term.Term, error) {
	if o.recorder == nil {
		var err error
		if o.recorder, err = newRecorder(o.System, p.Over); err != nil {
			return nil, err
		}
	}
	if o.recorder.over != p.Over {
		return nil, errMixed
	}
	store, met := o.System.Store, []*term.Term{}
	for i, terms := range o.recorder.terms {
		met = append(met, store.And(store.Eq(o.recorder.counted, store.Int(int64(p.Over.Least+i))), p.Cond(terms)))
	}
	return store.Or(met...), nil
}

// newRecorder lowers terms for each length of runs, and records what they mention.
func newRecorder(s *sts.System, over *Over) (*recorder, error) {
	r := &recorder{system: s, over: over, slots: s.SlotTerms(), frozen: frozen(s), before: map[*term.Term]recorded{}}
	for n := over.Least; n <= over.Most; n++ {
		terms, err := over.Terms(r.past(n))
		if err != nil {
			return nil, err
		}
		r.terms = append(r.terms, terms)
	}
	r.count, r.counted = s.HideOf("steps taken", term.Range(0, int64(over.Most)))
	by := map[*term.Term]*term.Term{}
	for _, terms := range r.terms {
		for _, v := range term.Variables(terms) {
			what, known := r.before[v]
			if !known || by[v] != nil {
				continue
			}
			what.hidden, what.term = s.HideOf(v.Name(), v.Sort())
			by[v], r.mentioned = what.term, append(r.mentioned, what)
		}
	}
	for _, terms := range r.terms {
		for i, t := range terms {
			terms[i] = s.Store.Substitute(t, by)
		}
	}
	return r, nil
}

// past is the past of a run of some steps, in which variables stand for what will be recorded. The values after the last step are those of the
// slots, but for clocks, which may go on.
func (r *recorder) past(steps int) sts.Past {
	out := sts.Past{Happens: func(step int, transition string) *term.Term {
		return r.variable(fmt.Sprintf("step %d takes %s", step, transition), term.Bool, recorded{step: step, transition: transition})
	}}
	for i := range steps + 1 {
		values := slices.Clone(r.slots)
		for k, slot := range r.system.Slots[:len(r.slots)] {
			if (i < steps || slot.Clock) && !r.frozen[k] {
				values[k] = r.variable(fmt.Sprintf("%s after step %d", slot.Name, i), slot.Term.Sort(), recorded{step: i, slot: k})
			}
		}
		out.Stores = append(out.Stores, values)
	}
	return out
}

func (r *recorder) variable(name string, sort *term.Sort, what recorded) *term.Term {
	v := r.system.Store.Var(name, sort)
	r.before[v] = what
	return v
}

// frozen returns the slots that never change.
func frozen(s *sts.System) map[int]bool {
	out := map[int]bool{}
	for _, v := range s.Vars {
		for i := range v.Type.Size() {
			out[v.First+i] = v.Frozen
		}
	}
	return out
}

// record lets a move record what it takes and what was before it, and end the past after its last step.
func (r *recorder) record(m *sts.Move) {
	store := r.system.Store
	more := store.Lt(r.counted, store.Int(int64(r.over.Most)))
	m.Guard, m.Enabled = store.And(more, m.Guard), store.And(more, m.Enabled)
	var updates []sts.Update
	for _, what := range r.mentioned {
		if value, at := r.value(what, m); value != nil {
			updates = append(updates, sts.Update{Slot: what.hidden, Value: store.Ite(store.Eq(r.counted, store.Int(int64(at))), value, what.term)})
		}
	}
	m.Updates = append(m.Updates, updates...)
	m.Updates = append(m.Updates, sts.Update{Slot: r.count, Value: store.Add(r.counted, store.Int(1))})
}

// value returns what a move records, and before which number of steps; nil if it records nothing. Values are recorded when they are left, since
// initial values may be open; those of clocks when they are reached, since time passes until they are left.
func (r *recorder) value(what recorded, m *sts.Move) (value *term.Term, at int) {
	slot := &r.system.Slots[what.slot]
	switch {
	case what.transition != "":
		if !slices.ContainsFunc(m.Parts, func(t *sts.Transition) bool { return t.IsCalled(what.transition) }) {
			return nil, 0
		}
		return r.system.Store.True(), what.step - 1
	case !slot.Clock:
		return slot.Term, what.step
	case what.step == 0:
		return nil, 0 // clocks begin at the default value
	}
	i := slices.IndexFunc(m.Updates, func(u sts.Update) bool { return u.Slot == what.slot })
	if i < 0 {
		return slot.Term, what.step - 1
	}
	return m.Updates[i].Value, what.step - 1
}
