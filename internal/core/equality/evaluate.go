package equality

import "github.com/sextant-mbt/sextant/internal/core/term"

// evaluate computes the spans of all nodes, and reports whether all conditions may hold, and whether they certainly do.
func (p *problem) evaluate() (may, certain bool) {
	for i := range p.nodes {
		if n := &p.nodes[i]; len(n.args) > 0 {
			n.value = p.valueOf(n)
		}
	}
	certain = true
	for _, place := range p.required {
		value := p.nodes[place].value
		if value.high == 0 {
			return false, false
		}
		certain = certain && value.low == 1
	}
	return true, certain
}

// valueOf returns the span of a node from the spans of its arguments.
func (p *problem) valueOf(n *node) span {
	first := p.nodes[n.args[0]].value
	switch n.op {
	case term.OpNot:
		return span{1 - first.high, 1 - first.low, 0}
	case term.OpIte:
		return p.choice(first, p.nodes[n.args[1]].value, p.nodes[n.args[2]].value)
	case term.OpEq:
		return p.equal(n)
	case term.OpLe:
		return ordered(first, p.nodes[n.args[1]].value, 0)
	case term.OpLt:
		return ordered(first, p.nodes[n.args[1]].value, 1)
	}
	out := first
	for _, a := range n.args[1:] {
		out = combine(n.op, out, p.nodes[a].value)
	}
	return out
}

// combine is the value of an operation with any number of arguments, of two of them.
func combine(op term.Op, a, b span) span {
	switch op {
	case term.OpAnd:
		return span{min(a.low, b.low), min(a.high, b.high), 0}
	case term.OpOr:
		return span{max(a.low, b.low), max(a.high, b.high), 0}
	case term.OpAdd:
		return span{a.low + b.low, a.high + b.high, 0}
	}
	products := []int64{a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high}
	out := span{products[0], products[0], 0}
	for _, n := range products[1:] {
		out.low, out.high = min(out.low, n), max(out.high, n)
	}
	return out
}

// choice returns the span of a conditional expression. If the condition is open, the span covers both values, and has a class if both have
// it.
func (p *problem) choice(condition, then, otherwise span) span {
	switch {
	case condition.low == 1:
		return then
	case condition.high == 0:
		return otherwise
	}
	out := span{min(then.low, otherwise.low), max(then.high, otherwise.high), 0}
	if then.class == otherwise.class {
		out.class = then.class
	}
	return out
}

// equal returns the span of an equality.
func (p *problem) equal(n *node) span {
	a, b := p.nodes[n.args[0]], p.nodes[n.args[1]]
	if a.role&b.role&(truth|number) == 0 {
		if a.value.class == 0 || b.value.class == 0 {
			return span{0, 1, 0}
		}
		return truthSpan(a.value.class == b.value.class)
	}
	switch {
	case a.value.low > b.value.high || b.value.low > a.value.high:
		return span{0, 0, 0}
	case a.value.low == b.value.high && a.value.high == b.value.low:
		return span{1, 1, 0}
	}
	return span{0, 1, 0}
}

// ordered returns the span of the condition that one number is less than another by at least a difference.
func ordered(a, b span, by int64) span {
	switch {
	case a.high+by <= b.low:
		return span{1, 1, 0}
	case a.low+by > b.high:
		return span{0, 0, 0}
	}
	return span{0, 1, 0}
}
