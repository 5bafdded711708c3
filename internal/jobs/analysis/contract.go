package analysis

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// ContractOptions are the options of all commands of contract.
type ContractOptions struct {
	model.Common
	Solver model.SolverOptions
}

// contractWork is the name of the work of contract commands in progress reports.
var contractWork = map[string]string{"contract check": "checking", "contract feasible": "deciding", "contract infer": "inferring",
	"contract test": "testing", "contract export": "exporting"}

// withChecker runs f with a solver of its own, and starts the document of the command with the cost of f.
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
	err = f(&contract.Checker{System: l.System, Solver: solver, Doing: contractWork[command], Progress: options.Progress})
	head.Stats = model.SolverStats(solver.Stats(), start)
	return head, err
}

// unkeepable returns the contracts in force that no function can satisfy.
func unkeepable(ctx context.Context, s *sts.System, solver smt.Solver, choice contract.Choice) ([]result.Unkeepable, error) {
	return (&contract.Checker{System: s, Solver: solver}).Unkeepable(ctx, contract.Called(s, choice))
}

// CheckContracts checks every contract of every extern.
func CheckContracts(ctx context.Context, l *model.Loaded, options ContractOptions) (*result.ContractChecks, error) {
	out := &result.ContractChecks{Contracts: []result.ContractCheck{}}
	var err error
	out.Head, err = withChecker(l, "contract check", options, func(c *contract.Checker) error {
		all := 0
		for _, x := range l.System.Externs {
			all += len(x.Contracts)
		}
		for _, x := range l.System.Externs {
			for i := range x.Contracts {
				c.Tell(contract.CheckingContracts, len(out.Contracts), all, "")
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

// Feasible decides whether some implementation of the externs makes all paths feasible. It also returns the rows of the
// implementation. If ctx ends, it returns the decisions until then with the error of ctx.
func Feasible(ctx context.Context, l *model.Loaded, options FeasibleOptions) (*result.FeasiblePaths, map[*sts.Extern][]table.Row, error) {
	var out *result.FeasiblePaths
	var rows map[*sts.Extern][]table.Row
	head, err := withChecker(l, "contract feasible", options.ContractOptions, func(c *contract.Checker) error {
		choice, err := contract.Choose(l.System, options.Contract)
		if err != nil {
			return err
		}
		selected, goal, err := options.selectMoves(ctx, l, c, model.ExternOptions{Treatment: result.ExternByContract, ContractChoice: options.ContractChoice})
		if err != nil {
			return err
		}
		paths, err := selected.Execute(ctx, l.System, choice)
		if err != nil {
			return err
		}
		f, err := c.Feasible(ctx, paths)
		out, rows = feasibleResult(f), f.Implementation
		out.Goal = goal
		if err == nil {
			out.Unkeepable, err = c.Unkeepable(ctx, contract.Called(l.System, choice))
		}
		return err
	})
	if out != nil {
		out.Head = head
	}
	return out, rows, err
}

func feasibleResult(f *contract.Feasibility) *result.FeasiblePaths {
	out := &result.FeasiblePaths{Feasible: f.Status, Reason: f.Reason, Conflict: f.Conflict, Core: f.Core, Paths: []result.FeasiblePath{}, Implementation: map[string][]string{}}
	for _, s := range f.Singles {
		p := result.FeasiblePath{Name: s.Path.Name(), Answer: s.Status, Conflict: s.Conflict, Core: s.Core, Reason: s.Reason, Condition: []string{}}
		for _, k := range s.Path.All() {
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

// Infer computes the contracts that the externs must satisfy for paths to be feasible: by default all feasible loops.
func Infer(ctx context.Context, l *model.Loaded, options InferOptions) (*result.Inferred, error) {
	out := &result.Inferred{Inferred: []result.InferredBehavior{}, Together: result.FeasibilityUnknown}
	var err error
	out.Head, err = withChecker(l, "contract infer", options.ContractOptions, func(c *contract.Checker) error {
		found, err := infer(ctx, l, c, options)
		if err != nil {
			return err
		}
		for i, r := range found.demands {
			c.Tell(contract.InferringDemands, i, len(found.demands), text.Count(len(found.paths), "path"))
			d, err := c.Simplify(ctx, r)
			if err != nil {
				return err
			}
			out.Inferred = append(out.Inferred, result.InferredBehavior{Frozen: texts(r.Frozen), Axioms: texts(r.Axioms), Pre: r.Pre.String(), Post: r.Post.String(), Demand: d})
		}
		out.Together, out.Goal = found.together, found.goal
		out.Preserved, out.Reason, err = c.Preserves(ctx, found.paths, found.all)
		return err
	})
	return out, err
}

// inference is the inferred contracts and the paths that they come from.
type inference struct {
	paths    []*path.Path       // that can be followed
	together result.Feasibility // of all of them
	all      []contract.Inferred
	demands  []contract.Inferred // of functions without a known contract, in the selected machine
	goal     *result.PathGoal
}

// infer selects paths and infers the contracts that they require.
func infer(ctx context.Context, l *model.Loaded, c *contract.Checker, options InferOptions) (*inference, error) {
	choice, err := options.known(l.System)
	if err != nil {
		return nil, err
	}
	machine, err := machineNamed(l.System, options.Machine)
	if err != nil {
		return nil, err
	}
	selected, goal, err := options.selectMoves(ctx, l, c, model.ExternOptions{Treatment: result.ExternFresh})
	if err != nil {
		return nil, err
	}
	paths, err := selected.Execute(ctx, l.System, choice)
	if err != nil {
		return nil, err
	}
	out := &inference{goal: goal}
	if out.paths, out.together, err = onlyFeasible(ctx, c, paths); err != nil {
		return nil, err
	}
	out.all = c.Infer(out.paths)
	for _, r := range out.all {
		wanted := choice[r.Call.Extern] == nil
		if wanted && machine >= 0 {
			r, wanted = c.Component(r, machine)
		}
		if wanted {
			out.demands = append(out.demands, r)
		}
	}
	return out, nil
}

// machineNamed finds a machine of the model; -1 is all of them.
func machineNamed(s *sts.System, name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	m, err := model.Find("machine", name, s.Machines, func(m *sts.Machine) string { return m.Name })
	return slices.IndexFunc(s.Machines, func(o *sts.Machine) bool { return o == m }), err
}

// onlyFeasible leaves out paths that are infeasible for every implementation. It is an error if none is left.
func onlyFeasible(ctx context.Context, c *contract.Checker, paths []*path.Path) ([]*path.Path, result.Feasibility, error) {
	f, err := c.Feasible(ctx, paths)
	if err != nil {
		return nil, f.Status, err
	}
	var out []*path.Path
	for _, s := range f.Singles {
		if s.Status == result.Feasible {
			out = append(out, s.Path)
		}
	}
	if len(out) == 0 {
		return nil, f.Status, fmt.Errorf("none of the %d paths is feasible, whatever the externs return", len(paths))
	}
	return out, f.Status, nil
}

func texts[T fmt.Stringer](ts []T) []string {
	out := []string{}
	for _, t := range ts {
		out = append(out, t.String())
	}
	return out
}
