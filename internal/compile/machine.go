package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/text"
)

// Machines. The transitions at the top level of a file are a machine without a name; each instance declaration is one more,
// lowered separately with its parameters bound to the arguments. A machine without instances is lowered once with unknown
// parameters, only to report its errors.

// topName is the name of the machine at the top level, if there are instances as well.
const topName = "main"

// machineLowering is the state of lowering one machine or instance.
type machineLowering struct {
	*checker
	name    string // of the instance; topName for the machine at the top level of a model with instances
	prefix  string // of the names of transitions and parameters: the name and a dot if there are several machines
	top     bool   // the machine at the top level, whose variables are global
	index   int
	items   []syntax.Decl
	local   *scope
	out     *sts.Machine
	place   map[string]int // location -> index
	initial syntax.Name

	declared []*syntax.TransitionDecl
}

// each lists the declarations of one type.
func each[D syntax.Decl](items []syntax.Decl) []D {
	var out []D
	for _, item := range items {
		if d, ok := item.(D); ok {
			out = append(out, d)
		}
	}
	return out
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
		m.prepare()
	}
	c.env = slices.Grow(c.env, len(machines)) // conditions on where machines are may add a slot for each, while the values of others are held
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

// emptyHint is how to add transitions to a model.
func (c *checker) emptyHint() string {
	if i := slices.IndexFunc(c.order, func(o *object) bool { return o.kind == kindMachine }); i >= 0 {
		return instanceHint(c.order[i])
	}
	return "write transitions as: name: from -> to ..., or events as: event name: ..."
}

func instanceHint(machine *object) string {
	return "write: instance name = " + machine.name.Text + "(...)"
}

// collectMachines finds the unnamed machine and the instances.
func (c *checker) collectMachines(items []syntax.Decl) []*machineLowering {
	instances := each[*syntax.InstanceDecl](items)
	top := &machineLowering{checker: c, top: true, items: items, local: newScope(nil)}
	if len(instances) > 0 && len(each[*syntax.TransitionDecl](items)) > 0 {
		top.name = topName
	}
	machines := []*machineLowering{top}
	for _, in := range instances {
		if in.Name.Text == top.name {
			c.list.ErrorHint(diag.CodeDuplicateName, in.Name.Span(), "choose another name", "%q is the name of the machine at the top level", top.name)
		}
		if m := c.instance(in); m != nil {
			machines = append(machines, m)
		}
	}
	for _, m := range machines {
		if len(machines) > 1 && m.name != "" {
			m.prefix = m.name + "."
		}
	}
	return machines
}

// instance binds the parameters of a machine.
func (c *checker) instance(d *syntax.InstanceDecl) *machineLowering {
	o := c.lookupKind(nil, d.Machine.Text, d.Machine.Span(), kindMachine)
	if o == nil {
		return nil
	}
	md := o.decl.(*syntax.MachineDecl)
	if len(d.Args) != len(md.Params) {
		c.list.Errorf(diag.CodeArgumentCount, d.Span(), "machine %s takes %s, not %d", md.Name.Text, text.Count(len(md.Params), "argument"), len(d.Args))
		return nil
	}
	m := &machineLowering{checker: c, name: d.Name.Text, items: md.Items, local: newScope(nil)}
	if in := c.objects[d.Name.Text]; in != nil && in.decl == d {
		in.used, in.variables = true, m.local
	}
	c.distinctParams(md.Params)
	for i, p := range md.Params {
		c.bindParam(p, d.Args[i], m.local)
	}
	return m
}

// bindParam binds a machine parameter to its argument: a channel by name, or a constant.
func (c *checker) bindParam(p syntax.Param, arg syntax.Expr, local *scope) {
	if p.Channel {
		local.names[p.Name.Text] = &object{kind: kindChannel, name: p.Name, channel: c.channelArgument(p, arg), used: true}
		c.uses.add(p.Name.Span(), local.names[p.Name.Text])
		return
	}
	typ := c.typeOf(p.Type, local)
	l := c.constantContext("an argument of a machine")
	local.bind(p.Name, l.fitRange(l.expr(arg), typ, arg.Span(), "parameter "+p.Name.Text))
	c.uses.add(p.Name.Span(), local.names[p.Name.Text])
}

// channelArgument is the channel that an argument names, or nil after an error.
func (c *checker) channelArgument(p syntax.Param, arg syntax.Expr) *sts.Channel {
	name, ok := arg.(*syntax.NameExpr)
	if !ok {
		c.list.Errorf(diag.CodeTypeMismatch, arg.Span(), "parameter %s is a channel, so the argument must name one", p.Name.Text)
		return nil
	}
	if o := c.lookupKind(nil, name.Name, name.Span(), kindChannel); o != nil {
		return o.channel
	}
	return nil
}

// declareVariables gives the variables of the machine their slots. The unnamed machine's variables are global.
func (m *machineLowering) declareVariables() {
	for _, v := range each[*syntax.VarDecl](m.items) {
		o, name := m.objects[v.Name.Text], v.Name.Text
		switch {
		case !m.top:
			o, name = m.declareLocal(v), m.name+"."+name
		case o == nil || o.decl != v:
			o = &object{kind: kindVar, name: v.Name, decl: v} // a duplicate, reported
		}
		o.typ = m.typeOf(v.Type, m.local)
		m.addVar(o, name, false)
		m.markClock(v)
	}
}

// declareLocal enters a variable of an instance.
func (m *machineLowering) declareLocal(v *syntax.VarDecl) *object {
	if first, twice := m.local.names[v.Name.Text]; twice {
		m.duplicate(v.Name, first.name)
	}
	o := &object{kind: kindVar, name: v.Name, decl: v, used: true}
	m.local.names[v.Name.Text] = o
	m.uses.add(v.Name.Span(), o)
	return o
}

func (m *machineLowering) initialValues() {
	names := m.local.names
	if m.top {
		names = m.objects
	}
	for _, v := range each[*syntax.VarDecl](m.items) {
		if o := names[v.Name.Text]; o != nil && o.decl == v {
			m.initialise(o, v.Init, m.local)
		}
	}
}

// prepare finds the locations and adds the machine to the system, unless it has no transitions.
func (m *machineLowering) prepare() {
	m.out = &sts.Machine{Name: m.name}
	m.index = len(m.system.Machines)
	m.place = map[string]int{}
	declared, events := m.transitions()
	if m.declared = declared; len(declared) == 0 {
		return
	}
	m.system.Machines = append(m.system.Machines, m.out)
	if m.name != "" {
		m.machines[m.name] = m
	}
	if events {
		m.out.Locations = []sts.Location{{Name: "events"}}
		for _, d := range each[*syntax.LocationDecl](m.items) {
			m.list.ErrorHint(diag.CodeMixedSystem, d.Span(), "remove it, or write transitions instead of events", "an event system has no locations")
		}
	} else {
		m.locations(declared)
	}
}

// lower lowers conditions of locations and transitions.
func (m *machineLowering) lower() {
	if len(m.declared) == 0 {
		return
	}
	m.timing()
	m.lowerTransitions(m.declared)
	m.markFinal()
	m.warnSimilar()
}

// transitions lists the transition declarations; a machine has events or locations, not both.
func (m *machineLowering) transitions() (declared []*syntax.TransitionDecl, events bool) {
	var names []syntax.Name
	for _, t := range each[*syntax.TransitionDecl](m.items) {
		names = append(names, t.Name)
		if len(declared) > 0 && declared[0].IsEvent != t.IsEvent {
			m.list.ErrorHint(diag.CodeMixedSystem, t.Name.Span(), "put one of them into a machine of its own",
				"a machine has events or transitions between locations, not both")
			continue
		}
		declared = append(declared, t)
		events = t.IsEvent
	}
	m.distinct(names...)
	return declared, events
}

// locations numbers the locations in order of appearance and finds the initial one.
func (m *machineLowering) locations(declared []*syntax.TransitionDecl) {
	for _, d := range each[*syntax.LocationDecl](m.items) {
		for _, l := range d.Locations {
			n := l.Name
			i := m.location(n)
			m.out.Locations[i].Final = m.out.Locations[i].Final || d.Kind == syntax.FinalLocation
			switch {
			case d.Kind != syntax.InitialLocation:
			case m.initial.Text != "":
				m.duplicate(n, m.initial)
			default:
				m.initial, m.out.Initial = n, i
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

func (m *machineLowering) location(n syntax.Name) int {
	if i, ok := m.place[n.Text]; ok {
		m.uses.place(kindLocation, n.Span(), m.out.Locations[i].Span)
		return i
	}
	i := len(m.out.Locations)
	m.place[n.Text] = i
	m.out.Locations = append(m.out.Locations, sts.Location{Name: n.Text, Span: n.Span()})
	m.uses.place(kindLocation, n.Span(), n.Span())
	return i
}

func (m *machineLowering) lowerTransitions(declared []*syntax.TransitionDecl) {
	var lowered []*transitionLowering
	for _, d := range declared {
		tl := m.lowerTransition(d)
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
	left := make([]bool, len(m.out.Locations))
	for _, t := range m.out.Transitions {
		left[t.From] = true
	}
	for i := range m.out.Locations {
		m.out.Locations[i].Final = m.out.Locations[i].Final || !left[i]
	}
}
