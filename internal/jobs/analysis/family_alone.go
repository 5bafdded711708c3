package analysis

import (
	"context"
	"fmt"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/family/ladder"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// maxAlone is the maximum number of products that are checked one by one.
const maxAlone = 5000

// alone checks every product alone, and compares the answers. Products that the time limit excludes are not compared.
func (v *familyView) alone(ctx context.Context, options ladder.Options) (*result.FamilyAlone, error) {
	all, err := v.line.List(ctx, v.line.All(), maxAlone+1)
	switch {
	case ctx.Err() != nil:
		notCompared := result.FamilyComparison{Agreement: result.AgreeNotCompared, Products: *v.line.Result(ctx, v.line.All(), true)}
		return &result.FamilyAlone{Compared: []result.FamilyComparison{notCompared}}, nil
	case err != nil:
		return nil, err
	case len(all) > maxAlone:
		return nil, fmt.Errorf("--one-by-one: the line has more than %d products", maxAlone)
	}
	return v.each(ctx, all, options)
}

// each checks the products of a list.
func (v *familyView) each(ctx context.Context, all []products.Product, options ladder.Options) (*result.FamilyAlone, error) {
	start := time.Now()
	out := &result.FamilyAlone{}
	agreements := make([]result.Agreement, len(all))
	for i, p := range all {
		if ctx.Err() != nil {
			agreements[i] = result.AgreeNotCompared
			continue
		}
		entry, calls, err := v.ledger.One(ctx, p, options)
		if err != nil {
			return nil, err
		}
		out.Products++
		out.Calls += calls
		agreements[i] = agreement(outcomeFor(v.line, v.ledger.Root, p), outcomeFor(v.line, entry, p), ctx.Err() != nil)
	}
	out.Seconds = time.Since(start).Seconds()
	out.Compared = v.compared(ctx, all, agreements)
	return out, nil
}

// agreement compares the answers for a product. If the time limit was reached before the product was checked alone, there is nothing to
// compare.
func agreement(together, alone result.FamilyOutcome, ended bool) result.Agreement {
	switch {
	case alone == result.FamilyUnknown && ended:
		return result.AgreeNotCompared
	case together == result.FamilyUnknown && alone == result.FamilyUnknown:
		return result.AgreeUndecided
	case alone == result.FamilyUnknown:
		return result.AgreeOnlyTogether
	case together == result.FamilyUnknown:
		return result.AgreeOnlyAlone
	case together != alone:
		return result.AgreeDiffer
	}
	return result.AgreeSame
}

// compared groups the products by the comparison of their answers.
func (v *familyView) compared(ctx context.Context, all []products.Product, agreements []result.Agreement) []result.FamilyComparison {
	out := []result.FamilyComparison{}
	for _, a := range result.Agreements {
		set := v.line.Choose(all, func(i int) bool { return agreements[i] == a })
		if set == v.line.None() {
			continue
		}
		out = append(out, result.FamilyComparison{Agreement: a, Products: *v.line.Result(ctx, set, true)})
	}
	return out
}

// outcomeFor returns the answer of a ledger for a product.
func outcomeFor(line *products.Line, root *ladder.Entry, p products.Product) result.FamilyOutcome {
	for _, e := range root.Leaves() {
		if line.Has(e.Settled(), p) {
			return e.Outcome
		}
	}
	return result.FamilyUnknown
}
