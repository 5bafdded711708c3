package compile

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/expression"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
)

// Channels, externs with contracts, variables, functions, invariants, predicates, purposes.

const maxQueue = 1000

func (c *compiler) resolveChannel(o *symbols.Object) {
	d := o.Decl.(*syntax.ChannelDecl)
	ch := &sts.Channel{Name: d.Name.Text, Direction: sts.Direction(d.Direction), Queue: -1, Urgent: d.Urgent, Broadcast: d.Broadcast, Span: d.Name.Span()}
	c.DistinctParams(d.Payload)
	for _, p := range d.Payload {
		t := c.TypeOf(p.Type, nil)
		if t == nil {
			return
		}
		ch.Payload = append(ch.Payload, t)
		ch.Names = append(ch.Names, p.Name.Text)
	}
	if d.Fifo != nil && !c.resolveQueue(d, ch) {
		return
	}
	o.Channel = ch
	c.System.Channels = append(c.System.Channels, ch)
}

// resolveQueue gives a channel the queue of its declaration.
func (c *compiler) resolveQueue(d *syntax.ChannelDecl, ch *sts.Channel) bool {
	n, ok := c.ConstantInt(d.Fifo, nil, "the capacity of a channel")
	switch {
	case !ok:
	case n < 1 || n > maxQueue:
		c.List.Errorf(diag.CodeBadLength, d.Fifo.Span(), "the capacity of a channel must be between 1 and %d", maxQueue)
	case d.Direction != syntax.Internal:
		c.List.ErrorHint(diag.CodeChannelUse, d.Fifo.Span(), "declare it with channel", "only a channel between machines can be a queue")
	default:
		ch.Capacity, ch.Queue = int(n), c.System.Queues()
	}
	return ch.Capacity > 0
}

func (c *compiler) resolveExtern(o *symbols.Object) {
	d := o.Decl.(*syntax.ExternDecl)
	x := &sts.Extern{Name: d.Name.Text, Span: d.Name.Span(), Result: c.TypeOf(d.Result, nil)}
	params := slices.Clone(d.Params)
	for i, p := range params {
		typ := c.TypeOf(p.Type, nil)
		if typ == nil {
			return
		}
		params[i].Name.Text = paramName(p.Name.Text, i)
		x.Params = append(x.Params, sts.Field{Name: params[i].Name.Text, Type: typ, Span: params[i].Name.Span()})
		if p.Name.Text == resultName {
			c.List.ErrorHint(diag.CodeDuplicateName, p.Name.Span(), "choose another name",
				"a parameter cannot be called \"result\", which contracts use for the value of the extern")
		}
	}
	c.DistinctParams(params)
	if x.Result == nil {
		return
	}
	for _, p := range x.Params {
		x.Inputs = append(x.Inputs, c.typedVars(x, x.Name+"."+p.Name, p.Type)...)
	}
	x.Output = c.typedVars(x, x.Name+".result", x.Result)
	for _, t := range d.Tables {
		x.Tables = append(x.Tables, sts.FileRef{Path: t.Path, Span: t.Span()})
	}
	c.runners(d, x)
	o.Extern = x
	c.System.Externs = append(c.System.Externs, x)
}

// paramName gives an unnamed parameter the name that papers and tables use: x1, x2, ...
func paramName(name string, i int) string { return cmp.Or(name, "x"+strconv.Itoa(i+1)) }

// typedVars makes the variables of a parameter or of the result of an extern, and the conditions of their type.
func (c *compiler) typedVars(x *sts.Extern, name string, t *sts.Type) []*term.Term {
	out := c.leafVars(name, t)
	if proper := c.Proper(t, out); !proper.IsTrue() {
		x.Typed = append(x.Typed, proper)
	}
	return out
}

func (c *compiler) leafVars(name string, t *sts.Type) []*term.Term {
	var out []*term.Term
	for _, leaf := range t.Leaves() {
		out = append(out, c.Store.Var(name+leaf.Path, leaf.Sort))
	}
	return out
}

var runnerKinds = []string{"starlark", "wasm", "exec", "http", "go"}

func (c *compiler) runners(d *syntax.ExternDecl, x *sts.Extern) {
	for _, r := range d.Runners {
		if !slices.Contains(runnerKinds, r.Kind.Text) {
			c.List.ErrorHint(diag.CodeUndefinedName, r.Kind.Span(), "runners are starlark, wasm, exec, http and go", "no runner is called %q", r.Kind.Text)
			continue
		}
		x.Runners = append(x.Runners, sts.Runner{Kind: r.Kind.Text, Spec: r.Spec, Span: r.Span()})
	}
}

// lowerContracts needs the slots of frozen constants, so it comes after the variables.
func (c *compiler) lowerContracts() {
	for _, o := range c.Order {
		d, ok := o.Decl.(*syntax.ExternDecl)
		if !ok || o.Extern == nil {
			continue
		}
		names := map[string]syntax.Name{}
		for _, k := range d.Contracts {
			switch first, twice := names[k.Name.Text]; {
			case twice && k.Name.Text != "":
				c.Duplicate(k.Name, first)
			case twice:
				c.List.ErrorHint(diag.CodeDuplicateName, k.Span(), "give the contracts names", "an extern can have only one contract without a name")
			}
			names[k.Name.Text] = k.Name
			o.Extern.Contracts = append(o.Extern.Contracts, c.lowerContract(o.Extern, k))
		}
	}
}

func (c *compiler) lowerContract(x *sts.Extern, k syntax.Contract) sts.Contract {
	out := sts.Contract{Name: k.Name.Text, Span: k.Span()}
	params := symbols.NewScope(nil)
	inputs := x.Inputs
	for _, p := range x.Params {
		size := p.Type.Size()
		params.Bind(syntax.Name{Place: syntax.Place{At: p.Span}, Text: p.Name}, c.Normal(operand.Operand{Type: p.Type, Terms: inputs[:size]}))
		inputs = inputs[size:]
	}
	for _, b := range k.Behaviors {
		out.Behaviors = append(out.Behaviors, c.lowerBehavior(x, b, params))
	}
	return out
}

// resultName is the name of the value of the extern in a postcondition.
const resultName = "result"

// lowerBehavior lowers a behaviour, whose postcondition may mention the result too. Obligations of a condition, such as a divisor that is not
// zero, become part of it.
func (c *compiler) lowerBehavior(x *sts.Extern, b syntax.Behavior, params *symbols.Scope) sts.Behavior {
	pre := c.frozenContext("a precondition").Within(symbols.NewScope(params))
	post := c.frozenContext("a postcondition").Within(symbols.NewScope(params))
	result := c.Normal(operand.Operand{Type: x.Result, Terms: x.Output})
	post.Local.Bind(syntax.Name{Text: resultName}, result)
	out := sts.Behavior{Name: b.Name.Text, Pre: c.Store.True(), Post: c.Store.True(), Span: b.Span()}
	if b.Requires != nil {
		c.refuseResult(b.Requires, pre.Local)
		out.Pre = pre.Condition(b.Requires, "a precondition")
	}
	if b.Ensures != nil {
		out.Post = post.Assuming(out.Pre).Condition(b.Ensures, "a postcondition")
	}
	out.Pre = c.Store.And(out.Pre, c.conditions(*pre.Safety))
	out.Post = c.Store.And(out.Post, c.conditions(*post.Safety))
	if operand.IsWidened(x.Result, false) {
		out.Post = c.Store.And(out.Post, c.Inside(x.Result, result.Terms))
	}
	return out
}

// refuseResult gives a better message than "no such name" for a precondition that mentions the result, and binds the name.
func (c *compiler) refuseResult(e syntax.Expr, names *symbols.Scope) {
	if names.Find(resultName) != nil || c.Objects[resultName] != nil {
		return
	}
	syntax.Walk(e, func(x syntax.Expr) {
		if n, ok := x.(*syntax.NameExpr); ok && n.Name == resultName {
			c.List.ErrorHint(diag.CodeResultPlace, n.Span(), "move it to ensures", "a precondition cannot mention the result")
			names.Bind(syntax.Name{Text: resultName}, operand.Operand{})
		}
	})
}

func (c *compiler) conditions(os []sts.Obligation) *term.Term {
	return c.Store.And(sts.Conditions(os)...)
}

// stateContext may read all variables but call no externs.
func (c *compiler) stateContext(place string) *expression.Lowering {
	l := c.ConstantContext(place)
	l.Env = c.Env[:len(c.Env):len(c.Env)]
	return l
}

// frozenContext may read frozen constants but no variables.
func (c *compiler) frozenContext(place string) *expression.Lowering {
	l := c.stateContext(place)
	l.FrozenOnly = true
	return l
}

// addVar gives a variable its slots.
func (c *compiler) addVar(o *symbols.Object, name string, frozen bool) {
	if o.Type == nil {
		return
	}
	o.First = len(c.System.Slots)
	if o.First+o.Type.Size() > expression.MaxSlots {
		c.List.Errorf(diag.CodeTooLarge, o.Name.Span(), "the variables of the model have more than %d scalars", expression.MaxSlots)
		o.Type = nil
		return
	}
	for _, leaf := range o.Type.Leaves() {
		slot := sts.Slot{Name: name + leaf.Path, Sort: leaf.Sort}
		slot.Term = c.Store.Var(slot.Name, leaf.Sort)
		c.System.Slots, c.Env = append(c.System.Slots, slot), append(c.Env, slot.Term)
	}
	c.System.Vars = append(c.System.Vars, sts.Var{Name: name, Type: o.Type, First: o.First, Frozen: frozen, Span: o.Name.Span()})
}

// initialise lowers the initial value of a variable.
func (c *compiler) initialise(o *symbols.Object, init syntax.Expr, local *symbols.Scope) {
	if init == nil || o.Type == nil {
		return
	}
	l := c.frozenContext("an initial value").Within(local)
	v := l.FitRange(l.Expr(init), o.Type, init.Span(), "the initial value of "+o.Name.Text)
	if !v.OK() {
		return
	}
	c.System.Initialise(o.First, v.Terms, *l.Safety)
}

// checkFunctions lowers every function once with its parameters as variables, so that errors show without a call.
func (c *compiler) checkFunctions() {
	for _, o := range c.Order {
		d, ok := o.Decl.(*syntax.FunctionDecl)
		if !ok {
			continue
		}
		c.DistinctParams(d.Params)
		l := c.stateContext("a function").Within(symbols.NewScope(nil))
		for _, p := range d.Params {
			if typ := c.TypeOf(p.Type, nil); typ != nil {
				l.Local.Bind(p.Name, operand.Operand{Type: typ, Terms: c.leafVars(d.Name.Text+"."+p.Name.Text, typ)})
				c.Uses.Add(p.Name.Span(), l.Local.Names[p.Name.Text])
			}
		}
		o.Resolved = symbols.InProgress
		l.FitRange(l.Expr(d.Body), c.TypeOf(d.Result, nil), d.Body.Span(), "the result of "+d.Name.Text)
		o.Resolved = symbols.Untouched
	}
}

// Conditions over the state (assume, invariants, predicates) and purposes.

func (c *compiler) lowerConditions(items []syntax.Decl, options Options) {
	var names []syntax.Name
	var assumed, valid []*term.Term
	for _, d := range items {
		switch d := d.(type) {
		case *syntax.AssumeDecl:
			assumed = append(assumed, c.safeCondition(d.Cond, "an assumption", "an assumption"))
		case *syntax.FeaturesDecl:
			valid = append(valid, c.validProducts(d, options.Product))
		case *syntax.InvariantDecl:
			names = append(names, d.Name)
			l := c.stateContext("an invariant")
			cond := l.Condition(d.Cond, "an invariant")
			c.System.Invariants = append(c.System.Invariants, sts.Named{Name: d.Name.Text, Cond: cond, Safety: *l.Safety, Span: d.Name.Span()})
		case *syntax.PredicatesDecl:
			names = append(names, d.Name)
			set := sts.PredicateSet{Name: d.Name.Text}
			for _, e := range d.Conds {
				set.Conds = append(set.Conds, c.safeCondition(e, "a predicate", "a predicate"))
				set.Texts = append(set.Texts, e.Span().Text())
			}
			c.System.Predicates = append(c.System.Predicates, set)
		}
	}
	if len(c.System.Features()) > 0 {
		c.System.Valid = c.Store.And(valid...)
	}
	c.System.Begin(c.Store.And(append(slices.Concat(assumed, valid), c.typeVariables())...))
	c.Distinct(names...)
}

// safeCondition lowers a condition over the state together with its obligations, such as a divisor that is not zero.
func (c *compiler) safeCondition(e syntax.Expr, place, what string) *term.Term {
	l := c.stateContext(place)
	cond := l.Condition(e, what)
	return c.Store.And(cond, c.conditions(*l.Safety))
}

// lowerNamed lowers the declarations of one type, whose names have to be distinct.
func lowerNamed[D syntax.Decl](c *compiler, items []syntax.Decl, name func(D) syntax.Name, lower func(D)) {
	var names []syntax.Name
	for _, d := range each[D](items) {
		names = append(names, name(d))
		lower(d)
	}
	c.Distinct(names...)
}

func (c *compiler) lowerPurpose(d *syntax.PurposeDecl) {
	p := sts.Purpose{Name: d.Name.Text, Kind: sts.PurposeKind(d.Kind), Cond: c.Store.True()}
	if d.Kind == syntax.PurposeLocation {
		if !c.purposeLocation(&p, d.Names[0]) {
			return
		}
		if d.Cond != nil {
			p.Cond = c.safeCondition(d.Cond, "a purpose", "the condition of a purpose")
		}
	} else {
		for _, n := range d.Names {
			taken := c.transitionsNamed(n, p.Kind)
			if taken == nil {
				return
			}
			p.Transitions = append(p.Transitions, taken...)
		}
	}
	c.System.Purposes = append(c.System.Purposes, p)
}

// transitionsNamed finds a transition by its qualified name, or all its branches; "*" is one that is nil. After an error there is none.
func (c *compiler) transitionsNamed(n syntax.Name, kind sts.PurposeKind) (found []*sts.Transition) {
	if n.Text == "*" {
		return []*sts.Transition{nil}
	}
	var names []string
	for _, m := range c.System.Machines {
		for _, t := range m.Transitions {
			if t.Name == n.Text || t.Choice != nil && t.Choice.Name == n.Text {
				found = append(found, t)
			}
			names = append(names, t.Name)
		}
	}
	switch {
	case len(found) > 1 && kind == sts.FollowSequence:
		c.List.ErrorHint(diag.CodeWrongKind, n.Span(), "name one of them, as in "+found[0].Name, "%q has %d branches", n.Text, len(found))
		return nil
	case len(found) > 0:
		c.UseQualified(n, symbols.KindTransition, found[0].Span)
		return found
	}
	c.List.ErrorHint(diag.CodeUndefinedName, n.Span(), qualifiedHint(n.Text, names), "no transition is called %q", n.Text)
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
func (c *compiler) purposeLocation(p *sts.Purpose, n syntax.Name) bool {
	var names []string
	for i, m := range c.System.Machines {
		for j, l := range m.Locations {
			qualified := l.Name
			if m.Name != "" {
				qualified = m.Name + "." + l.Name
			}
			if n.Text == qualified || n.Text == l.Name && len(c.System.Machines) == 1 {
				p.Machine, p.Location = i, j
				c.UseQualified(n, symbols.KindLocation, l.Span)
				return true
			}
			names = append(names, qualified)
		}
	}
	c.List.ErrorHint(diag.CodeUndefinedName, n.Span(), qualifiedHint(n.Text, names), "no location is called %q", n.Text)
	return false
}

// typeVariables adds the conditions of the types of variables beyond the sorts of their slots, and returns those of variables without an
// initial value.
func (c *compiler) typeVariables() *term.Term {
	open := c.Store.True()
	for _, v := range c.System.Vars {
		terms := make([]*term.Term, v.Type.Size())
		for i := range terms {
			terms[i] = c.System.Slots[v.First+i].Term
		}
		proper := c.Proper(v.Type, terms)
		if proper.IsTrue() {
			continue
		}
		c.System.Typed = append(c.System.Typed, proper)
		if c.System.Slots[v.First].Init == nil {
			open = c.Store.And(open, proper)
		}
	}
	return open
}
