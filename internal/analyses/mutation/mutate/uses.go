package mutate

import (
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// uses counts the uses of each engine for mutants, for all workers together: proofs by induction, the enumeration of joint states, and the
// symbolic search for tests. A mutant may be asked about twice, quickly and then with more time.
type uses struct {
	mu  sync.Mutex
	all []result.EngineUse
}

func (u *uses) note(use result.EngineUse) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.all = result.AddUses(u.all, []result.EngineUse{use})
}

// asked is the use of an engine for one mutant, with the queries of the worker since it began.
func (w *worker) asked(engine result.SearchEngine, decided bool, before smt.Stats) result.EngineUse {
	use := result.EngineUse{Engine: engine, Goals: 1, Queries: w.solver.Stats().Since(before).Calls}
	if decided {
		use.Decided = 1
	}
	return use
}

// engineOrder is the order in which the engines are asked about a mutant.
var engineOrder = []result.SearchEngine{result.InductionEngine, result.StatesEngine, result.TreeEngine, result.ConcolicEngine}

// list returns the uses in the order of the engines, whichever worker was first.
func (u *uses) list() []result.EngineUse {
	slices.SortStableFunc(u.all, func(a, b result.EngineUse) int {
		return slices.Index(engineOrder, a.Engine) - slices.Index(engineOrder, b.Engine)
	})
	return u.all
}
