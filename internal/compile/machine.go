package compile

import (
	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
)

// Machines. The transitions at the top level of a file are a machine without a name; each instance declaration is one more,
// lowered anew with its parameters bound to the arguments. A machine that is never instantiated is lowered once against
// unknown parameters and thrown away, so that its errors show.

// topName is the name of the machine at the top level, if there are instances beside it.
const topName = "main"

// machineLowering is the state of lowering one machine or instance.
type machineLowering struct {
	*checker
	name    string // of the instance; "main" for the machine at the top level beside instances
	top     bool   // the machine at the top level, whose variables are global
	index   int
	items   []syntax.Decl
	local   *scope
	out     *sts.Machine
	place   map[string]int // location -> index
	initial syntax.Name
	qualify func(name string) string
}

// lowerAll lowers variables, then everything that reads them.
func (c *checker) lowerAll(files []*syntax.File) {
	for _, o := range c.order {
		if o.kind == kindConst && !o.value.ok() && o.typ != nil {
			c.addVar(o, o.name.Text, true)
		}
	}
	var items []syntax.Decl
	for _, f := range files {
		items = append(items, f.Decls...)
	}
	machines := c.collectMachines(items)
	for _, m := range machines {
		m.declareVariables()
	}
	for _, m := range machines {
		m.initialValues()
	}
	c.lowerContracts()
	c.checkFunctions()
	for _, m := range machines {
		m.lower()
	}
	c.lowerConditions(items)
	c.lowerPurposes(items)
	c.checkUninstantiated()
	if len(c.system.Machines) == 0 && !c.list.HasErrors() {
		c.list.ErrorHint(diag.CodeEmptyModel, headOf(files[len(files)-1]), c.emptyHint(), "the model has no transitions")
	}
}

// emptyHint says how a model gets transitions.
func (c *checker) emptyHint() string {
	for _, o := range c.order {
		if o.kind == kindMachine {
			return "write: instance name = " + o.name.Text + "(...)"
		}
	}
	return "write transitions as: name: from -> to ..., or events as: event name: ..."
}

// collectMachines finds the unnamed machine and the instances.
func (c *checker) collectMachines(items []syntax.Decl) []*machineLowering {
	var machines []*machineLowering
	hasTransitions, instances := false, 0
	for _, d := range items {
		switch d.(type) {
		case *syntax.TransitionDecl:
			hasTransitions = true
		case *syntax.InstanceDecl:
			instances++
		}
	}
	name := ""
	if hasTransitions && instances > 0 {
		name = topName
	}
	top := &machineLowering{checker: c, name: name, top: true, items: items, local: &scope{names: map[string]*object{}}}
	machines = append(machines, top)
	for _, d := range items {
		if in, ok := d.(*syntax.InstanceDecl); ok {
			if in.Name.Text == name {
				c.list.ErrorHint(diag.CodeDuplicateName, in.Name.Span(), "choose another name", "%q is the name of the machine at the top level", name)
			}
			if m := c.instance(in); m != nil {
				machines = append(machines, m)
			}
		}
	}
	for _, m := range machines {
		m.qualify = m.qualifier(len(machines) > 1)
	}
	return machines
}

// qualifier prefixes names with that of the machine if there are several.
func (m *machineLowering) qualifier(several bool) func(string) string {
	if !several || m.name == "" {
		return func(name string) string { return name }
	}
	return func(name string) string { return m.name + "." + name }
}

// instance binds the parameters of a machine.
func (c *checker) instance(d *syntax.InstanceDecl) *machineLowering {
	o := c.lookup(nil, d.Machine.Text)
	if o == nil {
		c.undefined("machine", d.Machine.Text, d.Machine.Span(), nil, kindMachine)
		return nil
	}
	md, ok := o.decl.(*syntax.MachineDecl)
	if !ok {
		c.wrongKind(o, "machine", d.Machine.Span())
		return nil
	}
	if len(d.Args) != len(md.Params) {
		c.list.Errorf(diag.CodeArgumentCount, d.Span(), "machine %s takes %s, not %d", md.Name.Text, plural(len(md.Params), "argument"), len(d.Args))
		return nil
	}
	m := &machineLowering{checker: c, name: d.Name.Text, items: md.Items, local: &scope{names: map[string]*object{}}}
	if in := c.objects[d.Name.Text]; in != nil && in.decl == d {
		in.used, in.variables = true, m.local
	}
	c.distinctNames(md.Params)
	for i, p := range md.Params {
		m.local.names[p.Name.Text] = c.bindParam(p, d.Args[i], m.local)
	}
	return m
}

// bindParam evaluates the argument for a machine parameter: a channel by name, or a constant.
func (c *checker) bindParam(p syntax.Param, arg syntax.Expr, local *scope) *object {
	if p.Channel {
		name, ok := arg.(*syntax.NameExpr)
		if !ok {
			c.list.Errorf(diag.CodeTypeMismatch, arg.Span(), "parameter %s is a channel, so the argument must name one", p.Name.Text)
			return &object{kind: kindChannel, name: p.Name, used: true}
		}
		o := c.lookup(nil, name.Name)
		switch {
		case o == nil:
			c.undefined("channel", name.Name, name.Span(), nil, kindChannel)
			return &object{kind: kindChannel, name: p.Name, used: true}
		case o.kind != kindChannel:
			c.wrongKind(o, "channel", name.Span())
			return &object{kind: kindChannel, name: p.Name, used: true}
		}
		return &object{kind: kindChannel, name: p.Name, channel: o.channel, used: true}
	}
	typ := c.typeOf(p.Type, local)
	l := c.constantContext("an argument of a machine")
	v := l.fitRange(l.expr(arg), typ, arg.Span(), "parameter "+p.Name.Text)
	return &object{kind: kindLocal, name: p.Name, typ: typ, value: v, used: true}
}

// declareVariables gives the variables of the machine their slots. The unnamed machine's variables are global.
func (m *machineLowering) declareVariables() {
	for _, d := range m.items {
		v, ok := d.(*syntax.VarDecl)
		if !ok {
			continue
		}
		o := m.variableObject(v)
		o.typ = m.typeOf(v.Type, m.local)
		name := v.Name.Text
		if !m.top {
			name = m.name + "." + name
		}
		m.addVar(o, name, false)
	}
}

// variableObject is the object of a variable declaration: global ones were entered before.
func (m *machineLowering) variableObject(v *syntax.VarDecl) *object {
	if m.top {
		if o := m.objects[v.Name.Text]; o != nil && o.decl == v {
			return o
		}
		return &object{kind: kindVar, name: v.Name, decl: v} // a duplicate, reported
	}
	if first, twice := m.local.names[v.Name.Text]; twice {
		m.duplicate(v.Name, first.name)
	}
	o := &object{kind: kindVar, name: v.Name, decl: v, used: true}
	m.local.names[v.Name.Text] = o
	return o
}

func (m *machineLowering) initialValues() {
	for _, d := range m.items {
		if v, ok := d.(*syntax.VarDecl); ok {
			o := m.local.names[v.Name.Text]
			if m.top {
				o = m.objects[v.Name.Text]
			}
			if o != nil && o.decl == v {
				m.initialise(o, v.Init, m.local)
			}
		}
	}
}

// lower lowers locations and transitions and adds the machine to the system, unless it has no transitions.
func (m *machineLowering) lower() {
	m.out = &sts.Machine{Name: m.name}
	m.index = len(m.system.Machines)
	m.place = map[string]int{}
	declared, events := m.transitions()
	if len(declared) == 0 {
		return
	}
	m.system.Machines = append(m.system.Machines, m.out)
	if events {
		m.out.Locations = []sts.Location{{Name: "events"}}
		m.refuseLocations()
	} else {
		m.locations(declared)
	}
	m.lowerTransitions(declared, events)
	m.markFinal()
	m.lintSimilar(m.declaredLocations())
}

// declaredLocations are the names in location, initial and final declarations.
func (m *machineLowering) declaredLocations() []string {
	var out []string
	for _, d := range m.items {
		if ld, ok := d.(*syntax.LocationDecl); ok {
			for _, n := range ld.Names {
				out = append(out, n.Text)
			}
		}
	}
	return out
}

// transitions lists the transition declarations; a machine has events or locations, not both.
func (m *machineLowering) transitions() (declared []*syntax.TransitionDecl, events bool) {
	seen := map[string]syntax.Name{}
	for _, d := range m.items {
		t, ok := d.(*syntax.TransitionDecl)
		if !ok {
			continue
		}
		if first, twice := seen[t.Name.Text]; twice {
			m.duplicate(t.Name, first)
		}
		seen[t.Name.Text] = t.Name
		if len(declared) > 0 && declared[0].IsEvent != t.IsEvent {
			m.list.ErrorHint(diag.CodeMixedSystem, t.Name.Span(), "put one of them into a machine of its own", "a machine has events or transitions between locations, not both")
			continue
		}
		declared = append(declared, t)
		events = t.IsEvent
	}
	return declared, events
}

// refuseLocations reports location declarations of an event system.
func (m *machineLowering) refuseLocations() {
	for _, d := range m.items {
		if ld, ok := d.(*syntax.LocationDecl); ok {
			m.list.ErrorHint(diag.CodeMixedSystem, ld.Span(), "remove it, or write transitions instead of events", "an event system has no locations")
		}
	}
}

// locations numbers the locations in order of appearance and finds the initial one.
func (m *machineLowering) locations(declared []*syntax.TransitionDecl) {
	for _, d := range m.items {
		ld, ok := d.(*syntax.LocationDecl)
		if !ok {
			continue
		}
		for _, n := range ld.Names {
			i := m.location(n)
			m.out.Locations[i].Final = m.out.Locations[i].Final || ld.Kind == syntax.FinalLocation
			if ld.Kind == syntax.InitialLocation {
				m.setInitial(n, i)
			}
		}
	}
	for _, t := range declared {
		m.location(t.From)
	}
	for _, t := range declared {
		m.location(t.To)
	}
	if m.initial.Text == "" {
		m.list.ErrorHint(diag.CodeNoInitial, declared[0].Span(), "write: initial "+declared[0].From.Text, "the machine has no initial location")
	}
}

func (m *machineLowering) setInitial(n syntax.Name, i int) {
	if m.initial.Text != "" {
		m.duplicate(n, m.initial)
		return
	}
	m.initial, m.out.Initial = n, i
}

func (m *machineLowering) location(n syntax.Name) int {
	if i, ok := m.place[n.Text]; ok {
		return i
	}
	i := len(m.out.Locations)
	m.place[n.Text] = i
	m.out.Locations = append(m.out.Locations, sts.Location{Name: n.Text, Span: n.Span()})
	return i
}

func (m *machineLowering) lowerTransitions(declared []*syntax.TransitionDecl, events bool) {
	var lowered []*transitionLowering
	for _, d := range declared {
		from, to := 0, 0
		if !events {
			from, to = m.place[d.From.Text], m.place[d.To.Text]
		}
		tl := m.lowerTransition(d, from, to)
		lowered = append(lowered, tl)
		m.out.Transitions = append(m.out.Transitions, tl.t)
	}
	for _, tl := range lowered {
		if tl.isElse {
			tl.lowerElse(lowered)
		}
	}
}

// markFinal makes locations without transitions final.
func (m *machineLowering) markFinal() {
	leaves := make([]bool, len(m.out.Locations))
	for _, t := range m.out.Transitions {
		leaves[t.From] = true
	}
	for i := range m.out.Locations {
		m.out.Locations[i].Final = m.out.Locations[i].Final || !leaves[i]
	}
}
