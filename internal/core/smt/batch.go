package smt

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// The text of a query, and of its answer.

// batch is the text that takes the solver's stack from the query before to this one and checks it. The error reports that a conjunct cannot
// be written.
func (p *Process) batch(q Query, wanted []*term.Term, limit time.Duration) (string, error) {
	var out printer
	conjuncts := q.Conjuncts
	unframed := p.dialect.resets && hasStrings(conjuncts)
	if unframed || p.unframed {
		out.WriteString("(reset)\n")
		p.forget()
	}
	out.names = p.names
	if p.limit == 0 {
		out.WriteString(p.dialect.openingScript)
	}
	if p.dialect.setTimeout != nil && limit != p.limit {
		out.WriteString(p.dialect.setTimeout(limit))
	}
	p.limit = limit
	p.limitWork(&out, 0) // a limit at a push would hold for all queries until the pop
	if p.unframed = unframed; unframed {
		out.whole(conjuncts)
	} else {
		p.restack(&out, conjuncts)
	}
	p.limitWork(&out, q.Work)
	out.WriteString(check)
	out.getValue(wanted)
	if out.unwritable == "" && hasStrings(conjuncts) {
		out.unwritable = beyondSolver(conjuncts)
	}
	if out.unwritable != "" {
		return "", fmt.Errorf("the string %q has characters that SMT-LIB does not have", out.unwritable)
	}
	return out.String(), nil
}

// limitWork sets the work limit of the next query, if it differs from that of the last one.
func (p *Process) limitWork(out *printer, units int) {
	if p.dialect.setWork != nil && units != p.work {
		out.WriteString(p.dialect.setWork(units))
		p.work = units
	}
}

// whole writes a complete query with strings, with the functions that it needs.
func (p *printer) whole(conjuncts []*term.Term) {
	body := printer{names: p.names, recursive: true}
	body.body(conjuncts)
	p.WriteString(body.definitions() + body.String())
	p.unwritable = body.unwritable
}

// hasStrings reports whether conjuncts mention a variable that is a string, free or bound.
func hasStrings(conjuncts []*term.Term) bool {
	isString := func(v *term.Term) bool { return v.Sort().Kind == term.KindString }
	if slices.ContainsFunc(term.Variables(conjuncts), isString) {
		return true
	}
	bound, seen := map[*term.Term]bool{}, map[*term.Term]bool{}
	for _, c := range conjuncts {
		boundWithin(c, bound, seen)
	}
	return slices.ContainsFunc(slices.Collect(maps.Keys(bound)), isString)
}

// restack takes the frames of the stack from the query before to those of the conjuncts.
func (p *Process) restack(out *printer, conjuncts []*term.Term) {
	common := p.commonPrefix(conjuncts)
	p.pop(out, len(p.frames)-common)
	for _, c := range conjuncts[common:] {
		p.push(out, c)
	}
}

// commonPrefix is the number of frames that a query has in common with the stack.
func (p *Process) commonPrefix(conjuncts []*term.Term) int {
	n := 0
	for n < len(p.frames) && n < len(conjuncts) && p.frames[n].conjunct == conjuncts[n] {
		n++
	}
	return n
}

func (p *Process) pop(out *printer, count int) {
	if count == 0 {
		return
	}
	keep := len(p.frames) - count
	for _, f := range p.frames[keep:] {
		for _, v := range f.fresh {
			delete(p.present, v)
		}
	}
	p.frames = p.frames[:keep]
	fmt.Fprintf(out, "(pop %d)\n", count)
}

// push states a conjunct and the domains of the variables that it brings in.
func (p *Process) push(out *printer, conjunct *term.Term) {
	f := frame{conjunct: conjunct}
	for _, v := range conjunct.Vars() {
		if !p.present[v] {
			p.present[v] = true
			f.fresh = append(f.fresh, v)
		}
	}
	p.frames = append(p.frames, f)
	for _, v := range f.fresh {
		if !p.declared[v] {
			p.declared[v] = true
			out.declare(v)
		}
	}
	out.WriteString("(push 1)\n")
	out.assertDomains(f.fresh)
	out.assert(conjunct)
}

// declare writes the declaration of a variable.
func (p *printer) declare(v *term.Term) {
	p.WriteString("(declare-const " + p.names.symbol(v) + " " + sortName(v.Sort()) + ")\n")
}

// assertDomains writes assertions of the domains of variables.
func (p *printer) assertDomains(vars []*term.Term) {
	for _, v := range vars {
		if hasDomain(v.Sort()) {
			p.WriteString("(assert " + domainOf(p.names.symbol(v), v.Sort()) + ")\n")
		}
	}
}

func (p *printer) assert(conjunct *term.Term) {
	p.WriteString("(assert ")
	p.root(conjunct)
	p.WriteString(")\n")
}

// getValue requests the values of variables, and the length of each string, which does not follow from its text.
func (p *printer) getValue(vars []*term.Term) {
	if len(vars) == 0 {
		return
	}
	p.WriteString("(get-value (")
	for _, v := range vars {
		symbol := p.names.symbol(v)
		p.WriteString(symbol + " ")
		if v.Sort().Kind == term.KindString {
			p.WriteString("(str.len " + symbol + ") ")
		}
	}
	p.WriteString("))\n")
}

// reply is what a solver printed for a query.
type reply struct {
	status  Status
	problem string // an error that it reported before the status
	values  *node  // the output after the status
}

// readReply reads the answer to a query. The error reports that the text is not an answer.
func readReply(output string) (reply, error) {
	nodes, err := readSexprs(output)
	if err != nil {
		return reply{}, fmt.Errorf("solver printed %q: %v", text.Clip(output, 200), err)
	}
	if len(nodes) == 0 {
		return reply{}, fmt.Errorf("solver printed no answer")
	}
	if nodes[0].head() == "error" {
		return reply{problem: errorText(nodes[0])}, nil
	}
	status, ok := statuses[nodes[0].text]
	if !ok || nodes[0].kind != symbolNode {
		return reply{}, fmt.Errorf("solver printed %q, which is no answer", text.Clip(output, 200))
	}
	r := reply{status: status}
	if len(nodes) > 1 {
		r.values = nodes[1]
	}
	return r, nil
}

var statuses = map[string]Status{"sat": Sat, "unsat": Unsat, "unknown": Unknown, "timeout": Unknown}

func errorText(n *node) string {
	var parts []string
	for _, m := range n.list[1:] {
		parts = append(parts, m.text)
	}
	return strings.Join(parts, " ")
}

// model reads the values of variables, in the order of the query.
func (r reply) model(wanted []*term.Term) (Model, error) {
	model := make(Model, len(wanted))
	if len(wanted) == 0 {
		return model, nil
	}
	if r.values == nil || r.values.head() == "error" {
		return nil, fmt.Errorf("it gives no values")
	}
	rest := r.values.list
	for _, v := range wanted {
		var value term.Value
		var err error
		if value, rest, err = takeValue(v.Sort(), rest); err != nil {
			return nil, fmt.Errorf("%s: %w", v.Name(), err)
		}
		model[v] = value
	}
	return model, nil
}

// takeValue reads the value of a variable, which for a string is followed by its length.
func takeValue(sort *term.Sort, pairs []*node) (term.Value, []*node, error) {
	need := 1
	if sort.Kind == term.KindString {
		need = 2
	}
	if len(pairs) < need {
		return term.Value{}, nil, fmt.Errorf("no value")
	}
	for _, pair := range pairs[:need] {
		if len(pair.list) != 2 {
			return term.Value{}, nil, fmt.Errorf("%s is no value", text.Clip(pair.String(), 200))
		}
	}
	if need == 2 {
		value, err := readMeasuredString(pairs[0].list[1], pairs[1].list[1])
		return value, pairs[need:], err
	}
	value, err := readValue(pairs[0].list[1], sort)
	return value, pairs[need:], err
}

// readReason reads the answer to (get-info :reason-unknown).
func readReason(text string) string {
	nodes, err := readSexprs(text)
	if err != nil || len(nodes) != 1 || len(nodes[0].list) != 2 {
		return "no reason given"
	}
	if reason := nodes[0].list[1]; reason.kind != listNode {
		return reason.text
	}
	return nodes[0].list[1].String()
}
