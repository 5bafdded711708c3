package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Machines without instances are lowered for their errors only, with parameters that have no values.

// checkUninstantiated lowers machines that have no instance, for their errors only.
func (c *checker) checkUninstantiated() {
	for _, o := range c.order {
		d, ok := o.decl.(*syntax.MachineDecl)
		if !ok || o.used {
			continue
		}
		c.list.Add(diag.Diagnostic{Code: diag.CodeNotInstantiated, Severity: diag.Warning, Span: o.name.Span(),
			Message: "machine \"" + o.name.Text + "\" is never instantiated", Hint: "write: instance name = " + o.name.Text + "(...)"})
		scratch := &sts.System{Store: c.store, Assume: c.store.True()}
		inner := *c
		inner.system, inner.anyArguments = scratch, true
		m := &machineLowering{checker: &inner, name: d.Name.Text, items: d.Items, local: &scope{names: map[string]*object{}}}
		inner.distinctNames(d.Params)
		for _, p := range d.Params {
			m.local.names[p.Name.Text] = inner.unknownParam(p)
		}
		m.qualify = func(name string) string { return name }
		inner.redeclareGlobals(c.system)
		m.declareVariables()
		m.initialValues()
		m.lower()
	}
}

// unknownParam stands for any argument.
func (c *checker) unknownParam(p syntax.Param) *object {
	if p.Channel {
		return &object{kind: kindChannel, name: p.Name, used: true}
	}
	typ := c.typeOf(p.Type, nil)
	if typ == nil {
		return &object{kind: kindLocal, name: p.Name, used: true}
	}
	return localObject(p.Name.Text, typ, c.leafVars("?"+p.Name.Text, typ))
}

// redeclareGlobals copies the slots of the real system, so that global variables keep their indices.
func (c *checker) redeclareGlobals(real *sts.System) {
	c.system.Slots = append(c.system.Slots, real.Slots...)
}
