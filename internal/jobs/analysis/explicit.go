package analysis

import (
	"context"
	"errors"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
	"github.com/sextant-mbt/sextant/internal/engines/reach"
	"github.com/sextant-mbt/sextant/internal/engines/statespace"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Which engine explores a model. An exploration that prunes should terminate, so the concrete states are enumerated if possible: each is
// visited once, and the counts are exact. If runs have no symbols, a symbolic state is a concrete one, and the symbolic engine has no
// advantage. If inputs have few values, a symbolic state may stand for very many concrete ones. Then the concrete states are enumerated with
// a limited effort, and if they are not exhausted the symbolic engine explores the model.

// explored is an exploration by one of the engines.
type explored struct {
	result *result.Explore
	whole  int            // all runs up to this length were examined
	runs   []*run.Witness // that the coverage depends on
}

// exploreBoth explores the concrete states of a model if that is requested and possible, and otherwise explores it symbolically.
func exploreBoth(ctx context.Context, l *model.Loaded, options ExploreOptions, search explore.Options) (explored, error) {
	done, refused, err := enumerate(ctx, l.System, options, search)
	if err != nil || done.result != nil {
		return done, err
	}
	if options.Explicit.Symmetry {
		return explored{}, noSymmetry(refused)
	}
	tree, err := explore.Run(ctx, l.System, search)
	if err != nil {
		return explored{}, err
	}
	done = explored{tree.Result(), tree.WholeDepth(), tree.Runs()}
	done.result.NotExplicit = refused
	switch {
	case options.Graph != "" || options.Explain != "":
		done.result.Tree = tree.Rows()
	case options.KeepTree:
		done.result.Tree = tree.Kept(keptStates)
	}
	return done, nil
}

// noSymmetry returns the error that the instances of a model are not interchangeable, or that its concrete states are not searched.
func noSymmetry(refused *result.Unsupported) error {
	if refused == nil {
		return errors.New("--symmetry goes with --prune, for models without externs and features, and not with --path, --graph and --strategy dfs or random")
	}
	out := *refused
	out.By = "--symmetry"
	if out.Feature == result.Asymmetric {
		out.Text = "the instances are not identical: " + out.Text
	}
	return &out
}

// enumerate explores the concrete states of a system. It returns no result if the symbolic engine must explore the model; if the states
// cannot be enumerated, the refusal has the reason.
func enumerate(ctx context.Context, s *sts.System, options ExploreOptions, search explore.Options) (explored, *result.Unsupported, error) {
	inOrder := options.Search.Strategy == explore.Cover || options.Search.Strategy == explore.BreadthFirst || options.Search.Strategy == ""
	if !options.Search.Prune || !inOrder || len(search.Path) > 0 || options.Graph != "" || len(s.Externs) > 0 || len(s.Features()) > 0 {
		return explored{}, nil, nil
	}
	bounds := explicitBounds(s, options)
	bounds.Progress = options.Progress
	space, refused, err := reach.Visit(ctx, s, search.NewSolver, bounds)
	if refused != nil || err != nil {
		return explored{}, refused, err
	}
	if space.Stop != result.StopExhausted && !space.Stop.Early() && !statespace.IsFree(s) && !options.Explicit.Symmetry {
		return explored{}, statespace.Refuse(result.TooManyStates, "there are too many concrete states"), nil
	}
	done := explored{result: space.Result(), whole: space.Whole}
	done.result.Seed = options.Seed
	return done, nil, nil
}

// explicitBounds are the bounds of a search of concrete states.
func explicitBounds(s *sts.System, options ExploreOptions) statespace.Options {
	out := statespace.UsualBounds(s)
	if options.Search.Depth != explore.DefaultDepth {
		out.Depth = options.Search.Depth
	}
	if free := statespace.IsFree(s); options.Search.States != explore.DefaultStates && free || options.Search.States > out.States {
		out.States = options.Search.States
	}
	out.Workers, out.Memory = options.Workers, int64(options.Budget().Limit()/2)
	out.Reduce, out.Symmetry = options.Explicit.Reduce, options.Explicit.Symmetry
	if options.KeepTree {
		out.Keep = min(keptStates, 1+maxKeptValues/(1+len(s.Slots)))
	}
	return out
}

// maxKeptValues bounds the values of all states that are kept.
const maxKeptValues = 1_000_000
