package lint

import (
	"context"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/sts"
)

// features reports a product line without products, features that no product or every product has, and transitions that no product has.
func (l *linter) features(ctx context.Context, list *diag.List) error {
	line := products.Of(l.system, l.solver)
	if line == nil {
		return nil
	}
	none, err := line.Empty(ctx, line.All())
	if err != nil {
		return err
	}
	if none {
		l.withoutProducts = true
		list.Warnf(diag.CodeNoProduct, l.featureSpan(0), "no product is valid: the conditions on features contradict each other").
			WithHint("weaken the condition of \"features valid when\"")
		return nil
	}
	for i, f := range line.Features {
		if err := l.feature(ctx, line, i, f, list); err != nil {
			return err
		}
	}
	return l.owners(ctx, line, list)
}

// feature reports a feature that makes no difference between products.
func (l *linter) feature(ctx context.Context, line *products.Line, i int, f products.Feature, list *diag.List) error {
	having := products.Set{Cond: f.Var}
	never, err := line.Empty(ctx, having)
	if err != nil {
		return err
	}
	always, err := line.Equal(ctx, having, line.All())
	switch {
	case never:
		list.Warnf(diag.CodeDeadFeature, l.featureSpan(i), "no product has the feature %q", f.Name)
	case always:
		list.Notef(diag.CodeFeatureAlways, l.featureSpan(i), "every product has the feature %q", f.Name)
	}
	return err
}

// owners reports transitions that no product has.
func (l *linter) owners(ctx context.Context, line *products.Line, list *diag.List) error {
	for _, t := range l.system.Transitions() {
		none, err := line.Empty(ctx, products.Set{Cond: l.system.ProductCondition(t.Guard)})
		if err != nil {
			return err
		}
		if none && !t.Guard.IsFalse() {
			l.ownerless[t] = true
			list.Warnf(diag.CodeNoOwner, t.Span, "no product has the transition %s", t.Name)
		}
	}
	return nil
}

// featureSpan is where a feature is declared.
func (l *linter) featureSpan(i int) diag.Span {
	for _, v := range l.system.Vars {
		if !l.system.Slots[v.First].Feature {
			continue
		}
		if i == 0 {
			return v.Span
		}
		i--
	}
	return diag.Span{}
}

// isOwnerless reports whether no product has a transition, which was reported.
func (l *linter) isOwnerless(t *sts.Transition) bool { return l.withoutProducts || l.ownerless[t] }
