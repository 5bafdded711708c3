package analysis

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/extern/contract"
	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/model"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// ContractOptions are the options of all commands of contract.
type ContractOptions struct {
	model.Common
	Solver model.SolverOptions
}

// ContractPaths are the options of those that are about paths.
type ContractPaths struct {
	ContractOptions
	Paths []string `flag:"path" help:"a path: names of transitions, separated by commas; may be given several times; by default all paths from the start to the first return to a location"`
}

// FeasibleOptions are the options of contract feasible.
type FeasibleOptions struct {
	ContractPaths
	model.ContractChoice
	Stub string `flag:"stub" writes:"file" help:"write the implementation that was found as a starlark file"`
}

// withChecker runs f with a solver of its own, and begins the document of the command with what it cost.
func withChecker(l *model.Loaded, command string, options ContractOptions, f func(*contract.Checker) error) (result.Head, error) {
	head := l.Head(command)
	if err := l.Usable(); err != nil {
		return head, err
	}
	start := time.Now()
	solver, err := options.Solver.Factory(l.System.Store)()
	if err != nil {
		return head, err
	}
	defer solver.Close()
	err = f(&contract.Checker{System: l.System, Solver: solver})
	head.Stats = model.SolverStats(solver.Stats(), start)
	return head, err
}

// CheckContracts checks every contract of every extern.
func CheckContracts(ctx context.Context, l *model.Loaded, options ContractOptions) (*result.ContractChecks, error) {
	out := &result.ContractChecks{Contracts: []result.ContractCheck{}}
	var err error
	out.Head, err = withChecker(l, "contract check", options, func(c *contract.Checker) error {
		for _, x := range l.System.Externs {
			for i := range x.Contracts {
				r, err := c.CheckContract(ctx, x, &x.Contracts[i])
				if err != nil {
					return err
				}
				out.Contracts = append(out.Contracts, r)
			}
		}
		return nil
	})
	return out, err
}

// Feasible decides whether some implementation of the externs lets all paths be followed. It also returns the rows of the
// implementation. What was decided before ctx ended is returned with its error.
func Feasible(ctx context.Context, l *model.Loaded, options FeasibleOptions) (*result.FeasiblePaths, map[*sts.Extern][]table.Row, error) {
	var out *result.FeasiblePaths
	var rows map[*sts.Extern][]table.Row
	head, err := withChecker(l, "contract feasible", options.ContractOptions, func(c *contract.Checker) error {
		paths, err := selectPaths(ctx, l.System, options.Paths, options.Contract, false)
		if err != nil {
			return err
		}
		f, err := c.Feasible(ctx, paths)
		out, rows = feasibleResult(f), f.Implementation
		return err
	})
	if out != nil {
		out.Head = head
	}
	return out, rows, err
}

func feasibleResult(f *contract.Feasibility) *result.FeasiblePaths {
	out := &result.FeasiblePaths{Feasible: f.Status, Reason: f.Reason, Conflict: f.Conflict, Paths: []result.FeasiblePath{}, Implementation: map[string][]string{}}
	for _, s := range f.Singles {
		p := result.FeasiblePath{Name: s.Path.Name, Answer: s.Status, Conflict: s.Conflict, Reason: s.Reason, Condition: []string{}}
		for _, k := range s.Path.Conditions {
			p.Condition = append(p.Condition, k.Term.String())
		}
		out.Paths = append(out.Paths, p)
	}
	for x, rows := range f.Implementation {
		for _, r := range rows {
			out.Implementation[x.Name] = append(out.Implementation[x.Name], table.FormatRow(x, r))
		}
	}
	return out
}

// selectPaths executes the named paths, or all loops, and renames them apart. If alone, no contracts are in force.
func selectPaths(ctx context.Context, s *sts.System, names []string, contracts map[string]string, alone bool) ([]*contract.Path, error) {
	choice, err := contract.Choose(s, contracts)
	if err != nil {
		return nil, err
	}
	if alone {
		choice = contract.Choice{}
	}
	sequences, err := sequencesOf(s, names)
	if err != nil {
		return nil, err
	}
	var paths []*contract.Path
	for _, moves := range sequences {
		more, err := contract.Execute(ctx, s, moves, choice)
		if err != nil {
			return nil, err
		}
		if paths = append(paths, more...); len(paths) > contract.MaxPaths {
			return nil, contract.ErrTooMany
		}
	}
	return contract.Distinguish(s, paths), nil
}

func sequencesOf(s *sts.System, names []string) ([][]*sts.Move, error) {
	if len(names) == 0 {
		return contract.Loops(s)
	}
	var out [][]*sts.Move
	for _, path := range names {
		moves, err := contract.Named(s, strings.Split(path, ","))
		if err != nil {
			return nil, err
		}
		out = append(out, moves)
	}
	return out, nil
}

// Infer computes what the externs must fulfil for paths to be feasible: by default all loops that are feasible.
func Infer(ctx context.Context, l *model.Loaded, options ContractPaths) (*result.Inferred, error) {
	out := &result.Inferred{Inferred: []result.InferredBehavior{}}
	var err error
	out.Head, err = withChecker(l, "contract infer", options.ContractOptions, func(c *contract.Checker) error {
		paths, err := selectPaths(ctx, l.System, options.Paths, nil, true)
		if err != nil {
			return err
		}
		feasible, err := onlyFeasible(ctx, c, paths)
		if err != nil {
			return err
		}
		inferred := c.Infer(feasible)
		for _, r := range inferred {
			d, err := c.Simplify(ctx, r)
			if err != nil {
				return err
			}
			out.Inferred = append(out.Inferred, result.InferredBehavior{Frozen: texts(r.Frozen), Axioms: texts(r.Axioms), Pre: r.Pre.String(), Post: r.Post.String(), Demand: d})
		}
		out.Preserved, out.Reason, err = c.Preserves(ctx, feasible, inferred)
		return err
	})
	return out, err
}

// onlyFeasible leaves out paths that no implementation can follow; none left is an error.
func onlyFeasible(ctx context.Context, c *contract.Checker, paths []*contract.Path) ([]*contract.Path, error) {
	f, err := c.Feasible(ctx, paths)
	if err != nil {
		return nil, err
	}
	var out []*contract.Path
	for _, s := range f.Singles {
		if s.Status == result.Feasible {
			out = append(out, s.Path)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("none of the %d paths can be followed, whatever the externs do", len(paths))
	}
	return out, nil
}

func texts[T fmt.Stringer](ts []T) []string {
	out := []string{}
	for _, t := range ts {
		out = append(out, t.String())
	}
	return out
}
