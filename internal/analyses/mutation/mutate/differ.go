package mutate

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/analyses/mutation/mutant"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Where mutants differ. A run of a mutant is a run of the original up to the first step in which a changed move behaves differently: it is
// possible in one of the two only, or leads to another state, or sends something else, or runs into a model error in one of them only. That is a
// condition on a state of the original and the parameters of the step. The derived system is the original with a watch for each such condition
// of each survivor, and the watches are the goals of one question to the portfolio. If no run takes the watches of a mutant, it is equivalent,
// however many choices the model has. A run to a watch leads the search for a test to a state in which the mutant differs.

// differing is the derived system.
type differing struct {
	*reach.Watches
	querier  *querier
	original *sts.System
	goals    []reach.Goal
	of       []int // by goal: the mutant
}

// askWhereDiffering asks the portfolio about the survivors. It keeps the runs to differences, and notes proofs that there are none.
func (r *runner) askWhereDiffering(ctx context.Context) error {
	original := r.result.Population.Original
	if len(original.Externs) > 0 || original.Queues() > 0 {
		return nil // messages in queues and results of functions are not part of the condition
	}
	shared, cancel := share(ctx, 0.5, 1, 1)
	defer cancel()
	q := r.workers[0].querier(shared)
	d := &differing{Watches: reach.Watch(original), querier: &q, original: original}
	for _, i := range r.survivors() {
		if m := r.result.Population.Mutants[i]; !m.Changes.Start && r.result.Fates[i].Reason != NotRun {
			d.watch(i, m)
		}
	}
	if len(d.goals) == 0 {
		return nil
	}
	d.Link()
	reply, err := reach.Ask(shared, r.questionAbout(d))
	if err != nil {
		if used(ctx, shared) {
			return nil
		}
		return err
	}
	for _, use := range reply.Engines {
		r.uses.note(use)
	}
	r.takeAnswers(d, reply.Answers)
	return nil
}

// questionAbout is the question with its bounds.
func (r *runner) questionAbout(d *differing) reach.Question {
	tree := explore.Options{Depth: explore.DefaultDepth, States: treeStates, Prune: true, PathsOnly: true, NewSolver: r.options.NewSolver, Workers: 1, Seed: r.options.Explore.Seed}
	return reach.Question{System: d.System, Goals: d.goals, NewSolver: r.options.NewSolver, Seed: r.options.Explore.Seed, Memory: r.options.Explore.Memory,
		Proofs: reach.Brief(reach.UsualQueries), States: reach.FewStates, Tree: &tree, AnyProduct: true}
}

// takeAnswers takes over the answers about each mutant: it is equivalent if none of its watches can be taken.
func (r *runner) takeAnswers(d *differing, answers []reach.Answer) {
	how := map[int]string{}
	for k, a := range answers {
		i := d.of[k]
		if _, other := how[i]; !other || how[i] != "" {
			how[i] = a.Why.Reason
		}
		if a.Why.Status != result.Unreachable {
			how[i] = ""
		}
		if a.Run != nil && r.ways[i] == nil {
			r.ways[i] = d.Moves(a.Run)
		}
	}
	for i, reason := range how {
		if reason != "" {
			r.result.Fates[i] = Fate{Status: result.FateEquivalent, Reason: NeverDiffers, Detail: reason}
		}
	}
}

// watch adds the watches of a mutant.
func (d *differing) watch(i int, m *mutant.Mutant) {
	for _, move := range d.original.Moves() {
		if m.Changes.Original[move.Name] != move {
			continue
		}
		if other := m.Changes.Mutant[move.Name]; other != nil && sameShape(d.original, m.System, move, other) {
			d.add(i, d.original, move, d.differ(m.System, move, other))
			continue
		}
		d.add(i, d.original, move, d.happens(d.original, move))
	}
	for _, other := range m.System.Moves() {
		if m.Changes.Mutant[other.Name] != other {
			continue
		}
		if move := m.Changes.Original[other.Name]; move == nil || !sameShape(d.original, m.System, move, other) {
			d.add(i, m.System, other, d.happens(m.System, other))
		}
	}
}

// add watches a condition where a move can be taken. It is at a location of one machine, wherever the others are.
func (d *differing) add(i int, s *sts.System, m *sts.Move, cond *term.Term) {
	var params []sts.Param
	for _, v := range cond.Vars() {
		if !slices.Contains(d.original.SlotTerms(), v) {
			params = append(params, sts.Param{Name: v.Name(), Kind: sts.Chosen, Sort: v.Sort(), Term: v})
		}
	}
	machine := m.Parts[0].Machine
	d.goals, d.of = append(d.goals, reach.Goal{Transition: d.Add(machine, d.locationOf(s, m), params, cond)}), append(d.of, i)
}

// locationOf is the location of the original in which the first machine of a move begins.
func (d *differing) locationOf(s *sts.System, m *sts.Move) int {
	machine := m.Parts[0].Machine
	name := s.Machines[machine].Locations[m.Parts[0].From].Name
	return slices.IndexFunc(d.original.Machines[machine].Locations, func(l sts.Location) bool { return l.Name == name })
}

// state is a state with any values, in which the machines of a move are where it begins.
func (d *differing) state(m *sts.Move) *sts.SymbolicState {
	out := &sts.SymbolicState{Locations: make([]int, len(d.original.Machines)), Store: d.original.SlotTerms()}
	for _, t := range m.Parts {
		out.Locations[t.Machine] = t.From
	}
	return out
}

// happens is the condition under which a move is taken, or runs into a model error.
func (d *differing) happens(s *sts.System, m *sts.Move) *term.Term {
	t := take(s, m, d.state(m), 0, nil, unmarked)
	return s.Store.Or(s.Store.And(t.cond...), t.fails(s.Store))
}

// differ is the condition under which a move behaves otherwise in the mutant, for the same input and the same choices.
func (d *differing) differ(mutant *sts.System, m, other *sts.Move) *term.Term {
	state, received := d.state(m), payload(d.querier.store, m.Input, 0)
	twin := *state
	twin.Locations, _ = joint.Translate(d.original, mutant, state.Locations)
	first, second := take(d.original, m, state, 0, received, unmarked), take(mutant, other, &twin, 0, received, unmarked)
	var ways []*term.Term
	for _, way := range differences(&first, &second) {
		ways = append(ways, d.querier.store.And(way...))
	}
	return d.querier.store.Or(ways...)
}
