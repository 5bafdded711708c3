package concolic

import (
	"cmp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// jumper asks whether a trail can be followed from stored configurations, and follows it. It belongs to the walker's goroutine.
type jumper struct {
	*walker
	back *backward
	open int // questions about the current target that the solver left open

	openStart bool // some variable may start with any value
}

// maxOpen is how many open questions a target is worth: each may have taken as long as the solver is given.
const maxOpen = 3

func (w *walker) newJumper() *jumper {
	open := slices.ContainsFunc(w.system.Slots, func(s sts.Slot) bool { return s.Init == nil })
	return &jumper{walker: w, back: newBackward(w.campaign), openStart: open}
}

// possible asks whether a trail can be followed from any state at all: line 6 of Algorithm 2. What the solver leaves open
// counts as possible.
func (j *jumper) possible(t *trail) (bool, error) {
	if len(t.need) == 0 {
		return true, nil
	}
	answer, err := j.check(smt.Query{Conjuncts: t.need})
	if err == nil && answer.Status == smt.Unknown {
		j.noteTarget(t, answer)
	}
	return answer.Status != smt.Unsat, err
}

// start is a stored run, with what is left of the trail's condition there.
type start struct {
	run  *Run
	left []*term.Term
}

// batch is how many configurations are asked about in one question.
const batch = 16

// from tries to follow a trail from the stored configurations of its first location: lines 8 to 10 of Algorithm 2. Those that
// leave the least open are tried first.
func (j *jumper) from(t *trail, how string) (bool, error) {
	starts := j.starts(t)
	size := batch
	if len(t.calls) > 0 {
		size = 1 // the arguments of calls differ from start to start
	}
	for group := range slices.Chunk(starts, size) {
		if j.over() {
			return false, nil
		}
		done, err := j.tryGroup(t, group, how)
		if done || err != nil {
			return done, err
		}
	}
	return j.fromInitial(t, how)
}

// starts lists the stored configurations that do not contradict the trail, each condition once.
func (j *jumper) starts(t *trail) []start {
	terms := t.need[:len(t.need):len(t.need)]
	for _, m := range t.messages {
		terms = append(terms, m.items...)
	}
	slots := j.depends.slotsIn(terms)
	inputs := make([]*term.Term, len(slots))
	for i, slot := range slots {
		inputs[i] = j.system.Slots[slot].Term
	}
	program := j.system.Store.Compile(terms, inputs)
	seen := map[*term.Term]bool{}
	var out []start
	for _, r := range j.store.at(t.control) {
		left, ok := j.leftIn(t, r, program.Symbolic(j.constants(r, slots)))
		if !ok {
			continue
		}
		if whole := j.system.Store.And(left...); !whole.IsFalse() && !seen[whole] {
			seen[whole] = true
			out = append(out, start{r, left})
		}
	}
	slices.SortStableFunc(out, func(a, b start) int {
		return cmp.Or(cmp.Compare(len(a.left), len(b.left)), cmp.Compare(a.run.Length, b.run.Length))
	})
	return out
}

// leftIn is what is left of the condition of a trail in a configuration; terms are its needs and then the items of its messages
// there. It is false if the configuration contradicts the trail.
func (j *jumper) leftIn(t *trail, r *Run, terms []*term.Term) ([]*term.Term, bool) {
	needs, items := terms[:len(t.need)], terms[len(t.need):]
	messages := slices.Clone(t.messages)
	for i := range messages {
		n := len(messages[i].items)
		messages[i].items, items = items[:n], items[n:]
	}
	delivered, ok := deliver(j.system.Store, j.waitingIn(r), messages)
	if !ok {
		return nil, false
	}
	return term.Conjoin(needs, delivered)
}

// constants are the values of some slots of a configuration as terms.
func (j *jumper) constants(r *Run, slots []int) []*term.Term {
	out := make([]*term.Term, len(slots))
	words := r.Config.Words[len(j.system.Machines):]
	for i, slot := range slots {
		value := term.IntValue(words[slot])
		if r.Config.Large != nil {
			value = r.Config.Large.Values[slot]
		}
		out[i] = j.system.Store.Const(j.system.Slots[slot].Sort, value)
	}
	return out
}

// tryGroup asks about several starts in one question, and follows the trail from one that the answer fits.
func (j *jumper) tryGroup(t *trail, group []start, how string) (bool, error) {
	query := j.groupQuery(t, group)
	answer := smt.Answer{Status: smt.Sat, Model: smt.Model{}}
	if len(query.Conjuncts)+len(query.Calls) > 0 {
		var err error
		if answer, err = j.check(query); err != nil {
			return false, err
		}
	}
	if answer.Status != smt.Sat {
		j.noteTarget(t, answer)
		return false, nil
	}
	for _, s := range group {
		if !j.fits(s, answer.Model) {
			continue
		}
		if done, err := j.follow(t, s.run, answer.Model, how); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// groupQuery is the disjunction of what the starts leave open; a single one stays a conjunction, and has the calls.
func (j *jumper) groupQuery(t *trail, group []start) smt.Query {
	var query smt.Query
	if len(group) == 1 {
		query.Conjuncts = group[0].left
		query.Calls = j.callsFrom(t, group[0].run)
	} else {
		var ways []*term.Term
		for _, s := range group {
			ways = append(ways, j.system.Store.And(s.left...))
		}
		query.Conjuncts, _ = term.Conjoin([]*term.Term{j.system.Store.Or(ways...)})
	}
	query.Values = term.Variables(query.Conjuncts)
	for _, c := range query.Calls {
		query.Values = append(query.Values, term.Variables(c.Results, c.Args)...)
	}
	return query
}

// callsFrom puts a configuration in the place of the variables in the calls of a trail.
func (j *jumper) callsFrom(t *trail, r *Run) []smt.Call {
	if len(t.calls) == 0 {
		return nil
	}
	all := make([]int, len(j.system.Slots))
	for i := range all {
		all[i] = i
	}
	constants := j.constants(r, all)
	var out []smt.Call
	for _, c := range t.calls {
		c.Args = j.system.Store.Compile(c.Args, j.system.SlotTerms()).Symbolic(constants)
		out = append(out, c)
	}
	return out
}

// fits tells whether a model satisfies what a start leaves open.
func (j *jumper) fits(s start, model smt.Model) bool {
	values := map[*term.Term]term.Value{}
	for _, v := range term.Variables(s.left) {
		value, ok := model[v]
		if !ok {
			return false
		}
		values[v] = value
	}
	for _, c := range s.left {
		if v, err := j.system.Store.Evaluate(c, values); err == nil && !v.Bool() {
			return false
		}
	}
	return true
}

// noteTarget keeps why the solver left the target of a trail open.
func (j *jumper) noteTarget(t *trail, answer smt.Answer) {
	if answer.Status == smt.Unknown {
		j.open++
	}
	for t.rest != nil {
		t = t.rest
	}
	j.noteOpen(t.move, answer)
}

// follow makes the steps of a trail with the values of a model. What the model leaves open takes its default.
func (j *jumper) follow(t *trail, from *Run, model smt.Model, how string) (bool, error) {
	j.begin(from)
	for ; t != nil; t = t.rest {
		params := j.defaults(t.move)
		setKnown(params, t.params, model)
		if done, err := j.take(t.move, params, how); !done || err != nil {
			return false, err
		}
		if t.rest == nil {
			return !j.fresh(t.move), nil
		}
	}
	return false, nil
}

// fromInitial tries to follow a trail from the initial configurations, if those differ: variables without initial values are
// left to the solver.
func (j *jumper) fromInitial(t *trail, how string) (bool, error) {
	if !j.openStart || !startsThere(j.system.Initial(), t.control) || len(t.calls)+len(t.messages) > 0 {
		return false, nil
	}
	symbolic, free := j.system.StartSymbolic()
	terms := j.system.Store.Compile(append(t.need[:len(t.need):len(t.need)], j.system.Assume), j.system.SlotTerms()).Symbolic(symbolic.Store)
	left, ok := term.Conjoin(terms)
	if !ok {
		return false, nil
	}
	answer, err := j.check(smt.Query{Conjuncts: left, Values: term.Variables(left)})
	if err != nil || answer.Status != smt.Sat {
		return false, err
	}
	values := append([]term.Value(nil), j.store.root.Start...)
	setKnown(values, free, answer.Model)
	root, err := j.rootFrom(values)
	if err != nil {
		return false, nil // the solver's values do not meet the assumptions: the replay would say so
	}
	return j.follow(t, root, answer.Model, how)
}

func startsThere(locations, control []int) bool {
	for i, l := range control {
		if l >= 0 && locations[i] != l {
			return false
		}
	}
	return true
}

// movesOf lists the moves that take a transition.
func (c *campaign) movesOf(t *sts.Transition) []*sts.Move {
	var out []*sts.Move
	for _, m := range c.system.Moves() {
		for _, part := range m.Parts {
			if part == t {
				out = append(out, m)
			}
		}
	}
	return out
}
