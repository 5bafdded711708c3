package unwind

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
)

// Options bound the work. Zero means the default, in parentheses.
type Options struct {
	Nodes   int // of the tree (2,000)
	Queries int // to the solver (20,000)
}

// Status is how an attempt ended.
type Status uint8

// The ways in which an attempt ends.
const (
	Open     Status = iota // see Reason
	Proved                 // the property holds in every state
	Violated               // the condition of a path to a violation is satisfiable
)

// Reason is why there is no answer.
type Reason string

// The reasons.
const (
	TooManyNodes   Reason = "too many nodes"
	TooManyQueries Reason = "too many queries"
	Undecided      Reason = "undecided" // the solver left the condition of a path open
	HasQueues      Reason = "queues"    // machines that send over queues are not unwound
	OutOfTime      Reason = "out of time"
)

// Outcome is the result of an attempt.
type Outcome struct {
	Status      Status
	Reason      Reason         // of Open
	Path        []*sts.Move    // of Violated; of Open, the path that was left, if there is one
	Predicates  []prove.Clause // the labels, by locations
	Nodes       int
	Refinements int // spurious paths
	Queries     int
}

// node is a path.
type node struct {
	parent    *node
	move      *sts.Move // the last move; nil of the root
	depth     int
	locations []int
	place     string
	label     []*term.Term
	cover     *node // by which it is covered
	covering  []*node
	expanded  bool
}

// unwinding is an attempt.
type unwinding struct {
	system   *sts.System
	property *term.Term
	solver   smt.Solver
	options  Options
	facts    map[string][]*term.Term // by place
	always   []*term.Term            // facts of all places
	nodes    []*node
	waiting  []*node
	out      Outcome
}

var (
	errQueries = errors.New("the limit on queries was reached")
	errOpen    = errors.New("a path was left open")
)

// Prove tries to prove that a property over the slots holds in every state. Errors are failures of the environment.
func Prove(ctx context.Context, system *sts.System, property *term.Term, facts []prove.Clause, solver smt.Solver, options Options) (*Outcome, error) {
	if options.Nodes <= 0 {
		options.Nodes = 2000
	}
	if options.Queries <= 0 {
		options.Queries = 20_000
	}
	u := &unwinding{system: system, property: property, solver: solver, options: options, facts: map[string][]*term.Term{}}
	for _, f := range facts {
		if f.Locations == nil {
			u.always = append(u.always, f.Term)
		} else {
			u.facts[placeOf(f.Locations)] = append(u.facts[placeOf(f.Locations)], f.Term)
		}
	}
	if system.Queues() > 0 {
		u.out.Reason = HasQueues
		return &u.out, nil
	}
	err := u.run(ctx)
	switch {
	case err == nil || errors.Is(err, errOpen):
	case ctx.Err() != nil:
		u.out.Reason = OutOfTime
	case errors.Is(err, errQueries):
		u.out.Reason = TooManyQueries
	default:
		return nil, err
	}
	u.out.Nodes, u.out.Predicates = len(u.nodes), u.predicates()
	return &u.out, nil
}

func placeOf(locations []int) string { return fmt.Sprint(locations) }

// run unwinds the tree until no leaf waits.
func (u *unwinding) run(ctx context.Context) error {
	u.add(nil, nil, u.system.Initial())
	for len(u.waiting) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		v := u.waiting[0]
		u.waiting = u.waiting[1:]
		if v.cover != nil || v.expanded {
			continue
		}
		violated, err := u.visit(ctx, v)
		if err != nil {
			return err
		}
		if violated {
			u.out.Status, u.out.Path = Violated, v.path()
			return nil
		}
	}
	u.out.Status = Proved
	return nil
}

// add adds a node, which waits.
func (u *unwinding) add(parent *node, m *sts.Move, locations []int) {
	v := &node{parent: parent, move: m, locations: locations, place: placeOf(locations)}
	if parent != nil {
		v.depth = parent.depth + 1
	}
	u.nodes, u.waiting = append(u.nodes, v), append(u.waiting, v)
}

// visit processes a leaf: it is a violation, or it is labelled so that it is not, and then covered or expanded.
func (u *unwinding) visit(ctx context.Context, v *node) (violated bool, err error) {
	safe, err := u.implies(ctx, v, u.property)
	if err != nil {
		return false, err
	}
	if !safe {
		if violated, err = u.refine(ctx, v); err != nil || violated {
			return violated, err
		}
	}
	covered, err := u.tryCover(ctx, v)
	if err != nil || covered {
		return false, err
	}
	return false, u.expand(ctx, v)
}

// known returns the conditions that hold at a node.
func (u *unwinding) known(v *node) []*term.Term {
	return slices.Concat(u.always, u.facts[v.place], v.label, u.system.Standing(v.locations))
}

// implies reports whether what is known at a node is known to imply a condition.
func (u *unwinding) implies(ctx context.Context, v *node, cond *term.Term) (bool, error) {
	status, err := u.check(ctx, append(u.known(v), u.system.Store.Not(cond)))
	return status == smt.Unsat, err
}

// check asks the solver whether conditions can hold together.
func (u *unwinding) check(ctx context.Context, conditions []*term.Term) (smt.Status, error) {
	whole := u.system.Store.And(u.system.InNormalForm(conditions)...)
	switch {
	case whole.IsFalse():
		return smt.Unsat, nil
	case whole.IsTrue():
		return smt.Sat, nil
	}
	if u.out.Queries >= u.options.Queries {
		return smt.Unknown, errQueries
	}
	u.out.Queries++
	answer, err := u.solver.Check(ctx, smt.Query{Conjuncts: whole.Conjuncts(), Kind: smt.Proof})
	return answer.Status, err
}

// coverQueries bounds the nodes that are tried as covers of a leaf.
const coverQueries = 20

// tryCover covers a leaf by an earlier node, if there is one.
func (u *unwinding) tryCover(ctx context.Context, v *node) (bool, error) {
	tried := 0
	for _, w := range u.nodes {
		if w == v || tried == coverQueries {
			return false, nil
		}
		if w.place != v.place || !w.expanded {
			continue
		}
		tried++
		implied, err := u.implies(ctx, v, u.system.Store.And(w.label...))
		if err != nil {
			return false, err
		}
		if implied {
			v.cover, w.covering = w, append(w.covering, v)
			return true, nil
		}
	}
	return false, nil
}

// expand adds a child for every move that what is known at a node does not exclude.
func (u *unwinding) expand(ctx context.Context, v *node) error {
	v.expanded = true
	for _, m := range u.system.Possible(nil, v.locations, nil) {
		status, err := u.check(ctx, slices.Concat(u.known(v), prove.Premises(m)))
		if err != nil {
			return err
		}
		if status == smt.Unsat {
			continue
		}
		if len(u.nodes) >= u.options.Nodes {
			u.out.Reason, u.out.Path = TooManyNodes, v.path()
			return errOpen
		}
		u.add(v, m, m.Target(v.locations))
	}
	return nil
}

// path is the moves that lead to a node.
func (v *node) path() []*sts.Move {
	var out []*sts.Move
	for w := v; w.parent != nil; w = w.parent {
		out = append(out, w.move)
	}
	slices.Reverse(out)
	return out
}

// predicates lists the labels by locations, each once.
func (u *unwinding) predicates() []prove.Clause {
	var out []prove.Clause
	seen := map[string]bool{}
	for _, v := range u.nodes {
		for _, c := range v.label {
			key := v.place + " " + fmt.Sprint(c.ID())
			if !seen[key] && !c.IsFalse() {
				out = append(out, prove.Clause{Place: u.system.LocationName(v.locations), Locations: v.locations, Term: c})
			}
			seen[key] = true
		}
	}
	return out
}
