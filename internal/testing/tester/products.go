package tester

import (
	"context"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/crowd"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// productTime bounds the search for the products that explain a test: it is made when the time of the test may be over.
const productTime = 5 * time.Second

// products returns the products that explain what was observed in all tests of the session; nil if that is not known, or the model is no
// product line.
func (s *Session) products(ctx context.Context) *result.Products {
	limited, cancel := crowd.WithTimeout(context.WithoutCancel(ctx), productTime)
	defer cancel()
	p, err := s.tracker.Products(limited)
	if err != nil {
		return nil
	}
	return p
}

// judgeProducts says for which products a test that does not fail has its verdict. It cannot pass if no product is known to explain all of
// it: each test may be explained by products of its own.
func (s *Session) judgeProducts(ctx context.Context) {
	if s.report.Products == nil {
		s.report.Products = s.products(ctx)
	}
	if p := s.report.Products; s.report.Verdict == "" && p != nil && p.Formula == result.NoProduct {
		s.report.Verdict, s.report.Evidence = result.Inconclusive, "no product is known to explain all tests, though each of them is explained by some"
	}
}
