package compile

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/language/compile/operand"
	"github.com/sextant-mbt/sextant/internal/language/compile/symbols"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// Transitions. The clauses are lowered in the order of the step: choices, the guard before the input, the input, the guard after it,
// assignments, outputs. The environment holds the current value of every slot as a term over the state before the step and the parameters;
// assignments change it, so later expressions see earlier assignments, and its final content is the update. Calls of externs are taken out (χ
// of paper 1): each becomes a Returned parameter.

// transitionLowering is the state of lowering one transition.
type transitionLowering struct {
	l       *lowering // of its expressions
	t       *sts.Transition
	machine *machineLowering
	decl    *syntax.TransitionDecl
	guard   []*term.Term
	names   map[string]int // parameter names used so far, to keep them distinct
	branch  *syntax.Branch // nil if the transition does not branch
	weights []*term.Term   // of all branches

	conditions []syntax.Expr // of the clauses "for" and "when", for their text
}

// lowerTransition lowers one transition of a machine, or one branch of it.
func (m *machineLowering) lowerTransition(d *syntax.TransitionDecl, branch int) *transitionLowering {
	l := &lowering{Lowering: m.stateContext("a transition").Within(symbols.NewScope(m.local))}
	tl := &transitionLowering{l: l, machine: m, decl: d, names: map[string]int{},
		t: &sts.Transition{Name: m.prefix + d.Name.Text, Machine: m.Index, From: m.Place[d.From.Text], To: m.Place[d.To.Text],
			Event: d.IsEvent, Span: d.Name.Span()}}
	l.Call = tl.callExtern
	m.Uses.Place(symbols.KindTransition, d.Name.Span(), d.Name.Span())
	if len(d.Branches) > 0 {
		tl.beginBranch(branch)
	}
	tl.checkOrder(d.Clauses)
	l.Safety = &tl.t.GuardSafety
	tl.lowerClauses()
	tl.t.Guard = m.Store.And(tl.guard...)
	tl.t.Source.When = tl.guardText()
	slices.Sort(l.changed)
	for _, i := range slices.Compact(l.changed) {
		if before := m.System.Slots[i].Term; l.Env[i] != before {
			tl.t.Updates, l.Env[i] = append(tl.t.Updates, sts.Update{Slot: i, Value: l.Env[i]}), before // for the next transition
		}
	}
	tl.checkRendezvous()
	tl.checkRate()
	return tl
}

// lowerClauses lowers the clauses in their order, and between guards and effects the weights of branches.
func (tl *transitionLowering) lowerClauses() {
	head, effects := tl.clauses()
	for _, clause := range head {
		tl.clause(clause)
	}
	if tl.branch != nil {
		tl.checkOrder(tl.branch.Clauses)
		tl.weigh()
	}
	for _, clause := range effects {
		tl.clause(clause)
	}
}

// clauseRanks is the order of the clauses; a guard after the input has rank 3.
var clauseRanks = map[string]int{"for": -1, "any": 0, "when": 1, "in": 2, "rate": 4, "do": 5, "out": 6}

// checkOrder checks the order for, any, when, in, when, rate, do, out, each at most once. An event may have when before any.
func (tl *transitionLowering) checkOrder(clauses []syntax.Clause) {
	last, lastName, seenInput := -2, "", false
	for _, clause := range clauses {
		name := strings.Fields(clause.Span().Text())[0]
		rank := clauseRanks[name]
		if name == "when" && seenInput {
			rank = 3
		}
		switch {
		case name == "any" && last == 1:
		case rank == last:
			tl.l.List.ErrorHint(diag.CodeClauseOrder, clause.Span(), "join them into one", "a transition can have only one %q clause here", name)
		case rank < last:
			tl.l.List.ErrorHint(diag.CodeClauseOrder, clause.Span(), "the order is: for, any, when, in, when, rate, do, out", "%q cannot come after %q", name, lastName)
		}
		last, lastName, seenInput = max(rank, last), name, seenInput || name == "in"
	}
}

// clause lowers a clause, and keeps its text for drawing.
func (tl *transitionLowering) clause(clause syntax.Clause) {
	text := print.Clause(clause)
	source := &tl.t.Source
	switch clause := clause.(type) {
	case *syntax.ForClause:
		tl.forClause(clause)
		tl.conditions = append(tl.conditions, clause.Products)
	case *syntax.AnyClause:
		tl.anyClause(clause)
		source.In = "any " + text
	case *syntax.WhenClause:
		if tl.t.Else = tl.t.Else || clause.Else; !clause.Else {
			tl.addGuard(tl.l.Condition(clause.Cond, "a guard"))
			tl.conditions = append(tl.conditions, clause.Cond)
		}
	case *syntax.InClause:
		tl.inClause(clause)
		source.In = text
	case *syntax.RateClause:
		tl.rateClause(clause)
		source.Rate = text
	case *syntax.DoClause:
		tl.l.Safety, tl.l.Under = &tl.t.StepSafety, nil
		for _, a := range clause.Assigns {
			tl.assignment(a)
		}
		source.Do = joined(source.Do, "; ", text)
	case *syntax.OutClause:
		tl.l.Safety, tl.l.Under = &tl.t.StepSafety, nil
		for _, msg := range clause.Messages {
			tl.send(msg)
		}
		source.Out = joined(source.Out, ", ", text)
	}
}

// guardText is the text of the guard, for drawing.
func (tl *transitionLowering) guardText() string {
	if tl.t.Else {
		return print.Conjunction(tl.conditions, "else")
	}
	return print.Conjunction(tl.conditions, "")
}

func (tl *transitionLowering) anyClause(clause *syntax.AnyClause) {
	for _, p := range clause.Params {
		typ := tl.l.TypeOf(p.Type, tl.l.Local)
		if typ == nil {
			tl.bindUnknown(p.Name)
			continue
		}
		tl.bindLocal(p.Name, typ, tl.addParams(p.Name.Text, sts.Chosen, typ))
		tl.l.Local.Names[p.Name.Text].Chosen = true
	}
	if clause.Where != nil {
		tl.addGuard(tl.l.Condition(clause.Where, "the condition of any"))
	}
}

// addGuard conjoins a condition; later expressions are evaluated only if it holds.
func (tl *transitionLowering) addGuard(cond *term.Term) {
	tl.guard = append(tl.guard, cond)
	tl.l.Under = append(tl.l.Under, cond)
}

// addParams makes the scalars of a parameter and returns their indices. The second parameter "x" is called "x.2".
func (tl *transitionLowering) addParams(name string, kind sts.ParamKind, t *sts.Type) []int {
	tl.names[name]++
	if n := tl.names[name]; n > 1 {
		name += "." + strconv.Itoa(n)
	}
	var out []int
	for i, leaf := range t.Leaves() {
		p := sts.Param{Name: tl.machine.prefix + name + leaf.Path, Kind: kind, Sort: leaf.Sort}
		if i == 0 {
			p.Type = t
		}
		p.Term = tl.l.Store.Var(tl.t.Name+"."+name+leaf.Path+"'"+strconv.Itoa(tl.machine.Index), leaf.Sort)
		out = append(out, len(tl.t.Params))
		tl.t.Params = append(tl.t.Params, p)
	}
	if kind != sts.Returned && operand.IsWidened(t, false) {
		tl.addGuard(tl.l.Inside(t, tl.paramValue(t, out).Terms))
	}
	return out
}

// paramValue is the value of a parameter of a type. Absent components of an optional value or a union are defaults.
func (tl *transitionLowering) paramValue(typ *sts.Type, indices []int) operand.Operand {
	out := operand.Operand{Type: typ, Terms: make([]*term.Term, len(indices))}
	for i, k := range indices {
		out.Terms[i] = tl.t.Params[k].Term
	}
	return tl.l.Normal(out)
}

func (tl *transitionLowering) bindLocal(name syntax.Name, typ *sts.Type, params []int) {
	if first, twice := tl.l.Local.Names[name.Text]; twice {
		tl.l.Duplicate(name, first.Name)
		return
	}
	tl.l.Local.Names[name.Text] = &symbols.Object{Kind: symbols.KindLocal, Name: name, Type: typ, Value: tl.paramValue(typ, params)}
	tl.l.Uses.Add(name.Span(), tl.l.Local.Names[name.Text])
}

// channel resolves a channel and checks its direction.
func (tl *transitionLowering) channel(name syntax.Name, direction sts.Direction) *sts.Channel {
	o := tl.l.LookupKind(tl.l.Local, name.Text, name.Span(), symbols.KindChannel)
	if o == nil {
		return nil
	}
	ch := o.Channel
	if ch == nil || ch.Direction == direction || ch.Direction == sts.Internal {
		return ch
	}
	verb, other := "receive from", "sends"
	if direction == sts.Output {
		verb, other = "send to", "receives"
	}
	tl.l.List.Errorf(diag.CodeChannelUse, name.Span(), "cannot %s \"%s\": the system only %s on it", verb, ch.Name, other).
		WithRelated(o.Name.Span(), "declared here")
	return nil
}

func (tl *transitionLowering) send(msg syntax.Message) {
	ch := tl.channel(msg.Channel, sts.Output)
	if ch == nil {
		for _, a := range msg.Args {
			tl.l.Expr(a)
		}
		return
	}
	if len(msg.Args) != len(ch.Payload) {
		tl.l.List.Errorf(diag.CodeArgumentCount, msg.Span(), "%s carries %s, but %d are sent", ch.Name, text.Count(len(ch.Payload), "value"), len(msg.Args))
		return
	}
	out := sts.Message{Channel: ch}
	for i, a := range msg.Args {
		v := tl.l.FitRange(tl.l.Expr(a), ch.Payload[i], a.Span(), "the payload of "+ch.Name)
		if !v.OK() {
			return
		}
		out.Args = append(out.Args, v.Terms...)
	}
	tl.t.Sends = append(tl.t.Sends, out)
}

// assignment evaluates all values and targets first, then assigns: the form is simultaneous.
func (tl *transitionLowering) assignment(a syntax.Assign) {
	if len(a.Targets) != len(a.Values) {
		tl.l.List.Errorf(diag.CodeArgumentCount, a.Span(), "%s but %s", text.Count(len(a.Targets), "target"), text.Count(len(a.Values), "value"))
		return
	}
	values := make([]operand.Operand, len(a.Values))
	targets := make([]*lvalue, len(a.Targets))
	var written []sts.Assignment
	line := oneLine(a.Span())
	for i, e := range a.Values {
		reads := tl.recordReads()
		targets[i] = tl.l.resolveTarget(a.Targets[i])
		values[i] = tl.l.Expr(e)
		if targets[i] != nil {
			values[i] = tl.l.FitRange(values[i], targets[i].typ, e.Span(), a.Targets[i].Span().Text())
			written = reads.assignTo(written, targets[i], line)
		}
		tl.l.Read = nil
	}
	tl.t.Assignments = append(tl.t.Assignments, written)
	for i, lv := range targets {
		if lv != nil && values[i].OK() {
			tl.demandDisjoint(lv, targets[:i], diag.CodeAssignedTwice, "\"%s\" is assigned twice at once", "first assigned here")
			tl.l.assign(lv, values[i])
		}
	}
}

// demandDisjoint reports a target that overlaps with an earlier one.
func (tl *transitionLowering) demandDisjoint(lv *lvalue, earlier []*lvalue, code diag.Code, format, first string) {
	for _, other := range earlier {
		if other != nil && lv.overlaps(other) {
			tl.l.List.Errorf(code, lv.span, format, lv.span.Text()).WithRelated(other.span, first)
		}
	}
}

// callExtern records a call and returns its result as a Returned parameter. Equal calls of a step share one result.
func (tl *transitionLowering) callExtern(x *sts.Extern, args []*term.Term, span diag.Span) operand.Operand {
	i := slices.IndexFunc(tl.t.Calls, func(c sts.Call) bool { return c.Extern == x && slices.Equal(c.Args, args) })
	if i < 0 {
		i = len(tl.t.Calls)
		tl.t.Calls = append(tl.t.Calls, sts.Call{Extern: x, Args: args, Results: tl.addParams(x.Name, sts.Returned, x.Result), Span: span})
	}
	return tl.paramValue(x.Result, tl.t.Calls[i].Results)
}

// checkRendezvous allows at most one meeting per transition.
func (tl *transitionLowering) checkRendezvous() {
	meetings := 0
	for _, msg := range append(slices.Clip(tl.t.Sends), sts.Message{Channel: tl.t.Receive}) {
		if ch := msg.Channel; ch != nil && ch.Direction == sts.Internal && ch.Capacity == 0 {
			meetings++
		}
	}
	if meetings > 1 {
		tl.l.List.ErrorHint(diag.CodeRendezvous, tl.decl.Name.Span(), "split it into two transitions, or give a channel a queue with fifo",
			"transition %q meets other machines %d times; it can do so once", tl.decl.Name.Text, meetings)
	}
}

// unusedParameters warns of received or chosen names that no branch of a transition uses, with the variable that may have been meant.
func unusedParameters(branches []*transitionLowering) {
	tl := branches[0]
	for name, o := range tl.l.Local.Names {
		if slices.ContainsFunc(branches, func(b *transitionLowering) bool { other := b.l.Local.Names[name]; return other != nil && other.Used }) {
			continue
		}
		hint, verb := "write _ if the value does not matter", "received"
		if o.Chosen {
			hint, verb = "leave it out", "chosen"
		}
		if tl.l.List.IsFull(diag.Warning, diag.CodeUnused) {
			hint = ""
		} else if best := diag.Closest(o.Name.Text, tl.l.Globals(symbols.KindVar)); best != "" {
			hint = "did you mean the variable \"" + best + "\"? If not, " + hint
		}
		tl.l.List.Warnf(diag.CodeUnused, o.Name.Span(), "\"%s\" is %s but not used", o.Name.Text, verb).WithHint(hint)
	}
}

// lowerElse makes the guard of "when else": no other transition of the same location and the same input is enabled. It runs
// when all other guards are known.
func (tl *transitionLowering) lowerElse(all []*transitionLowering) {
	siblings, guard := 0, []*term.Term{tl.t.Guard}
	for _, other := range all {
		if other.decl == tl.decl || other.t.From != tl.t.From || other.t.Receive != tl.t.Receive || other.isLaterBranch() {
			continue
		}
		if other.t.Else {
			tl.l.List.ErrorHint(diag.CodeElse, tl.decl.Name.Span(), "keep one of them", "%q and %q are both else", tl.decl.Name.Text, other.decl.Name.Text)
			return
		}
		siblings++
		taken, safety := tl.guardOf(other)
		if other.t.Enqueues() {
			tl.t.Rivals = append(tl.t.Rivals, sts.Rival{Transition: other.t, Refused: tl.l.Store.Not(taken), Safety: safety})
			continue
		}
		guard = append(guard, tl.l.Store.Not(taken))
		tl.t.GuardSafety = append(tl.t.GuardSafety, safety...)
	}
	tl.t.Guard = tl.l.Store.And(guard...)
	if len(tl.t.Rivals) > maxRivals {
		tl.l.List.ErrorHint(diag.CodeElse, tl.decl.Name.Span(), "write the guard out", "else has %d alternatives that send to queues; the maximum is %d", len(tl.t.Rivals), maxRivals)
		tl.t.Rivals = nil
	}
	if siblings == 0 {
		tl.l.List.ErrorHint(diag.CodeElse, tl.decl.Name.Span(), "remove \"when else\"", "else needs another transition with the same location and input")
	}
}

// maxRivals bounds the ways in which queues can allow and forbid the siblings of an else.
const maxRivals = 6

// guardOf is the guard of a sibling with the payload that this transition receives, and its obligations. The externs that it calls are called
// here too; its choices (any) are quantified.
func (tl *transitionLowering) guardOf(other *transitionLowering) (*term.Term, []sts.Obligation) {
	by := map[*term.Term]*term.Term{}
	for i, p := range other.t.ReceiveArgs {
		if i < len(tl.t.ReceiveArgs) {
			by[other.t.Params[p].Term] = tl.t.Params[tl.t.ReceiveArgs[i]].Term
		}
	}
	for _, c := range other.t.Calls {
		if !other.t.GuardUses(c) {
			continue
		}
		args := make([]*term.Term, len(c.Args))
		for i, a := range c.Args {
			args[i] = tl.l.Store.Substitute(a, by)
		}
		result := tl.callExtern(c.Extern, args, c.Span)
		for i, r := range c.Results {
			by[other.t.Params[r].Term] = result.Terms[i]
		}
	}
	var bound []*term.Term
	for _, p := range other.t.Params {
		if p.Kind == sts.Chosen {
			bound = append(bound, p.Term)
		}
	}
	var safety []sts.Obligation
	for _, o := range other.t.GuardSafety {
		o.Cond, o.Of = tl.l.Store.Forall(bound, tl.l.Store.Substitute(o.Cond, by)), other.t.Name
		safety = append(safety, o)
	}
	return tl.l.Store.Exists(bound, tl.l.Store.Substitute(other.t.Guard, by)), safety
}
