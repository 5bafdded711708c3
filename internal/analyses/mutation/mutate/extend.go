package mutate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
)

// Tests for the survivors.

// batch is how many survivors are searched at once, whatever the number of workers: the tests found for them are tried on
// those that follow.
const batch = 8

// extend looks for tests that kill the survivors.
func (r *runner) extend(ctx context.Context) error {
	if err := r.inBatches(ctx, 0.8, 0, r.unfinished(), (*worker).distinguish); err != nil {
		return err
	}
	if err := r.askWhereDiffering(ctx); err != nil {
		return err
	}
	led := slices.DeleteFunc(r.survivors(), func(i int) bool { return r.ways[i] == nil })
	if err := r.inBatches(ctx, 0.8, 0, led, (*worker).distinguish); err != nil {
		return err
	}
	if err := r.tryAdded(ctx); err != nil {
		return err
	}
	shared, cancel := share(ctx, 0.7, 1, 1)
	defer cancel()
	err := r.thin(shared)
	if used(ctx, shared) {
		return nil // the suite stays longer than necessary
	}
	return err
}

// unfinished returns the survivors for which no search was completed.
func (r *runner) unfinished() []int {
	return slices.DeleteFunc(r.survivors(), func(i int) bool { return r.result.Fates[i].Reason == NoDifference && !r.result.Fates[i].Late })
}

// tryAdded runs the tests that were added against the survivors for which there was no time: those that were found after their turn, or
// while it was not theirs.
func (r *runner) tryAdded(ctx context.Context) error {
	late := slices.DeleteFunc(r.survivors(), func(i int) bool { return !r.result.Fates[i].Late })
	return r.phase(ctx, 0.5, late, func(ctx context.Context, w *worker, i int) error {
		fate, err := w.runSuite(ctx, i, r.result.Added, true)
		if err == nil && fate.Status == result.FateKilled {
			r.result.Fates[i] = fate
		}
		return err
	})
}

// inBatches lets find look for a test against each survivor. Tests found before the time is up count.
func (r *runner) inBatches(ctx context.Context, part float64, most time.Duration, left []int, find func(w *worker, ctx context.Context, i int) ([]sut.Message, error)) error {
	limited, cancel := share(ctx, part, 1, 1)
	defer cancel()
	for len(left) > 0 {
		n := min(batch, len(left))
		tests := make([][]sut.Message, len(r.result.Fates))
		err := r.within(ctx, limited, left[:n], len(left), most, func(ctx context.Context, w *worker, i int) (err error) {
			tests[i], err = find(w, ctx, i)
			return err
		})
		if err == nil {
			err = r.merge(limited, left[:n], tests)
		}
		if limited.Err() != nil {
			r.keep(left[:n], tests)
		}
		if err != nil && !used(ctx, limited) {
			return err
		}
		left = left[n:]
	}
	return nil
}

// keep adds the tests that were found for some mutants without trying them on others, when there is no time for that.
func (r *runner) keep(mutants []int, tests [][]sut.Message) {
	for _, i := range mutants {
		if tests[i] != nil && r.result.Fates[i].Status != result.FateKilled {
			t := Test{Name: r.nextName(), Inputs: tests[i]}
			r.result.Added = append(r.result.Added, t)
			r.result.Fates[i] = Fate{Status: result.FateKilled, Test: t.Name, Added: true, Detail: "the test was found when the time was up"}
		}
	}
}

// nextName is the name of the next test that is added, until rename.
func (r *runner) nextName() string { return fmt.Sprintf("added %d", len(r.result.Added)+1) }

// merge adds the tests that were found for some mutants, in order, unless one added before kills the mutant too.
func (r *runner) merge(ctx context.Context, mutants []int, tests [][]sut.Message) error {
	w := r.workers[0]
	for _, i := range mutants {
		if tests[i] == nil {
			continue
		}
		t := Test{Name: r.nextName(), Inputs: tests[i]}
		fate, err := w.runSuite(ctx, i, append(slices.Clone(r.result.Added), t), true)
		if err != nil {
			return err
		}
		if r.result.Fates[i] = fate; fate.Test != t.Name {
			continue
		}
		if t.Run, err = w.bench.run(ctx, t.Inputs); err != nil && !errors.Is(err, term.ErrUndecided) {
			return err
		}
		r.result.Added = append(r.result.Added, t)
	}
	return nil
}

// thin drops added tests whose mutants the others kill too, oldest first, since later tests are longer.
func (r *runner) thin(ctx context.Context) (err error) {
	for i := 0; i < len(r.result.Added); {
		others, fates, needed := slices.Concat(r.result.Added[:i], r.result.Added[i+1:]), slices.Clone(r.result.Fates), false
		for k, f := range fates {
			if f.Test != r.result.Added[i].Name || needed {
				continue
			}
			if fates[k], err = r.workers[0].runSuite(ctx, k, others, true); err != nil {
				return err
			}
			needed = fates[k].Status != result.FateKilled
		}
		if needed {
			i++
		} else {
			r.result.Added, r.result.Fates = others, fates
		}
	}
	return nil
}

// rename numbers the added tests after those of the suite.
func (r *runner) rename() {
	names := map[string]string{}
	for i := range r.result.Added {
		name := fmt.Sprintf("test-%02d", r.given+i+1)
		names[r.result.Added[i].Name] = name
		r.result.Added[i].Name = name
	}
	for i := range r.result.Fates {
		if f := &r.result.Fates[i]; f.Added {
			f.Test = names[f.Test]
		}
	}
}

// distinguish finds a test that kills a mutant, or nil: it is killed by a test that was added before, or none was found.
func (w *worker) distinguish(ctx context.Context, i int) ([]sut.Message, error) {
	fate := &w.result.Fates[i]
	again, err := w.runSuite(ctx, i, w.result.Added, true)
	if err != nil {
		return nil, err
	}
	if again.Status == result.FateKilled || again.Reason == NotRun {
		*fate = again
		return nil, nil
	}
	world, err := w.worldOf(ctx, i)
	if err != nil {
		return nil, err
	}
	var found []sut.Message
	p, q := w.result.Population, w.querier(ctx)
	s := &search{querier: &q, original: p.Original, mutant: p.Mutants[i]}
	s.try = func(inputs []sut.Message, plan *joint.Difference) (bool, error) {
		world.plan = plan
		k, err := w.bench.kills(ctx, world, inputs)
		if err != nil || k == nil {
			return false, err
		}
		if found, err = w.confirmed(ctx, world, k, inputs); found != nil {
			w.plans[i] = plan
		}
		return found != nil, err
	}
	undecided := 0 // in the atlas
	if way := w.ways[i]; way != nil {
		w.lead(s, way)
	} else {
		w.follow(s, i)
		undecided = w.look(s)
		if fate.Late = false; fate.Reason == NoDifference { // the search is done again
			*fate = Fate{Obstacle: fate.Obstacle, Doubt: fate.Doubt}
		}
	}
	*fate = Fate{Status: result.FateUndecided, Reason: NoDifference, Pairs: fate.Pairs + s.pairs, Tries: fate.Tries + s.tries, Obstacle: fate.Obstacle,
		Undecided: fate.Undecided + q.undecided + undecided, Doubt: cmp.Or(q.doubt, fate.Doubt), Tables: fate.Tables + q.tables, Late: fate.Late}
	return found, q.err
}

// follow tries the runs that the enumeration of joint states proposes.
func (w *worker) follow(s *search, i int) {
	for _, idea := range w.ideas[i] {
		if s.over() {
			break
		}
		s.attempt(messages(idea.Inputs), &idea)
	}
	if s.found {
		w.uses.note(result.EngineUse{Engine: result.StatesEngine, Decided: 1}) // the question was counted
	}
}

// lead searches for a test from the end of a path to a state in which the mutant differs.
func (w *worker) lead(s *search, way []*sts.Move) {
	before := w.solver.Stats()
	for _, s.mark = range marks(s.original) {
		p := s.first()
		for _, m := range way {
			if p = s.inStep(p, m, false); p == nil {
				break
			}
		}
		if p == nil || s.over() || s.run([]*pair{p}) {
			break
		}
	}
	use := w.asked(result.TreeEngine, s.found, before)
	use.States = s.pairs
	w.uses.note(use)
}

// look searches for a test from the trees and the atlas. It returns the number of undecided queries in the atlas.
func (w *worker) look(s *search) (undecided int) {
	if s.over() {
		return 0
	}
	before := w.solver.Stats()
	for _, s.mark = range marks(s.original) {
		if s.over() {
			break
		}
		s.everywhere(w.trees, func() (places []*place) {
			places, undecided = w.roam(s.querier)
			return places
		})
	}
	use := w.asked(result.TreeEngine, s.found, before)
	use.States = s.pairs
	w.uses.note(use)
	return undecided
}

// messages returns inputs as messages.
func messages(inputs []joint.Input) []sut.Message {
	out := make([]sut.Message, len(inputs))
	for i, in := range inputs {
		out[i] = sut.Message{Channel: in.Channel, Values: in.Values}
	}
	return out
}

// marks are the ways to treat choices: the same on both sides, and then independent on each side, if there are any.
func marks(s *sts.System) []string {
	chosen := func(p sts.Param) bool { return p.Kind == sts.Chosen }
	if slices.ContainsFunc(s.Moves(), func(m *sts.Move) bool { return slices.ContainsFunc(m.Params, chosen) }) {
		return []string{markResults, markChoices}
	}
	return []string{markResults}
}

// everywhere searches from the states of the trees, then from those of the atlas, and then by pumping if no difference was found. If the
// mutant has other initial states than the original, it searches from the start.
func (s *search) everywhere(trees []*explore.Tree, places func() []*place) {
	if s.mutant.Changes.Start {
		s.alike, s.queue = map[string]int{}, []*pair{s.first()}
		s.goOn()
		return
	}
	for _, tree := range trees {
		if s.over() || s.run(slices.DeleteFunc(s.cleanStates(tree), func(p *pair) bool { return !s.changedHere(p) })) {
			return
		}
	}
	if s.over() || s.run(s.along(places())) || s.pairs > 0 {
		return
	}
	s.pump(s.cleanStates(trees[len(trees)-1]))
}

// maxShrunk is the maximum length of a test that is shrunk. Longer ones come from pumping, and every repetition is needed.
const maxShrunk = 60

// confirmed returns a killing test, shrunk, which the original passes; nil if the original fails it. A test may have no inputs.
func (w *worker) confirmed(ctx context.Context, mutant *world, k *kill, inputs []sut.Message) ([]sut.Message, error) {
	short := inputs
	if len(inputs) <= maxShrunk {
		var err error
		if short, err = w.bench.judge.Shrink(ctx, k.system, inputs); err != nil {
			return nil, err
		}
	}
	for _, candidate := range [][]sut.Message{append([]sut.Message{}, short...), append([]sut.Message{}, inputs...)} {
		ok, err := w.bench.sound(ctx, candidate)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		if k, err := w.bench.kills(ctx, mutant, candidate); err != nil || k != nil {
			return candidate, err
		}
	}
	return nil, nil
}
