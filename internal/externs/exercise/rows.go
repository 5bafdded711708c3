package exercise

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// Rows of a test: few inputs that distinguish correct functions from wrong ones. The solver proposes inputs (see rows_source.go), each with a
// right result. Then wrong answers are generated: constants, the right result with one number changed or two exchanged, an argument, the
// right result for other arguments. A row is good if the contract excludes many of them, and best if it leaves one result only, since then
// every deviation shows. Rows are chosen one by one, each for the wrong answers that the rows before exclude least.

// candidate is an input that may become a row.
type candidate struct {
	args, right []term.Value
	unique      bool            // right is the only result that the contract allows
	excludes    map[string]bool // names of wrong answers, and of the reasons why the input was proposed
}

// The limits of the choice of rows.
const (
	maxCandidates = 160
	maxConstants  = 8 // right results of other inputs that are tried as constant answers
)

// Rows chooses inputs for a test without a search of its own: at most options.Inputs, as far as they are found within the time
// limit.
func Rows(ctx context.Context, c *contract.Checker, x *sts.Extern, k *sts.Contract, options Options) ([][]term.Value, error) {
	options = options.withDefaults()
	limited, cancel := crowd.WithTimeout(ctx, options.Limit)
	defer cancel()
	e, err := newExerciser(limited, c, x, contract.Duty{Contract: *k}, nil, options)
	if err != nil {
		return nil, err
	}
	pool := newPool(e)
	for i := range e.behaviors {
		if err := pool.fill(limited, i, true); err != nil && !contract.RanOut(ctx, limited) {
			return nil, err
		}
	}
	if err := e.exclude(limited, pool.list); err != nil && !contract.RanOut(ctx, limited) {
		return nil, err
	}
	return choose(pool.list, options.Inputs), nil
}

// distinguishing returns half of the inputs of an exercise, chosen as for a test, in a part of the time.
func (e *exerciser) distinguishing(ctx context.Context, i int) arguments {
	return func(yield func([]term.Value, error) bool) {
		limited, cancel := crowd.WithTimeout(ctx, e.options.Limit/4)
		defer cancel()
		pool := newPool(e)
		err := pool.fill(limited, i, false)
		if err == nil {
			err = e.exclude(limited, pool.list)
		}
		if err != nil && !contract.RanOut(ctx, limited) {
			yield(nil, err)
			return
		}
		for _, args := range choose(pool.list, e.options.Inputs/2) {
			if e.isNew(args) && !yield(args, nil) {
				return
			}
		}
	}
}

// pool has the inputs among which rows are chosen.
type pool struct {
	*exerciser
	list  []*candidate
	byKey map[string]*candidate
}

func newPool(e *exerciser) *pool { return &pool{exerciser: e, byKey: map[string]*candidate{}} }

// fill adds what the sources propose for one behaviour.
func (p *pool) fill(ctx context.Context, i int, edges bool) error {
	wanted := len(p.list) + maxCandidates
	for proposed, err := range p.proposals(ctx, i, edges) {
		if err == nil {
			err = p.add(ctx, proposed)
		}
		if err != nil || len(p.list) == wanted {
			return err
		}
	}
	return nil
}

// add adds an input that has a right result, or another reason for one that is known.
func (p *pool) add(ctx context.Context, proposed proposal) error {
	key := table.Key(p.extern, proposed.args)
	if known, seen := p.byKey[key]; seen {
		if known != nil {
			known.excludes[proposed.why] = true
		}
		return nil
	}
	n, err := p.candidate(ctx, proposed)
	if p.byKey[key] = n; n != nil && err == nil {
		p.list = append(p.list, n)
	}
	return err
}

// candidate adds the right result to a proposal; nil if none is known.
func (e *exerciser) candidate(ctx context.Context, p proposal) (*candidate, error) {
	right, err := e.right(ctx, p.args, nil)
	if right == nil || err != nil {
		return nil, err
	}
	other, err := e.right(ctx, p.args, e.different(right))
	return &candidate{args: p.args, right: right, unique: other == nil, excludes: map[string]bool{p.why: true}}, err
}

// right returns a result that the contract allows for an input, and that satisfies a condition if one is given; nil if the
// solver finds none.
func (e *exerciser) right(ctx context.Context, args []term.Value, condition *term.Term) ([]term.Value, error) {
	by := map[*term.Term]*term.Term{}
	for i, v := range e.extern.Inputs {
		by[v] = e.store.Const(v.Sort(), args[i])
	}
	conjuncts := slices.Clone(e.store.Substitute(e.promise(), by).Conjuncts())
	if condition != nil {
		conjuncts = append(conjuncts, e.store.Substitute(condition, by))
	}
	if slices.ContainsFunc(conjuncts, (*term.Term).IsFalse) {
		return nil, nil
	}
	answer, err := e.checker.Solver.Check(ctx, smt.Query{Conjuncts: e.checker.System.InNormalForm(conjuncts), Values: e.extern.Output, Timeout: inputLimit})
	if err != nil || answer.Status != smt.Sat {
		return nil, err
	}
	return contract.ValuesOf(e.extern.Output, answer.Model), nil
}

// different is the condition that the result is another one.
func (e *exerciser) different(output []term.Value) *term.Term {
	parts := make([]*term.Term, len(output))
	for i, v := range e.extern.Output {
		parts[i] = e.store.Not(e.store.Eq(v, e.store.Const(v.Sort(), output[i])))
	}
	return e.store.Or(parts...)
}

// exclude determines which wrong answers the contract excludes for each candidate.
func (e *exerciser) exclude(ctx context.Context, pool []*candidate) error {
	constants := map[string][]term.Value{}
	for _, n := range pool {
		if key := fmt.Sprint(n.right); len(constants) < maxConstants {
			constants[key] = n.right
		}
	}
	for i, n := range pool {
		wrong := e.wrongAnswers(n)
		for key, right := range constants {
			wrong["always "+key] = right
		}
		if err := e.forOtherArguments(ctx, n, pool[(i+1)%len(pool)], wrong); err != nil {
			return err
		}
		for name, output := range wrong {
			if excluded, err := e.excluded(n.args, output); err == nil && excluded {
				n.excludes[name] = true
			}
		}
	}
	return nil
}

// excluded reports whether the contract does not allow a result.
func (e *exerciser) excluded(args, output []term.Value) (bool, error) {
	for i := range e.behaviors {
		if err := e.pre[i].Run(args); err != nil {
			return false, err
		}
		if !e.pre[i].Bool(0) {
			continue
		}
		if why, err := e.violates(i, args, output); err != nil || why != "" {
			return why != "", err
		}
	}
	return false, nil
}

// wrongAnswers are answers near the right one, by name: the default, an argument, a number more or less, two numbers exchanged.
func (e *exerciser) wrongAnswers(n *candidate) map[string][]term.Value {
	out := map[string][]term.Value{}
	change := func(name string, k int, v term.Value) {
		changed := slices.Clone(n.right)
		changed[k] = v
		out[name] = changed
	}
	var defaults []term.Value
	for k, v := range e.extern.Output {
		defaults = append(defaults, v.Sort().Default())
		change(fmt.Sprintf("default %d", k), k, v.Sort().Default())
		if m, small := n.right[k].Small(); small && v.Sort().Kind == term.KindInt {
			change(fmt.Sprintf("more %d", k), k, term.IntValue(m+1))
			change(fmt.Sprintf("less %d", k), k, term.IntValue(m-1))
			change(fmt.Sprintf("negative %d", k), k, term.IntValue(-m))
		}
		if l := (k + 1) % len(n.right); e.extern.Output[l].Sort() == v.Sort() {
			exchanged := slices.Clone(n.right)
			exchanged[k], exchanged[l] = exchanged[l], exchanged[k]
			out[fmt.Sprintf("exchange %d", k)] = exchanged
		}
	}
	out["default"] = defaults
	for i := range len(n.args) - len(n.right) + 1 {
		if e.sameKinds(i) {
			out[fmt.Sprintf("argument %d", i)] = n.args[i : i+len(n.right)]
		}
	}
	return out
}

// sameKinds reports whether the arguments from one on have the kinds of the result.
func (e *exerciser) sameKinds(from int) bool {
	for k, v := range e.extern.Output {
		if in := e.extern.Inputs[from+k].Sort(); in.Kind != v.Sort().Kind || !in.IsScalar() && !in.Same(v.Sort()) {
			return false
		}
	}
	return true
}

// forOtherArguments adds the right answers for other arguments: of each in turn, the value is that of another candidate, as if the function
// ignored it.
func (e *exerciser) forOtherArguments(ctx context.Context, n, other *candidate, wrong map[string][]term.Value) error {
	for i := range n.args {
		args := slices.Clone(n.args)
		args[i] = other.args[i]
		applies, err := e.applying(ctx, args)
		if err != nil {
			return err
		}
		if len(applies) == 0 {
			continue
		}
		right, err := e.right(ctx, args, nil)
		if err != nil {
			return err
		}
		if right != nil {
			wrong[fmt.Sprintf("ignores %d", i)] = right
		}
	}
	return nil
}

// choose picks rows one by one, each for the wrong answers that the rows before exclude least.
func choose(pool []*candidate, count int) [][]term.Value {
	times := map[string]int{}
	value := func(n *candidate) int {
		sum := 0
		for name := range n.excludes {
			sum += 1_000_000 / ((1 + times[name]) * (1 + times[name]))
		}
		if n.unique {
			sum *= 2
		}
		return sum
	}
	var out [][]term.Value
	rest := slices.Clone(pool)
	for len(out) < count && len(rest) > 0 {
		best := slices.MaxFunc(rest, func(a, b *candidate) int { return cmp.Compare(value(a), value(b)) })
		for name := range best.excludes {
			times[name]++
		}
		out = append(out, best.args)
		rest = slices.DeleteFunc(rest, func(n *candidate) bool { return n == best })
	}
	return out
}
