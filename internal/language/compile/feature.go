package compile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Product lines. A feature is a frozen constant whose slot is marked. If a product is chosen, the features are constants with values,
// and the model is that of the product.

// chooseProduct gives the features of a model their values in the product of the options.
func (c *compiler) chooseProduct(options Options, main *syntax.File) {
	if options.Product == nil {
		return
	}
	var names []string
	c.System.Product = map[string]bool{}
	for _, o := range c.Order {
		if isFeature(o) {
			name := o.Name.Text
			names, c.System.Product[name] = append(names, name), slices.Contains(options.Product, name)
		}
	}
	c.overrideFeatures()
	for _, p := range options.Product {
		if !slices.Contains(names, p) {
			c.List.ErrorHint(diag.CodeUndefinedName, headOf(main), diag.DidYouMean(p, names), "--product: the model has no feature %q", p)
		}
	}
}

// overrideFeatures gives the features of the product their values.
func (c *compiler) overrideFeatures() {
	overrides := maps.Clone(c.Overrides)
	if overrides == nil {
		overrides = map[string]string{}
	}
	for name, on := range c.System.Product {
		overrides[name] = strconv.FormatBool(on)
	}
	c.Overrides = overrides
}

// isFeature reports whether a name is that of a feature.
func isFeature(o *symbols.Object) bool {
	d, ok := o.Decl.(*syntax.ConstDecl)
	return ok && d.Feature
}

// markFeature notes that the constant that was added last is a feature.
func (c *compiler) markFeature(o *symbols.Object) {
	if slots := c.System.Slots; isFeature(o) && o.Type != nil {
		slots[len(slots)-1].Feature = true
	}
}

// validProducts lowers the condition on products, which must mention only features.
func (c *compiler) validProducts(d *syntax.FeaturesDecl, product []string) *term.Term {
	cond := c.safeCondition(d.Valid, "the condition on products", "the condition on products")
	c.demandFeatures(cond, d.Valid)
	if cond.IsFalse() && product != nil {
		c.List.ErrorHint(diag.CodeInvalidProduct, d.Valid.Span(), "choose features for which this holds", "--product: {%s} is not a valid product",
			strings.Join(product, ", "))
	}
	return cond
}

// demandFeatures reports a condition on products that does not mention only features.
func (c *compiler) demandFeatures(cond *term.Term, e syntax.Expr) {
	for _, v := range cond.Vars() {
		i := slices.IndexFunc(c.System.Features(), func(f sts.Feature) bool { return f.Slot == v })
		if i < 0 {
			c.List.ErrorHint(diag.CodeFeatureCondition, e.Span(), "write conditions on other values with when or assume",
				"a condition on products can mention features only, not %q", v.Name())
			return
		}
	}
}

// forClause adds the condition on the products that have a transition to its guard.
func (tl *transitionLowering) forClause(clause *syntax.ForClause) {
	cond := tl.l.Condition(clause.Products, "the condition on products")
	tl.machine.demandFeatures(cond, clause.Products)
	tl.t.Absent = cond.IsFalse() && tl.machine.System.Product != nil
	tl.addGuard(cond)
}
