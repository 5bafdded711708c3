package invariants

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/prove"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
)

// strengthenByContracts tries to prove invariants that were not proved for arbitrary functions under the assumption
// that the functions satisfy their contracts. Contracts that the proofs do not need are left out, one after the other.
func strengthenByContracts(ctx context.Context, s *sts.System, solver smt.Solver, found *prove.Report, choice contract.Choice, queries int) (*prove.Report, error) {
	choice = contract.Called(s, choice)
	best, err := underContracts(ctx, s, solver, found, choice, queries)
	if err != nil || best.Proofs() == found.Proofs() {
		return found, err
	}
	for _, x := range s.Externs {
		if choice[x] == nil {
			continue
		}
		fewer := contract.Choice{}
		for y, k := range choice {
			if y != x {
				fewer[y] = k
			}
		}
		r, err := underContracts(ctx, s, solver, found, fewer, queries)
		if err != nil {
			return nil, err
		}
		if r.Proofs() == best.Proofs() {
			best, choice = r, fewer
		}
	}
	return best, nil
}

// underContracts returns a report with the proofs that assume certain contracts.
func underContracts(ctx context.Context, s *sts.System, solver smt.Solver, found *prove.Report, choice contract.Choice, queries int) (*prove.Report, error) {
	var names []string
	for x := range choice {
		names = append(names, x.Name)
	}
	if len(names) == 0 {
		return found, nil
	}
	slices.Sort(names)
	r, options := found.Copy(), prove.Brief(queries)
	options.Promises = choice.Promises(s)
	return r, r.Strengthen(ctx, s, solver, prove.Means{Options: options, Contracts: names})
}
