package compile

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/language/compile/expression"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Machines. The transitions at the top level of a file are a machine without a name; each instance declaration is one more,
// lowered separately with its parameters bound to the arguments. A machine without instances is lowered once with unknown
// parameters, only to report its errors.

// machineLowering is the state of lowering one machine or instance.
type machineLowering struct {
	*compiler
	expression.Machine
	name    string // of the instance; topName for the machine at the top level of a model with instances
	prefix  string // of the names of transitions and parameters: the name and a dot if there are several machines
	top     bool   // the machine at the top level, whose variables are global
	items   []syntax.Decl
	local   *symbols.Scope
	initial syntax.Name

	declared []*syntax.TransitionDecl
}

// Each lists the declarations of one type.
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
func (c *compiler) lowerAll(files []*syntax.File, options Options) {
	for _, o := range c.Order {
		if o.Kind == symbols.KindConst && !o.Value.OK() && o.Type != nil {
			c.addVar(o, o.Name.Text, true)
			c.markFeature(o)
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
	c.Env = slices.Grow(c.Env, len(machines)) // conditions on locations may add a slot for each machine, while the values of others are held
	for _, m := range machines {
		m.lower()
	}
	c.lowerConditions(items, options)
	lowerNamed(c, items, func(d *syntax.PurposeDecl) syntax.Name { return d.Name }, c.lowerPurpose)
	lowerNamed(c, items, func(d *syntax.ClassifyDecl) syntax.Name { return d.Name }, c.lowerClassifier)
	c.checkUninstantiated()
	if len(c.System.Machines) == 0 && !c.List.HasErrors() {
		c.List.ErrorHint(diag.CodeEmptyModel, headOf(files[len(files)-1]), c.emptyHint(), "the model has no transitions")
	}
}

// emptyHint describes how to add transitions to a model.
func (c *compiler) emptyHint() string {
	if i := slices.IndexFunc(c.Order, func(o *symbols.Object) bool { return o.Kind == symbols.KindMachine }); i >= 0 {
		return instanceHint(c.Order[i])
	}
	return "write transitions as: name: from -> to ..., or events as: event name: ..."
}

func instanceHint(machine *symbols.Object) string {
	return "write: instance name = " + machine.Name.Text + "(...)"
}

// collectMachines finds the unnamed machine and the instances.
func (c *compiler) collectMachines(items []syntax.Decl) []*machineLowering {
	instances := each[*syntax.InstanceDecl](items)
	top := &machineLowering{compiler: c, top: true, items: items, local: symbols.NewScope(nil)}
	if len(instances) > 0 && len(each[*syntax.TransitionDecl](items)) > 0 {
		top.name = expression.TopName
	}
	machines := []*machineLowering{top}
	for _, in := range instances {
		if in.Name.Text == top.name {
			c.List.ErrorHint(diag.CodeDuplicateName, in.Name.Span(), "choose another name", "%q is the name of the machine at the top level", top.name)
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
func (c *compiler) instance(d *syntax.InstanceDecl) *machineLowering {
	o := c.LookupKind(nil, d.Machine.Text, d.Machine.Span(), symbols.KindMachine)
	if o == nil {
		return nil
	}
	md := o.Decl.(*syntax.MachineDecl)
	if len(d.Args) != len(md.Params) {
		c.List.Errorf(diag.CodeArgumentCount, d.Span(), "machine %s takes %s, not %d", md.Name.Text, text.Count(len(md.Params), "argument"), len(d.Args))
		return nil
	}
	m := &machineLowering{compiler: c, name: d.Name.Text, items: md.Items, local: symbols.NewScope(nil)}
	if in := c.Objects[d.Name.Text]; in != nil && in.Decl == d {
		in.Used, in.Variables = true, m.local
	}
	c.DistinctParams(md.Params)
	for i, p := range md.Params {
		c.bindParam(p, d.Args[i], m.local)
	}
	return m
}

// bindParam binds a machine parameter to its argument: a channel by name, or a constant.
func (c *compiler) bindParam(p syntax.Param, arg syntax.Expr, local *symbols.Scope) {
	if p.Channel {
		local.Names[p.Name.Text] = &symbols.Object{Kind: symbols.KindChannel, Name: p.Name, Channel: c.channelArgument(p, arg), Used: true}
		c.Uses.Add(p.Name.Span(), local.Names[p.Name.Text])
		return
	}
	typ := c.TypeOf(p.Type, local)
	l := c.ConstantContext("an argument of a machine")
	local.Bind(p.Name, l.FitRange(l.Expr(arg), typ, arg.Span(), "parameter "+p.Name.Text))
	c.Uses.Add(p.Name.Span(), local.Names[p.Name.Text])
}

// channelArgument is the channel that an argument names, or nil after an error.
func (c *compiler) channelArgument(p syntax.Param, arg syntax.Expr) *sts.Channel {
	name, ok := arg.(*syntax.NameExpr)
	if !ok {
		c.List.Errorf(diag.CodeTypeMismatch, arg.Span(), "parameter %s is a channel, so the argument must name one", p.Name.Text)
		return nil
	}
	if o := c.LookupKind(nil, name.Name, name.Span(), symbols.KindChannel); o != nil {
		return o.Channel
	}
	return nil
}

// declareVariables gives the variables of the machine their slots. The unnamed machine's variables are global.
func (m *machineLowering) declareVariables() {
	for _, v := range each[*syntax.VarDecl](m.items) {
		o, name := m.Objects[v.Name.Text], v.Name.Text
		switch {
		case !m.top:
			o, name = m.declareLocal(v), m.name+"."+name
		case o == nil || o.Decl != v:
			o = &symbols.Object{Kind: symbols.KindVar, Name: v.Name, Decl: v} // a duplicate, reported
		}
		o.Type = m.TypeOf(v.Type, m.local)
		m.addVar(o, name, false)
		m.markClock(v)
	}
}

// declareLocal enters a variable of an instance.
func (m *machineLowering) declareLocal(v *syntax.VarDecl) *symbols.Object {
	if first, twice := m.local.Names[v.Name.Text]; twice {
		m.Duplicate(v.Name, first.Name)
	}
	o := &symbols.Object{Kind: symbols.KindVar, Name: v.Name, Decl: v, Used: true}
	m.local.Names[v.Name.Text] = o
	m.Uses.Add(v.Name.Span(), o)
	return o
}

func (m *machineLowering) initialValues() {
	names := m.local.Names
	if m.top {
		names = m.Objects
	}
	for _, v := range each[*syntax.VarDecl](m.items) {
		if o := names[v.Name.Text]; o != nil && o.Decl == v {
			m.initialise(o, v.Init, m.local)
		}
	}
}

// prepare finds the locations and adds the machine to the system, unless it has no transitions.
func (m *machineLowering) prepare() {
	m.Out = &sts.Machine{Name: m.name}
	m.Index = len(m.System.Machines)
	m.Place = map[string]int{}
	declared, events := m.transitions()
	if m.declared = declared; len(declared) == 0 {
		return
	}
	m.System.Machines = append(m.System.Machines, m.Out)
	if m.name != "" {
		m.Machines[m.name] = &m.Machine
	}
	if events {
		m.Out.Locations = []sts.Location{{Name: "events"}}
		for _, d := range each[*syntax.LocationDecl](m.items) {
			m.List.ErrorHint(diag.CodeMixedSystem, d.Span(), "remove it, or write transitions instead of events", "an event system has no locations")
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
			m.List.ErrorHint(diag.CodeMixedSystem, t.Name.Span(), "put one of them into a machine of its own",
				"a machine has events or transitions between locations, not both")
			continue
		}
		declared = append(declared, t)
		events = t.IsEvent
	}
	m.Distinct(names...)
	return declared, events
}

// locations numbers the locations in order of appearance and finds the initial one.
func (m *machineLowering) locations(declared []*syntax.TransitionDecl) {
	for _, d := range each[*syntax.LocationDecl](m.items) {
		for _, l := range d.Locations {
			n := l.Name
			i := m.location(n)
			m.Out.Locations[i].Final = m.Out.Locations[i].Final || d.Kind == syntax.FinalLocation
			switch {
			case d.Kind != syntax.InitialLocation:
			case m.initial.Text != "":
				m.Duplicate(n, m.initial)
			default:
				m.initial, m.Out.Initial = n, i
			}
		}
	}
	for _, t := range declared {
		m.location(t.From)
	}
	for _, t := range declared {
		for _, to := range t.Targets() {
			m.location(to)
		}
	}
	if m.initial.Text == "" {
		m.List.ErrorHint(diag.CodeNoInitial, declared[0].Span(), "write: initial "+declared[0].From.Text, "the machine has no initial location")
	}
}

func (m *machineLowering) location(n syntax.Name) int {
	if i, ok := m.Place[n.Text]; ok {
		m.Uses.Place(symbols.KindLocation, n.Span(), m.Out.Locations[i].Span)
		return i
	}
	i := len(m.Out.Locations)
	m.Place[n.Text] = i
	m.Out.Locations = append(m.Out.Locations, sts.Location{Name: n.Text, Span: n.Span()})
	m.Uses.Place(symbols.KindLocation, n.Span(), n.Span())
	return i
}

func (m *machineLowering) lowerTransitions(declared []*syntax.TransitionDecl) {
	var lowered []*transitionLowering
	for _, d := range declared {
		lowered = append(lowered, m.lowerBranches(d)...)
	}
	for _, tl := range lowered {
		m.Out.Transitions = append(m.Out.Transitions, tl.t)
		if tl.t.Else {
			tl.lowerElse(lowered)
		}
	}
	for _, tl := range lowered {
		tl.demandChance()
	}
}

// markFinal makes locations without transitions final.
func (m *machineLowering) markFinal() {
	left := make([]bool, len(m.Out.Locations))
	for _, t := range m.Out.Transitions {
		left[t.From] = true
	}
	for i := range m.Out.Locations {
		m.Out.Locations[i].Final = m.Out.Locations[i].Final || !left[i]
	}
}
