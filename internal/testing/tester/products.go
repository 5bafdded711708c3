package tester

import (
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// productTime bounds the search for the products that explain a test, which is made even after the time limit of the test.
const productTime = 5 * time.Second

// products returns the products that explain what was observed in all tests of the session; nil if they are unknown, or the model is not
// a product line.
func (j *judge) products(ctx context.Context) *result.Products {
	limited, cancel := crowd.WithTimeout(context.WithoutCancel(ctx), productTime)
	defer cancel()
	p, err := j.tracker.Products(limited)
	if err != nil {
		return nil
	}
	return p
}

// judgeProducts finds the products for which a test that does not fail has its verdict. The test cannot pass if no product is known to
// explain all of it: different parts may need different products.
func (j *judge) judgeProducts(ctx context.Context) {
	if j.report.Products == nil {
		j.report.Products = j.products(ctx)
	}
	if p := j.report.Products; j.report.Verdict == "" && p != nil && p.Formula == result.NoProduct {
		j.report.Verdict, j.report.Evidence = result.Inconclusive, "no product is known to explain all tests, though each of them is explained by some"
	}
}
