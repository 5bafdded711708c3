package logs

import (
	"context"
	"slices"

	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/ioco"
)

// Logs of product lines. A log is that of one system, so all its instances are the same product. Each is followed with all products, since
// several may be open at a time; when it is over, the products that it does not refute are compared with those that are left by the
// instances before it. If none is left the instance fails, though by itself it may be explained by some product.

// maxGroups bounds the sets of products by which instances are counted.
const maxGroups = 20

// Products returns the products that explain all instances, or, if the log is inconclusive, those that no instance refutes, and the
// instances that pass by the products that explain them; nil if the model is no product line.
func (c *Checker) Products(ctx context.Context, verdict result.Verdict) (*result.Products, []result.LogGroup) {
	switch {
	case c.shared == nil:
		return nil, nil
	case verdict == result.Pass:
		return c.shared.Explaining(ctx), c.groups
	case verdict == result.Inconclusive:
		return c.shared.Left(ctx), c.groups
	}
	return nil, c.groups
}

// passes counts an instance that passes, unless no product explains both it and those before it.
func (c *Checker) passes(ctx context.Context, in *instance) error {
	own, wrong, err := c.share(ctx, in)
	switch {
	case err != nil:
		return err
	case wrong != nil:
		c.end(in, *wrong)
		return nil
	}
	if own != nil {
		c.group(in, own)
	}
	c.cover(in)
	c.counts.Passed++
	return nil
}

// concludeShared gives an instance a verdict that is no failure, unless no product is left by it and those before it.
func (c *Checker) concludeShared(ctx context.Context, in *instance, f result.LogFinding) error {
	_, wrong, err := c.share(ctx, in)
	if err != nil {
		return err
	}
	if wrong != nil {
		f = *wrong
	}
	c.end(in, f)
	return nil
}

// share compares the products that explain an instance with those that are left by the others; wrong is the finding that none is left.
func (c *Checker) share(ctx context.Context, in *instance) (own *result.Products, wrong *result.LogFinding, err error) {
	if c.shared == nil && in.tracker.IsProductLine() {
		c.shared = ioco.NewShared(in.tracker.System, in.tracker.Solver)
	}
	if c.shared == nil {
		return nil, nil, nil
	}
	own, fits, err := c.shared.Add(ctx, in.tracker, in.refuted)
	if err != nil || fits {
		return own, nil, err
	}
	f := in.complete(ctx, finding(result.Fail, max(in.first, in.since), "no product explains this instance and those that ended before it: they are explained by "+
		c.shared.Left(ctx).Formula+", and this one by "+own.Formula))
	return own, &f, nil
}

// group counts an instance that passes.
func (c *Checker) group(in *instance, own *result.Products) {
	i := slices.IndexFunc(c.groups, func(g result.LogGroup) bool { return g.Products == *own })
	switch {
	case i >= 0:
		c.groups[i].Instances++
	case len(c.groups) < maxGroups:
		c.groups = append(c.groups, result.LogGroup{Products: *own, Instances: 1, First: in.first})
	}
}

// possibleBefore returns the products that explain an instance before the observation that fails; nil if that is not known.
func (c *Checker) possibleBefore(ctx context.Context, in *instance) *result.Products {
	own, err := in.tracker.Products(ctx)
	if err != nil {
		return nil
	}
	return own
}

// excuse says why an observation that the model does not allow is no failure; it is empty if it is one.
func (c *Checker) excuse(ctx context.Context, in *instance) (string, error) {
	excuse, err := in.tracker.ModelError(ctx)
	if excuse == "" && err == nil && in.tracker.Unforeseen() {
		in.refuted = true
		excuse = "products that do not say what the system does with an input before it may allow that"
	}
	return excuse, err
}
