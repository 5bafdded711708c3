package classicalb

import (
	"fmt"

	"pgregory.net/rapid"
)

// predicate draws a predicate in parentheses, of at most a number of levels.
func (g *drawing) predicate(depth int) drawn {
	number := func() drawn { return g.expression("number", depth) }
	if depth == 0 {
		return binary("($ < $)", number(), number(), func(x, y meaning) meaning { return aTruth(x.n < y.n) })
	}
	switch g.pick(11) {
	case 0:
		return binary("($ <= $)", number(), number(), func(x, y meaning) meaning { return aTruth(x.n <= y.n) })
	case 1:
		return g.equation(depth - 1)
	case 2:
		return g.inclusion(depth - 1)
	case 3:
		return g.quantified(depth - 1)
	case 4:
		return g.connected(depth - 1)
	case 5:
		return g.pairIn(depth - 1)
	case 6:
		return g.inSpace(depth - 1)
	case 7:
		return g.pairWith(depth - 1)
	case 8:
		return g.cardinality(depth - 1)
	}
	typ := rapid.SampledFrom([]string{"numbers", "members"}).Draw(g.r, "set")
	op, positive := g.sign(":", "/:")
	return binary("($ "+op+" $)", g.expression(elementOf[typ], depth-1), g.expression(typ, depth-1), func(x, set meaning) meaning { return aTruth(set.has(x) == positive) })
}

// sign is a sign or the one for its negation.
func (g *drawing) sign(yes, no string) (string, bool) {
	if g.pick(2) == 0 {
		return yes, true
	}
	return no, false
}

func (g *drawing) equation(depth int) drawn {
	typ := rapid.SampledFrom(variablesOf).Draw(g.r, "type").typ
	op, positive := g.sign("=", "/=")
	return binary("($ "+op+" $)", g.expression(typ, depth), g.expression(typ, depth), func(x, y meaning) meaning { return aTruth(x.equal(y) == positive) })
}

func (g *drawing) inclusion(depth int) drawn {
	typ := rapid.SampledFrom([]string{"numbers", "members", "relation", "links"}).Draw(g.r, "type")
	x, y := g.expression(typ, depth), g.expression(typ, depth)
	switch g.pick(3) {
	case 0:
		return binary("($ <: $)", x, y, func(x, y meaning) meaning { return aTruth(x.isIn(y)) })
	case 1:
		return binary("($ /<: $)", x, y, func(x, y meaning) meaning { return aTruth(!x.isIn(y)) })
	}
	return binary("($ <<: $)", x, y, func(x, y meaning) meaning { return aTruth(x.isIn(y) && !x.equal(y)) })
}

// connected joins predicates. Both are evaluated: where one is undefined, any result is accepted.
func (g *drawing) connected(depth int) drawn {
	x, y := g.predicate(depth), g.predicate(depth)
	truths := func(text string, f func(x, y bool) bool) drawn {
		return binary(text, x, y, func(x, y meaning) meaning { return aTruth(f(x.text == "TRUE", y.text == "TRUE")) })
	}
	switch g.pick(4) {
	case 0:
		return truths("($ & $)", func(x, y bool) bool { return x && y })
	case 1:
		return truths("($ or $)", func(x, y bool) bool { return x || y })
	case 2:
		return truths("($ => $)", func(x, y bool) bool { return !x || y })
	}
	return truths("($ <=> $)", func(x, y bool) bool { return x == y })
}

// quantified is !x.(x : A => P) or #x.(x : A & P).
func (g *drawing) quantified(depth int) drawn {
	typ := rapid.SampledFrom([]string{"numbers", "members"}).Draw(g.r, "set")
	over := g.expression(typ, depth)
	var body drawn
	name := g.binding(elementOf[typ], func() { body = g.predicate(depth) })
	text, all := fmt.Sprintf("#%s.(%s : %s & %s)", name, name, over.text, body.text), g.pick(2) == 0
	if all {
		text = fmt.Sprintf("!%s.(%s : %s => %s)", name, name, over.text, body.text)
	}
	return drawn{text: "(" + text + ")", of: func(c context) meaning {
		found := all
		for _, x := range over.of(c).parts {
			if body.holds(c.with(map[string]meaning{name: x})) != all {
				found = !all
			}
		}
		return aTruth(found)
	}}
}

// pairIn is x |-> y : r.
func (g *drawing) pairIn(depth int) drawn {
	typ := rapid.SampledFrom([]string{"relation", "links", "function", "successor"}).Draw(g.r, "type")
	x, y, r := g.expression("member", depth), g.expression(elementOf[typ], depth), g.expression(typ, depth)
	return drawn{text: fill("(($ |-> $) : $)", x, y, r), of: func(c context) meaning { return aTruth(r.of(c).has(aPair(x.of(c), y.of(c)))) }}
}

// pairWith is #(x, y).(x |-> y : r & P).
func (g *drawing) pairWith(depth int) drawn {
	typ := rapid.SampledFrom([]string{"relation", "links", "function", "successor"}).Draw(g.r, "type")
	var cond drawn
	var y string
	r := g.expression(typ, depth)
	x := g.binding("member", func() { y = g.binding(elementOf[typ], func() { cond = g.predicate(depth) }) })
	return drawn{text: fmt.Sprintf("(#(%s, %s).(%s |-> %s : %s & %s))", x, y, x, y, r.text, cond.text), of: func(c context) meaning {
		some := r.of(c).filter(func(p meaning) bool { return cond.holds(c.with(map[string]meaning{x: p.left(), y: p.right()})) })
		return aTruth(len(some.parts) > 0)
	}}
}

// cardinality compares the size of {x | x : A & P} with a constant, which is translated without the set.
func (g *drawing) cardinality(depth int) drawn {
	typ := rapid.SampledFrom([]string{"numbers", "members"}).Draw(g.r, "set")
	op := rapid.SampledFrom([]string{"=", "/=", "<", "<=", ">", ">="}).Draw(g.r, "comparison")
	k := rapid.IntRange(-1, 3).Draw(g.r, "size")
	over := g.expression(typ, depth)
	var cond drawn
	name := g.binding(elementOf[typ], func() { cond = g.predicate(depth) })
	return drawn{text: fmt.Sprintf("(card({%s | %s : %s & %s}) %s %d)", name, name, over.text, cond.text, op, k), of: func(c context) meaning {
		n := len(over.of(c).filter(func(x meaning) bool { return cond.holds(c.with(map[string]meaning{name: x})) }).parts)
		return aTruth(map[string]bool{"=": n == k, "/=": n != k, "<": n < k, "<=": n <= k, ">": n > k, ">=": n >= k}[op])
	}}
}

// inSpace is the membership of a collection in a set of collections.
func (g *drawing) inSpace(depth int) drawn {
	members := g.expression("members", depth)
	switch g.pick(3) {
	case 0:
		name := rapid.SampledFrom([]string{"POW", "POW1", "FIN", "FIN1"}).Draw(g.r, "space")
		return binary("($ : "+name+"($))", g.expression("members", depth), members, func(x, set meaning) meaning {
			return aTruth(x.isIn(set) && (name == "POW" || name == "FIN" || len(x.parts) > 0))
		})
	case 1:
		name := rapid.SampledFrom([]string{"seq", "seq1", "iseq", "iseq1", "perm"}).Draw(g.r, "space")
		return binary("($ : "+name+"($))", g.expression("word", depth), members, func(x, set meaning) meaning {
			distinct := len(x.codomain().parts) == len(x.parts)
			return aTruth(x.codomain().isIn(set) && (name != "seq1" && name != "iseq1" || len(x.parts) > 0) &&
				(name == "seq" || name == "seq1" || distinct) && (name != "perm" || x.codomain().equal(set)))
		})
	}
	return g.inArrow(members, depth)
}

// inArrow is f : A --> B and the like.
func (g *drawing) inArrow(from drawn, depth int) drawn {
	f, to := g.expression("successor", depth), g.expression("members", depth)
	arrow := rapid.SampledFrom([]string{"+->", "-->", "+->>", "-->>", ">+>", ">->", ">+>>", ">->>"}).Draw(g.r, "arrow")
	total := arrow == "-->" || arrow == "-->>" || arrow == ">->" || arrow == ">->>"
	return drawn{text: fill("($ : $ "+arrow+" $)", f, from, to), of: func(c context) meaning {
		f, from, to := f.of(c), from.of(c), to.of(c)
		into := f.domain().isIn(from) && f.codomain().isIn(to) && (!total || f.domain().equal(from))
		onto := len(arrow) < 4 || f.codomain().equal(to)
		return aTruth(into && onto && (arrow[0] != '>' || len(f.codomain().parts) == len(f.parts)))
	}}
}
