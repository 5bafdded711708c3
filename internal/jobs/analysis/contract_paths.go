package analysis

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// ContractPaths are the options of contract commands on paths.
type ContractPaths struct {
	ContractOptions
	Paths   []string          `flag:"path" usual:"yes" help:"a path: names of transitions, separated by commas; may be given several times; by default all paths from the start to the first return to a location"`
	Cover   testgen.Criterion `flag:"cover" usual:"yes" choices:"transitions,locations,pairs,purposes" help:"paths that cover this instead: transitions, locations, pairs (of transitions) or purposes"`
	Purpose string            `flag:"purpose" usual:"yes" help:"all paths that reach this purpose of the model with their last step instead"`
	Depth   int               `flag:"depth" group:"search" usual:"yes" min:"0" help:"maximum length of paths with --cover or --purpose; 0 derives a bound from the model"`
}

// FeasibleOptions are the options of contract feasible.
type FeasibleOptions struct {
	ContractPaths
	model.ContractChoice
	Stub string `flag:"output" was:"stub" short:"o" usual:"yes" writes:"file" help:"write the implementation to a Starlark file"`
}

// InferOptions are the options of contract infer, and part of those of contract test and export.
type InferOptions struct {
	ContractPaths
	model.ContractChoice
	Known   []string `flag:"known" usual:"yes" help:"an extern whose contract is assumed while the others are inferred; may be given several times"`
	Machine string   `flag:"machine" usual:"yes" help:"infer only the requirements of this machine of the model"`
}

// known returns the contracts that are assumed while others are inferred.
func (o InferOptions) known(s *sts.System) (contract.Choice, error) {
	choice, err := contract.Choose(s, o.Contract)
	if err != nil {
		return nil, err
	}
	return choice.Known(o.Known)
}

// purposeDepth bounds the paths to a purpose.
const purposeDepth = 8

// selectMoves returns the paths that the options name, or all loops, and the goal of the selection.
func (o ContractPaths) selectMoves(ctx context.Context, l *model.Loaded, c *contract.Checker, externs model.ExternOptions) (contract.Selection, *result.PathGoal, error) {
	given := 0
	for _, set := range []bool{len(o.Paths) > 0, o.Cover != "", o.Purpose != ""} {
		if set {
			given++
		}
	}
	switch {
	case given > 1:
		return contract.Selection{}, nil, errors.New("give one of --path, --cover and --purpose")
	case o.Cover != "":
		return o.covering(ctx, l, c, externs)
	case o.Purpose != "":
		return o.reaching(ctx, c)
	case len(o.Paths) > 0:
		moves, err := movesOf(l.System, o.Paths)
		return contract.Selection{Moves: moves}, nil, err
	}
	moves, err := contract.Loops(l.System)
	return contract.Selection{Moves: moves}, nil, err
}

// movesOf returns the moves of paths given by the names of their transitions.
func movesOf(s *sts.System, paths []string) ([][]*sts.Move, error) {
	var out [][]*sts.Move
	for _, path := range paths {
		moves, err := contract.Named(s, strings.Split(path, ","))
		if err != nil {
			return nil, err
		}
		out = append(out, moves)
	}
	return out, nil
}

// reaching selects the paths that reach a purpose.
func (o ContractPaths) reaching(ctx context.Context, c *contract.Checker) (contract.Selection, *result.PathGoal, error) {
	p, err := model.Purpose(c.System, o.Purpose)
	if err != nil {
		return contract.Selection{}, nil, err
	}
	depth := o.Depth
	if depth == 0 {
		depth = purposeDepth
	}
	selected, err := c.Reaching(ctx, p, depth)
	if err == nil && len(selected.Moves) == 0 {
		err = fmt.Errorf("no path of at most %d steps reaches the purpose %s; allow longer ones with --depth", depth, p.Name)
	}
	return selected, &result.PathGoal{Purpose: p.Name, Depth: depth, Cut: selected.Cut}, err
}

// covering selects the paths of a suite that covers a criterion.
func (o ContractPaths) covering(ctx context.Context, l *model.Loaded, c *contract.Checker, externs model.ExternOptions) (contract.Selection, *result.PathGoal, error) {
	options := GenerateOptions{Common: o.Common, Backend: model.BackendDefaults(), Criterion: o.Cover, Depth: o.Depth, States: explore.DefaultStates}
	options.Solver, options.Progress = o.Solver, c.Covering
	options.Externs.Treatment, options.Externs.ContractChoice = externs.Treatment, externs.ContractChoice
	suite, err := Generate(ctx, l, options)
	if err != nil {
		return contract.Selection{}, nil, err
	}
	var names []string
	for _, t := range suite.Tests {
		names = append(names, strings.Join(t.Transitions, ","))
	}
	if len(names) == 0 {
		return contract.Selection{}, nil, fmt.Errorf("no path covers any of the %s", o.Cover)
	}
	moves, err := movesOf(l.System, names)
	coverage := suite.Covered()
	return contract.Selection{Moves: moves}, &result.PathGoal{Criterion: suite.Criterion, Coverage: &coverage, Engines: suite.Engines}, err
}
