package compile

import (
	"regexp"
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Warnings about names: declared but not used, a machine without instances, a location that is probably misspelt.

// warnUnused reports global names that nothing uses.
func (c *checker) warnUnused() {
	for _, o := range c.order {
		// members come with their type; machines have a warning of their own
		if !o.used && o.kind != kindMember && o.kind != kindMachine && o.kind != kindInstance {
			c.list.Warnf(diag.CodeUnused, o.name.Span(), "%s %q is never used", kindNames[o.kind], o.name.Text)
		}
	}
}

// checkUninstantiated lowers machines that have no instance, with parameters that have no values, only to report their errors.
func (c *checker) checkUninstantiated() {
	for _, o := range c.order {
		d, ok := o.decl.(*syntax.MachineDecl)
		if !ok || o.used {
			continue
		}
		c.list.Warnf(diag.CodeNotInstantiated, o.name.Span(), "machine \"%s\" is never instantiated", o.name.Text).WithHint(instanceHint(o))
		inner := *c
		inner.anyArguments = true
		inner.system = &sts.System{Store: c.store, Assume: c.store.True(), Slots: slices.Clone(c.system.Slots)} // global variables keep their slots
		m := &machineLowering{checker: &inner, name: d.Name.Text, items: d.Items, local: newScope(nil)}
		inner.distinctParams(d.Params)
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
func (c *checker) bindUnknownParam(p syntax.Param, local *scope) {
	if p.Channel {
		local.names[p.Name.Text] = &object{kind: kindChannel, name: p.Name, used: true}
		return
	}
	value := operand{typ: c.typeOf(p.Type, nil)}
	if value.ok() {
		value.terms = c.leafVars("?"+p.Name.Text, value.typ)
	}
	local.bind(p.Name, value)
}

var digits = regexp.MustCompile(`\p{Nd}`)

// warnSimilar finds locations that are probably another one, misspelt: nothing leaves them, they are not declared, and their
// name is close to that of a location with transitions. Names that differ in digits only, such as s1 and s2, are intended.
func (m *machineLowering) warnSimilar() {
	known := map[string]bool{}
	var left []string
	for _, t := range m.out.Transitions {
		if name := m.out.Locations[t.From].Name; !known[name] {
			known[name] = true
			left = append(left, name)
		}
	}
	for _, d := range each[*syntax.LocationDecl](m.items) {
		for _, l := range d.Locations {
			known[l.Name.Text] = true
		}
	}
	for _, l := range m.out.Locations {
		if known[l.Name] {
			continue
		}
		best := diag.Closest(l.Name, left)
		if best == "" || digits.ReplaceAllString(best, "") == digits.ReplaceAllString(l.Name, "") {
			continue
		}
		m.list.Warnf(diag.CodeSimilarName, l.Span, "location \"%s\" has no transitions out of it and is not declared final", l.Name).
			WithHint(diag.DidYouMean(l.Name, left))
	}
}
