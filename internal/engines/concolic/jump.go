package concolic

import (
	"cmp"
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
)

// Following trails from stored configurations.

// possible reports whether a trail can be followed from any state at all: line 6 of Algorithm 2. An undecided query counts as possible.
func (b *backward) possible(ctx context.Context, t *trail.Trail) (bool, error) {
	if len(t.Need) == 0 {
		return true, nil
	}
	answer, err := b.walker.check(ctx, smt.Query{Conjuncts: b.campaign.system.InNormalForm(t.Need)})
	if err == nil && answer.Status == smt.Unknown {
		b.noteOpen(t, answer)
	}
	return answer.Status != smt.Unsat, err
}

// start is a stored run, with the rest of the trail's condition there.
type start struct {
	run  *Run
	left []*term.Term
}

// batch is the number of configurations in one query.
const batch = 16

// from tries to follow a trail from the stored configurations of its first location, lines 8 to 10 of Algorithm 2, and from
// initial configurations. The stored ones that leave the fewest conditions open are tried first.
func (b *backward) from(ctx context.Context, t *trail.Trail) (bool, error) {
	if !b.worth(t) {
		return b.fromInitial(ctx, t)
	}
	size := batch
	if len(t.Calls) > 0 {
		size = 1 // the arguments of calls differ from start to start
	}
	for group := range slices.Chunk(b.starts(t), size) {
		if b.campaign.over(ctx) {
			return false, nil
		}
		if done, err := b.tryGroup(ctx, t, group); done || err != nil {
			return done, err
		}
	}
	return b.fromInitial(ctx, t)
}

// starts returns the stored configurations that do not contradict the trail, one for each different rest of the condition.
func (b *backward) starts(t *trail.Trail) []start {
	residue := b.trails.Residue(t)
	machines := len(t.Control)
	seen, alike := map[*term.Term]bool{}, map[uint64]bool{}
	var out []start
	for _, r := range b.campaign.store.at(t.Control) {
		if r.at.large == nil {
			key := r.at.mix(machines, residue.Slots())
			if alike[key] {
				continue
			}
			alike[key] = true
		}
		left, ok := b.left(residue, r)
		if !ok {
			continue
		}
		if whole := b.campaign.system.Store.And(left...); !whole.IsFalse() && !seen[whole] {
			seen[whole] = true
			out = append(out, start{r, left})
		}
	}
	slices.SortStableFunc(out, func(a, b start) int {
		return cmp.Or(cmp.Compare(len(a.left), len(b.left)), cmp.Compare(a.run.Length, b.run.Length))
	})
	return out
}

// left returns the rest of the condition of a trail at the end of a run. For a configuration that fits words it reads only the slots in the
// condition.
func (b *backward) left(residue *trail.Residue, r *Run) ([]*term.Term, bool) {
	if r.at.large != nil {
		return residue.In(b.campaign.state(r))
	}
	s := b.campaign.system
	values := make([]term.Value, len(residue.Slots()))
	for i, slot := range residue.Slots() {
		values[i] = term.IntValue(r.at.word(len(s.Machines) + slot))
	}
	if residue.Refuted(values) {
		return nil, false
	}
	constants := make([]*term.Term, len(values))
	for i, slot := range residue.Slots() {
		constants[i] = s.Store.Const(s.Slots[slot].Sort, values[i])
	}
	return residue.With(constants, make([]sts.Queue[*term.Term], s.Queues()))
}

// tryGroup decides several starts with one query, and follows the trail from one that the answer fits.
func (b *backward) tryGroup(ctx context.Context, t *trail.Trail, group []start) (bool, error) {
	query := b.groupQuery(t, group)
	answer := smt.Answer{Status: smt.Sat, Model: smt.Model{}}
	if len(query.Conjuncts)+len(query.Calls) > 0 {
		var err error
		if answer, err = b.walker.check(ctx, query); err != nil {
			return false, err
		}
	}
	if answer.Status != smt.Sat {
		b.noteOpen(t, answer)
		return false, nil
	}
	for _, s := range group {
		if !b.fits(s, answer.Model) {
			continue
		}
		if done, err := b.follow(ctx, t, s.run, answer.Model); done || err != nil {
			return done, err
		}
	}
	return false, nil
}

// groupQuery returns the disjunction of the remaining conditions of the starts; a single one stays a conjunction, and includes the calls.
func (b *backward) groupQuery(t *trail.Trail, group []start) smt.Query {
	var query smt.Query
	if len(group) == 1 {
		query.Conjuncts = group[0].left
		if len(t.Calls) > 0 {
			query.Calls = b.callsFrom(t, b.campaign.state(group[0].run))
		}
	} else {
		var ways []*term.Term
		for _, s := range group {
			ways = append(ways, b.campaign.system.Store.And(s.left...))
		}
		query.Conjuncts, _ = term.Conjoin([]*term.Term{b.campaign.system.Store.Or(ways...)})
	}
	query.Values = valuesOf(query)
	return query
}

// callsFrom substitutes a state for the variables in the calls of a trail.
func (b *backward) callsFrom(t *trail.Trail, at *sts.SymbolicState) []smt.Call {
	if len(t.Calls) == 0 {
		return nil
	}
	s, out := b.campaign.system, slices.Clone(t.Calls)
	for i := range out {
		out[i].Args = s.Store.Compile(out[i].Args, s.SlotTerms()).Symbolic(at.Store)
	}
	return out
}

// fits reports whether a model satisfies the remaining condition of a start.
func (b *backward) fits(s start, model smt.Model) bool {
	for _, v := range term.Variables(s.left) {
		if _, ok := model[v]; !ok {
			return false
		}
	}
	return !slices.ContainsFunc(s.left, func(c *term.Term) bool {
		v, err := b.campaign.system.Store.Evaluate(c, model)
		return err == nil && !v.Bool()
	})
}

// noteOpen records why the solver did not decide the target of a trail.
func (b *backward) noteOpen(t *trail.Trail, answer smt.Answer) {
	if answer.Status == smt.Unknown {
		b.open++
	}
	b.walker.noteOpen(t.Target(), answer)
}

// follow makes the steps of a trail with the values of a model. Parameters that are not in the model have default values. If it
// reaches the target, the states on the way are stored: the next target may need one of them.
func (b *backward) follow(ctx context.Context, t *trail.Trail, from *Run, model smt.Model) (bool, error) {
	b.walker.begin(from)
	way := []*Run{from}
	for ; t != nil; t = t.Rest {
		params := run.Values(model, t.Params, run.DefaultParams(t.Move))
		if done, err := b.walker.take(ctx, t.Move, params, b.how()); !done || err != nil {
			return false, err
		}
		if t.Rest == nil && b.campaign.fresh(t.Move) {
			return false, nil
		}
		way = append(way, b.walker.here())
	}
	for _, r := range way {
		b.campaign.store.pass(r)
	}
	return true, nil
}

// fromInitial tries to follow a trail from the initial configurations, if those differ and the difference matters: the solver chooses the
// values of frozen constants and of variables without initial values. Algorithm 2 treats them as inputs that flow in before the first step.
func (b *backward) fromInitial(ctx context.Context, t *trail.Trail) (bool, error) {
	s := b.campaign.system
	if !b.campaign.openStarts || !standsAt(s.Initial(), t.Control) {
		return false, nil
	}
	symbolic, free := s.StartSymbolic()
	left, ok := b.trails.Residue(t).In(&symbolic)
	query := smt.Query{Calls: b.callsFrom(t, &symbolic)}
	if !ok || !mentionsAny(free, left, query.Calls) {
		return false, nil
	}
	if query.Conjuncts, ok = term.Conjoin(left, s.Apply(s.Assume, &symbolic).Conjuncts()); !ok {
		return false, nil
	}
	query.Values = valuesOf(query)
	answer, err := b.walker.check(ctx, query)
	if err != nil || answer.Status != smt.Sat {
		return false, err
	}
	start, err := b.walker.executor.Begin(run.Values(answer.Model, free, b.campaign.store.root.Start))
	if err != nil {
		return false, nil // the solver's values do not satisfy the assumptions: the replay would fail
	}
	return b.follow(ctx, t, b.walker.root(start), answer.Model)
}

// mentionsAny reports whether conditions or calls mention one of some variables; nil stands for none.
func mentionsAny(vars, conditions []*term.Term, calls []smt.Call) bool {
	mentioned := valuesOf(smt.Query{Conjuncts: conditions, Calls: calls})
	return slices.ContainsFunc(vars, func(v *term.Term) bool { return v != nil && slices.Contains(mentioned, v) })
}

// standsAt reports whether machines are at the locations of a control; -1 matches any location.
func standsAt(locations, control []int) bool {
	for i, l := range control {
		if l >= 0 && locations[i] != l {
			return false
		}
	}
	return true
}
