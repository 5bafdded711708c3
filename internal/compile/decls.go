package compile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/syntax"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Channels, externs with contracts, variables, functions, invariants, predicates, purposes.

const maxQueue = 1000

func (c *checker) resolveChannel(o *object) {
	d := o.decl.(*syntax.ChannelDecl)
	ch := &sts.Channel{Name: d.Name.Text, Direction: sts.Direction(d.Direction), Queue: -1, Urgent: d.Urgent, Broadcast: d.Broadcast, Span: d.Name.Span()}
	c.distinctParams(d.Payload)
	for _, p := range d.Payload {
		t := c.typeOf(p.Type, nil)
		if t == nil {
			return
		}
		ch.Payload = append(ch.Payload, t)
		ch.Names = append(ch.Names, p.Name.Text)
	}
	if d.Fifo != nil && !c.resolveQueue(d, ch) {
		return
	}
	o.channel = ch
	c.system.Channels = append(c.system.Channels, ch)
}

// resolveQueue gives a channel the queue of its declaration.
func (c *checker) resolveQueue(d *syntax.ChannelDecl, ch *sts.Channel) bool {
	n, ok := c.constantInt(d.Fifo, nil, "the capacity of a channel")
	switch {
	case !ok:
	case n < 1 || n > maxQueue:
		c.list.Errorf(diag.CodeBadLength, d.Fifo.Span(), "the capacity of a channel must be between 1 and %d", maxQueue)
	case d.Direction != syntax.Internal:
		c.list.ErrorHint(diag.CodeChannelUse, d.Fifo.Span(), "declare it with channel", "only a channel between machines can be a queue")
	default:
		ch.Capacity, ch.Queue = int(n), c.system.Queues()
	}
	return ch.Capacity > 0
}

func (c *checker) resolveExtern(o *object) {
	d := o.decl.(*syntax.ExternDecl)
	x := &sts.Extern{Name: d.Name.Text, Span: d.Name.Span(), Result: c.typeOf(d.Result, nil)}
	params := slices.Clone(d.Params)
	for i, p := range params {
		typ := c.typeOf(p.Type, nil)
		if typ == nil {
			return
		}
		params[i].Name.Text = paramName(p.Name.Text, i)
		x.Params = append(x.Params, sts.Field{Name: params[i].Name.Text, Type: typ, Span: params[i].Name.Span()})
		if p.Name.Text == resultName {
			c.list.ErrorHint(diag.CodeDuplicateName, p.Name.Span(), "choose another name",
				"a parameter cannot be called \"result\", which contracts use for the value of the extern")
		}
	}
	c.distinctParams(params)
	if x.Result == nil {
		return
	}
	for _, p := range x.Params {
		x.Inputs = append(x.Inputs, c.leafVars(x.Name+"."+p.Name, p.Type)...)
	}
	x.Output = c.leafVars(x.Name+".result", x.Result)
	for _, t := range d.Tables {
		x.Tables = append(x.Tables, sts.FileRef{Path: t.Path, Span: t.Span()})
	}
	c.runners(d, x)
	o.extern = x
	c.system.Externs = append(c.system.Externs, x)
}

// paramName gives an unnamed parameter the name that papers and tables use: x1, x2, ...
func paramName(name string, i int) string { return cmp.Or(name, "x"+strconv.Itoa(i+1)) }

func (c *checker) leafVars(name string, t *sts.Type) []*term.Term {
	var out []*term.Term
	for _, leaf := range t.Leaves() {
		out = append(out, c.store.Var(name+leaf.Path, leaf.Sort))
	}
	return out
}

var runnerKinds = []string{"starlark", "wasm", "exec", "http", "go"}

func (c *checker) runners(d *syntax.ExternDecl, x *sts.Extern) {
	for _, r := range d.Runners {
		if !slices.Contains(runnerKinds, r.Kind.Text) {
			c.list.ErrorHint(diag.CodeUndefinedName, r.Kind.Span(), "runners are starlark, wasm, exec, http and go", "no runner is called %q", r.Kind.Text)
			continue
		}
		x.Runners = append(x.Runners, sts.Runner{Kind: r.Kind.Text, Spec: r.Spec, Span: r.Span()})
	}
}

// lowerContracts needs the slots of frozen constants, so it comes after the variables.
func (c *checker) lowerContracts() {
	for _, o := range c.order {
		d, ok := o.decl.(*syntax.ExternDecl)
		if !ok || o.extern == nil {
			continue
		}
		names := map[string]syntax.Name{}
		for _, k := range d.Contracts {
			switch first, twice := names[k.Name.Text]; {
			case twice && k.Name.Text != "":
				c.duplicate(k.Name, first)
			case twice:
				c.list.ErrorHint(diag.CodeDuplicateName, k.Span(), "give the contracts names", "an extern can have only one contract without a name")
			}
			names[k.Name.Text] = k.Name
			o.extern.Contracts = append(o.extern.Contracts, c.lowerContract(o.extern, k))
		}
	}
}

func (c *checker) lowerContract(x *sts.Extern, k syntax.Contract) sts.Contract {
	out := sts.Contract{Name: k.Name.Text, Span: k.Span()}
	params := newScope(nil)
	inputs := x.Inputs
	for _, p := range x.Params {
		size := p.Type.Size()
		params.bind(syntax.Name{Place: syntax.Place{At: p.Span}, Text: p.Name}, c.normal(operand{typ: p.Type, terms: inputs[:size]}))
		inputs = inputs[size:]
	}
	for _, b := range k.Behaviors {
		out.Behaviors = append(out.Behaviors, c.lowerBehavior(x, b, params))
	}
	return out
}

// resultName is what a postcondition calls the value of the extern.
const resultName = "result"

// lowerBehavior lowers a behaviour, whose postcondition may mention the result too. What makes a condition meaningful, such as a
// divisor that is not zero, becomes part of it.
func (c *checker) lowerBehavior(x *sts.Extern, b syntax.Behavior, params *scope) sts.Behavior {
	pre := c.frozenContext("a precondition").within(newScope(params))
	post := c.frozenContext("a postcondition").within(newScope(params))
	post.local.bind(syntax.Name{Text: resultName}, c.normal(operand{typ: x.Result, terms: x.Output}))
	out := sts.Behavior{Name: b.Name.Text, Pre: c.store.True(), Post: c.store.True(), Span: b.Span()}
	if b.Requires != nil {
		c.refuseResult(b.Requires, pre.local)
		out.Pre = pre.condition(b.Requires, "a precondition")
	}
	if b.Ensures != nil {
		out.Post = post.assuming(out.Pre).condition(b.Ensures, "a postcondition")
	}
	out.Pre = c.store.And(out.Pre, c.conditions(*pre.safety))
	out.Post = c.store.And(out.Post, c.conditions(*post.safety))
	return out
}

// refuseResult gives a better message than "no such name" for a precondition that mentions the result, and binds the name.
func (c *checker) refuseResult(e syntax.Expr, names *scope) {
	if names.find(resultName) != nil || c.objects[resultName] != nil {
		return
	}
	syntax.Walk(e, func(x syntax.Expr) {
		if n, ok := x.(*syntax.NameExpr); ok && n.Name == resultName {
			c.list.ErrorHint(diag.CodeResultPlace, n.Span(), "move it to ensures", "a precondition cannot mention the result")
			names.bind(syntax.Name{Text: resultName}, operand{})
		}
	})
}

func (c *checker) conditions(os []sts.Obligation) *term.Term {
	return c.store.And(sts.Conditions(os)...)
}

// stateContext may read all variables but call no externs.
func (c *checker) stateContext(place string) *lowering {
	l := c.constantContext(place)
	l.env = c.env[:len(c.env):len(c.env)]
	return l
}

// frozenContext may read frozen constants but no variables.
func (c *checker) frozenContext(place string) *lowering {
	l := c.stateContext(place)
	l.frozenOnly = true
	return l
}

// addVar gives a variable its slots.
func (c *checker) addVar(o *object, name string, frozen bool) {
	if o.typ == nil {
		return
	}
	o.first = len(c.system.Slots)
	if o.first+o.typ.Size() > maxSlots {
		c.list.Errorf(diag.CodeTooLarge, o.name.Span(), "the variables of the model have more than %d scalars", maxSlots)
		o.typ = nil
		return
	}
	for _, leaf := range o.typ.Leaves() {
		slot := sts.Slot{Name: name + leaf.Path, Sort: leaf.Sort}
		slot.Term = c.store.Var(slot.Name, leaf.Sort)
		c.system.Slots, c.env = append(c.system.Slots, slot), append(c.env, slot.Term)
	}
	c.system.Vars = append(c.system.Vars, sts.Var{Name: name, Type: o.typ, First: o.first, Frozen: frozen, Span: o.name.Span()})
}

// initialise lowers the initial value of a variable.
func (c *checker) initialise(o *object, init syntax.Expr, local *scope) {
	if init == nil || o.typ == nil {
		return
	}
	l := c.frozenContext("an initial value").within(local)
	v := l.fitRange(l.expr(init), o.typ, init.Span(), "the initial value of "+o.name.Text)
	if !v.ok() {
		return
	}
	c.system.Initialise(o.first, v.terms, *l.safety)
}

// checkFunctions lowers every function once with its parameters as variables, so that errors show without a call.
func (c *checker) checkFunctions() {
	for _, o := range c.order {
		d, ok := o.decl.(*syntax.FunctionDecl)
		if !ok {
			continue
		}
		c.distinctParams(d.Params)
		l := c.stateContext("a function").within(newScope(nil))
		for _, p := range d.Params {
			if typ := c.typeOf(p.Type, nil); typ != nil {
				l.local.bind(p.Name, operand{typ: typ, terms: c.leafVars(d.Name.Text+"."+p.Name.Text, typ)})
				c.uses.add(p.Name.Span(), l.local.names[p.Name.Text])
			}
		}
		o.resolved = inProgress
		l.fitRange(l.expr(d.Body), c.typeOf(d.Result, nil), d.Body.Span(), "the result of "+d.Name.Text)
		o.resolved = untouched
	}
}

// Conditions over the state (assume, invariants, predicates) and purposes.

func (c *checker) lowerConditions(items []syntax.Decl) {
	var names []syntax.Name
	var assumed []*term.Term
	for _, d := range items {
		switch d := d.(type) {
		case *syntax.AssumeDecl:
			assumed = append(assumed, c.safeCondition(d.Cond, "an assumption", "an assumption"))
		case *syntax.InvariantDecl:
			names = append(names, d.Name)
			l := c.stateContext("an invariant")
			cond := l.condition(d.Cond, "an invariant")
			c.system.Invariants = append(c.system.Invariants, sts.Named{Name: d.Name.Text, Cond: cond, Safety: *l.safety, Span: d.Name.Span()})
		case *syntax.PredicatesDecl:
			names = append(names, d.Name)
			set := sts.PredicateSet{Name: d.Name.Text}
			for _, e := range d.Conds {
				set.Conds = append(set.Conds, c.safeCondition(e, "a predicate", "a predicate"))
				set.Texts = append(set.Texts, e.Span().Text())
			}
			c.system.Predicates = append(c.system.Predicates, set)
		}
	}
	c.system.Begin(c.store.And(append(assumed, c.arbitraryValues())...))
	c.distinct(names...)
}

// safeCondition lowers a condition over the state together with what makes it meaningful, such as a divisor that is not zero.
func (c *checker) safeCondition(e syntax.Expr, place, what string) *term.Term {
	l := c.stateContext(place)
	cond := l.condition(e, what)
	return c.store.And(cond, c.conditions(*l.safety))
}

func (c *checker) lowerPurposes(items []syntax.Decl) {
	var names []syntax.Name
	for _, p := range each[*syntax.PurposeDecl](items) {
		names = append(names, p.Name)
		c.lowerPurpose(p)
	}
	c.distinct(names...)
}

func (c *checker) lowerPurpose(d *syntax.PurposeDecl) {
	p := sts.Purpose{Name: d.Name.Text, Kind: sts.PurposeKind(d.Kind), Cond: c.store.True()}
	if d.Kind == syntax.PurposeLocation {
		if !c.purposeLocation(&p, d.Names[0]) {
			return
		}
		if d.Cond != nil {
			p.Cond = c.safeCondition(d.Cond, "a purpose", "the condition of a purpose")
		}
	} else {
		for _, n := range d.Names {
			t := c.transitionNamed(n)
			if t == nil && n.Text != "*" {
				return
			}
			p.Transitions = append(p.Transitions, t)
		}
	}
	c.system.Purposes = append(c.system.Purposes, p)
}

// transitionNamed finds a transition by its qualified name; "*" is nil without an error.
func (c *checker) transitionNamed(n syntax.Name) *sts.Transition {
	if n.Text == "*" {
		return nil
	}
	var names []string
	for _, m := range c.system.Machines {
		for _, t := range m.Transitions {
			if t.Name == n.Text {
				c.useQualified(n, kindTransition, t.Span)
				return t
			}
			names = append(names, t.Name)
		}
	}
	c.list.ErrorHint(diag.CodeUndefinedName, n.Span(), qualifiedHint(n.Text, names), "no transition is called %q", n.Text)
	return nil
}

// qualifiedHint proposes the name with that of its machine before it, or the closest name.
func qualifiedHint(name string, candidates []string) string {
	for _, c := range candidates {
		if strings.HasSuffix(c, "."+name) {
			return "did you mean \"" + c + "\"?"
		}
	}
	return diag.DidYouMean(name, candidates)
}

// purposeLocation resolves "idle", or "left.idle" where there are several machines.
func (c *checker) purposeLocation(p *sts.Purpose, n syntax.Name) bool {
	var names []string
	for i, m := range c.system.Machines {
		for j, l := range m.Locations {
			qualified := l.Name
			if m.Name != "" {
				qualified = m.Name + "." + l.Name
			}
			if n.Text == qualified || n.Text == l.Name && len(c.system.Machines) == 1 {
				p.Machine, p.Location = i, j
				c.useQualified(n, kindLocation, l.Span)
				return true
			}
			names = append(names, qualified)
		}
	}
	c.list.ErrorHint(diag.CodeUndefinedName, n.Span(), qualifiedHint(n.Text, names), "no location is called %q", n.Text)
	return false
}
