package main

import (
	"fmt"
	"strconv"
	"strings"
)

// term is an expression of SMT-LIB: a literal, or the name of a variable or of a definition of its builder.
type term string

const (
	yes term = "true"
	no  term = "false"
)

func number(n int) term { return term(strconv.Itoa(n)) }

// literal returns the number that a term is, if it is one.
func literal(t term) (int, bool) {
	n, err := strconv.Atoi(string(t))
	return n, err == nil
}

// node is what the name of a compound term stands for.
type node struct {
	sort, operator string
	arguments      []term
}

// builder makes terms. It folds constants, names every compound term, so that terms are shared, and remembers what is
// known to be true on the path.
type builder struct {
	nodes    map[term]node
	names    map[string]term
	sorts    map[term]string
	known    map[term]term
	demands  []term
	assuming bool // whether what is known simplifies terms
}

func newBuilder() *builder {
	return &builder{nodes: map[term]node{}, names: map[string]term{}, sorts: map[term]string{}, known: map[term]term{}}
}

// variable returns a variable of the solver.
func (b *builder) variable(name, sort string) term {
	b.sorts[term(name)] = sort
	return term(name)
}

// fresh returns a variable that no other term has.
func (b *builder) fresh(sort string) term { return b.variable(fmt.Sprint("f", len(b.sorts)), sort) }

// name returns a variable that is demanded to be equal to a term.
func (b *builder) name(t term) term {
	if _, compound := b.nodes[t]; !compound {
		return t
	}
	key := "name " + string(t)
	if _, ok := b.names[key]; !ok {
		x := b.fresh(b.sortOf(t))
		b.demand(b.eq(x, t))
		b.names[key] = x
	}
	return b.names[key]
}

// demand adds a condition without which the step that is being built makes no sense.
func (b *builder) demand(t term) { b.demands = append(b.demands, t) }

// demanded returns the demands since the last call.
func (b *builder) demanded() term {
	t := b.and(b.demands...)
	b.demands = nil
	return t
}

func (b *builder) sortOf(t term) string {
	if t == yes || t == no {
		return "Bool"
	}
	if sort, ok := b.sorts[t]; ok {
		return sort
	}
	return "Int"
}

// apply returns a compound term without simplification, apart from what is known.
func (b *builder) apply(sort, operator string, arguments ...term) term {
	var text strings.Builder
	text.WriteString(operator)
	for _, a := range arguments {
		text.WriteString(" " + string(a))
	}
	name, ok := b.names[text.String()]
	if !ok {
		name = term(fmt.Sprint("t", len(b.nodes)))
		b.nodes[name], b.names[text.String()], b.sorts[name] = node{sort, operator, arguments}, name, sort
	}
	return b.now(name)
}

// now returns a term with what has become known of it.
func (b *builder) now(t term) term {
	if k, ok := b.known[t]; ok && b.assuming {
		return k
	}
	return t
}

// assume tells that a term is true, or false, on the rest of the path.
func (b *builder) assume(t, truth term) {
	n := b.nodes[t]
	switch {
	case n.operator == "not":
		b.assume(n.arguments[0], b.not(truth))
	case n.operator == "and" && truth == yes, n.operator == "or" && truth == no:
		for _, a := range n.arguments {
			b.assume(a, truth)
		}
	}
	b.known[t] = truth
}

func (b *builder) not(t term) term {
	switch {
	case t == yes:
		return no
	case t == no:
		return yes
	case b.nodes[t].operator == "not":
		return b.now(b.nodes[t].arguments[0])
	}
	return b.apply("Bool", "not", t)
}

func (b *builder) and(ts ...term) term { return b.junction("and", yes, no, ts) }

func (b *builder) or(ts ...term) term { return b.junction("or", no, yes, ts) }

func (b *builder) junction(operator string, neutral, dominant term, ts []term) term {
	var some []term
	for _, t := range ts {
		switch t = b.now(t); t {
		case neutral:
		case dominant:
			return dominant
		default:
			some = append(some, t)
		}
	}
	switch len(some) {
	case 0:
		return neutral
	case 1:
		return some[0]
	}
	return b.apply("Bool", operator, some...)
}

func (b *builder) ite(condition, then, otherwise term) term {
	switch condition = b.now(condition); {
	case condition == yes || then == otherwise:
		return then
	case condition == no:
		return otherwise
	case then == yes && otherwise == no:
		return condition
	}
	return b.apply(b.sortOf(then), "ite", condition, then, otherwise)
}

func (b *builder) eq(x, y term) term {
	return b.compare("=", x, y, func(m, n int) bool { return m == n })
}

func (b *builder) less(x, y term) term {
	return b.compare("<", x, y, func(m, n int) bool { return m < n })
}

func (b *builder) atMost(x, y term) term { return b.not(b.less(y, x)) }

func (b *builder) compare(operator string, x, y term, fold func(m, n int) bool) term {
	m, first := literal(x)
	n, second := literal(y)
	switch {
	case x == y:
		return truth(fold(0, 0))
	case first && second:
		return truth(fold(m, n))
	case operator == "=" && y < x:
		x, y = y, x
	}
	return b.apply("Bool", operator, x, y)
}

func truth(b bool) term { return term(strconv.FormatBool(b)) }

func (b *builder) add(x, y term) term {
	m, first := literal(x)
	n, second := literal(y)
	switch {
	case first && second:
		return number(m + n)
	case first && m == 0:
		return y
	case second && n == 0:
		return x
	case first:
		x, y = y, x
	}
	return b.apply("Int", "+", x, y)
}

func (b *builder) decrement(x term) term {
	if n, ok := literal(x); ok {
		return number(n - 1)
	}
	return b.apply("Int", "-", x, "1")
}

// one returns 1 if a condition holds, and otherwise 0.
func (b *builder) one(condition term) term { return b.ite(condition, "1", "0") }
