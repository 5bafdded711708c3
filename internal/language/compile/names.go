package compile

import (
	"regexp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Warnings about names: declared but not used, a machine without instances, a location that is probably misspelt.

// warnUnused reports unused global names.
func (c *compiler) warnUnused() {
	for _, o := range c.Order {
		// members come with their type; machines have a warning of their own
		if !o.Used && o.Kind != symbols.KindMember && o.Kind != symbols.KindMachine && o.Kind != symbols.KindInstance {
			c.List.Warnf(diag.CodeUnused, o.Name.Span(), "%s %q is never used", symbols.KindNames[o.Kind], o.Name.Text)
		}
	}
}

// checkUninstantiated lowers machines that have no instance, with parameters that have no values, only to report their errors.
func (c *compiler) checkUninstantiated() {
	for _, o := range c.Order {
		d, ok := o.Decl.(*syntax.MachineDecl)
		if !ok || o.Used {
			continue
		}
		c.List.Warnf(diag.CodeNotInstantiated, o.Name.Span(), "machine \"%s\" is never instantiated", o.Name.Text).WithHint(instanceHint(o))
		checker := *c.Checker
		inner := &compiler{&checker}
		inner.AnyArguments = true
		inner.System = &sts.System{Store: c.Store, Assume: c.Store.True(), Slots: slices.Clone(c.System.Slots)} // global variables keep their slots
		m := &machineLowering{compiler: inner, name: d.Name.Text, items: d.Items, local: symbols.NewScope(nil)}
		inner.DistinctParams(d.Params)
		for _, p := range d.Params {
			inner.bindUnknownParam(p, m.local)
		}
		m.declareVariables()
		m.initialValues()
		m.prepare()
		m.lower()
	}
}

// bindUnknownParam binds a parameter that stands for any argument.
func (c *compiler) bindUnknownParam(p syntax.Param, local *symbols.Scope) {
	if p.Channel {
		local.Names[p.Name.Text] = &symbols.Object{Kind: symbols.KindChannel, Name: p.Name, Used: true}
		return
	}
	value := operand.Operand{Type: c.TypeOf(p.Type, nil)}
	if value.OK() {
		value.Terms = c.leafVars("?"+p.Name.Text, value.Type)
	}
	local.Bind(p.Name, value)
}

var digits = regexp.MustCompile(`\p{Nd}`)

// warnSimilar finds locations that are probably another one, misspelt: nothing leaves them, they are not declared, and their
// name is close to that of a location with transitions. Names that differ in digits only, such as s1 and s2, are intended.
func (m *machineLowering) warnSimilar() {
	known := map[string]bool{}
	var left []string
	for _, t := range m.Out.Transitions {
		if name := m.Out.Locations[t.From].Name; !known[name] {
			known[name] = true
			left = append(left, name)
		}
	}
	for _, d := range each[*syntax.LocationDecl](m.items) {
		for _, l := range d.Locations {
			known[l.Name.Text] = true
		}
	}
	for _, l := range m.Out.Locations {
		if known[l.Name] {
			continue
		}
		best := diag.Closest(l.Name, left)
		if best == "" || digits.ReplaceAllString(best, "") == digits.ReplaceAllString(l.Name, "") {
			continue
		}
		m.List.Warnf(diag.CodeSimilarName, l.Span, "location \"%s\" has no transitions out of it and is not declared final", l.Name).
			WithHint(diag.DidYouMean(l.Name, left))
	}
}
