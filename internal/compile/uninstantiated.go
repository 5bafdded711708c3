package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

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
