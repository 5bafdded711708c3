package classicalb

import (
	"fmt"
	"slices"
)

func (g *drawing) number(depth int) drawn {
	x := func(types ...string) drawn { return g.any(depth, types...) }
	switch g.pick(12) {
	case 0:
		return binary("($ + $)", x("number"), x("number"), func(x, y meaning) meaning { return aNumber(x.n + y.n) })
	case 1:
		return binary("($ - $)", x("number"), x("number"), func(x, y meaning) meaning { return aNumber(x.n - y.n) })
	case 2:
		return partial("($ / $)", x("number"), x("number"), func(c context, x, y meaning) meaning {
			if y.n == 0 {
				return c.undefined(x)
			}
			return aNumber(x.n / y.n)
		})
	case 3:
		return unary("card($)", x("numbers", "members", "relation", "links", "function", "successor", "sequence"), func(_ context, x meaning) meaning { return aNumber(len(x.parts)) })
	case 4:
		return g.extreme(depth)
	case 5:
		return unary("size($)", x("sequence", "word"), func(_ context, x meaning) meaning { return aNumber(len(x.parts)) })
	case 6:
		return partial("$($)", g.applied("function"), x("member"), apply)
	case 7:
		return partial("$($)", g.applied("sequence"), x("number"), apply)
	case 8:
		return g.end("sequence", depth)
	case 9:
		return partial("$($)", g.applied("relation"), x("member"), apply)
	case 10:
		return partial("($ mod $)", x("number"), x("number"), func(c context, x, y meaning) meaning {
			if x.n < 0 || y.n <= 0 {
				return c.undefined(x)
			}
			return aNumber(x.n % y.n)
		})
	}
	return g.total(depth)
}

// applied is a name of a type: B applies names only, as far as machines are imported.
func (g *drawing) applied(typ string) drawn { return g.name(typ) }

// apply is f(x), or the number of an element of a sequence.
func apply(c context, f, x meaning) meaning {
	results := f.of(theSet(x)).parts
	if len(results) != 1 {
		return c.undefined(f.anyRight())
	}
	return results[0]
}

// anyRight is some value of the type of the right parts of a relation.
func (m meaning) anyRight() meaning {
	if len(m.parts) > 0 {
		return m.parts[0].right()
	}
	return meaning{text: "a"}
}

// extreme is min or max of a set of numbers.
func (g *drawing) extreme(depth int) drawn {
	name, better := "min", func(x, y int) int { return min(x, y) }
	if g.pick(2) == 0 {
		name, better = "max", func(x, y int) int { return max(x, y) }
	}
	return unary(name+"($)", g.expression("numbers", depth), func(c context, x meaning) meaning {
		if len(x.parts) == 0 {
			return c.undefined(aNumber(0))
		}
		out := x.parts[0].n
		for _, e := range x.parts {
			out = better(out, e.n)
		}
		return aNumber(out)
	})
}

// end is the first or the last element of a sequence.
func (g *drawing) end(typ string, depth int) drawn {
	first := g.pick(2) == 0
	name := "last($)"
	if first {
		name = "first($)"
	}
	return unary(name, g.expression(typ, depth), func(c context, x meaning) meaning {
		switch elems := x.elements(); {
		case len(elems) == 0:
			return c.undefined(x.anyRight())
		case first:
			return elems[0]
		default:
			return elems[len(elems)-1]
		}
	})
}

// total is SIGMA(x).(x : A & P | e).
func (g *drawing) total(depth int) drawn {
	var cond, element drawn
	over := g.expression("numbers", depth)
	name := g.binding("number", func() { cond, element = g.predicate(depth), g.expression("number", depth) })
	return drawn{text: fmt.Sprintf("SIGMA(%s).(%s : %s & %s | %s)", name, name, over.text, cond.text, element.text), of: func(c context) meaning {
		sum := 0
		for _, x := range over.of(c).parts {
			if in := c.with(map[string]meaning{name: x}); cond.holds(in) {
				sum += element.of(in).n
			}
		}
		return aNumber(sum)
	}}
}

func (g *drawing) member(depth int) drawn {
	switch g.pick(3) {
	case 0:
		return partial("$($)", g.applied("successor"), g.expression("member", depth), apply)
	case 1:
		return partial("$($)", g.applied("word"), g.expression("number", depth), apply)
	}
	return g.end("word", depth)
}

// set draws a set of numbers or members.
func (g *drawing) set(typ string, depth int) drawn {
	elem := elementOf[typ]
	graphs, inverted := []string{"relation", "function"}, []string{"links", "successor"} // r[A] and r~[A]
	if typ == "members" {
		graphs, inverted = inverted, append(graphs, inverted...)
	}
	switch g.pick(8) {
	case 0:
		return g.joined(typ, depth)
	case 1:
		return unary("ran($)", g.any(depth, append(graphs, map[string]string{"numbers": "sequence", "members": "word"}[typ])...), func(_ context, x meaning) meaning { return x.codomain() })
	case 2:
		return binary("$[$]", g.any(depth, graphs...), g.expression("members", depth), meaning.of)
	case 3:
		if typ == "numbers" {
			return unary("dom($~)", g.any(depth, graphs...), func(_ context, x meaning) meaning { return x.codomain() })
		}
		return unary("dom($)", g.any(depth, inverted...), func(_ context, x meaning) meaning { return x.domain() })
	case 4:
		if typ == "members" {
			r := g.oneType(inverted)
			by := map[string]string{"number": "numbers", "member": "members"}[elementOf[r]]
			return binary("$~[$]", g.expression(r, depth), g.expression(by, depth), func(r, by meaning) meaning { return r.image(meaning.inverse).of(by) })
		}
	case 5:
		if typ == "numbers" && g.pick(2) == 0 {
			return g.interval()
		}
		x, y := g.expression(elem, depth), g.expression(elem, depth)
		return binary("{$, $}", x, y, func(x, y meaning) meaning { return theSet(x, y) })
	}
	var cond drawn
	over := g.expression(typ, depth)
	name := g.binding(elem, func() { cond = g.predicate(depth) })
	return drawn{text: fmt.Sprintf("{%s | %s : %s & %s}", name, name, over.text, cond.text), of: func(c context) meaning {
		return over.of(c).filter(func(x meaning) bool { return cond.holds(c.with(map[string]meaning{name: x})) })
	}}
}

// interval is a range of numbers with constant bounds.
func (g *drawing) interval() drawn {
	low, high := g.literal("number", 0), g.literal("number", 0)
	return binary("($..$)", low, high, func(x, y meaning) meaning {
		var out []meaning
		for n := x.n; n <= y.n; n++ {
			out = append(out, aNumber(n))
		}
		return theSet(out...)
	})
}

// oneType draws one of several types.
func (g *drawing) oneType(types []string) string { return types[g.pick(len(types))] }

// joined is a union, an intersection or a difference of two values of a type.
func (g *drawing) joined(typ string, depth int) drawn {
	x, y := g.expression(typ, depth), g.expression(typ, depth)
	switch g.pick(3) {
	case 0:
		return partial(`($ \/ $)`, x, y, func(c context, x, y meaning) meaning { return c.function(typ, x.union(y)) })
	case 1:
		return binary(`($ /\ $)`, x, y, func(x, y meaning) meaning { return x.filter(y.has) })
	}
	return binary("($ - $)", x, y, meaning.minus)
}

// function notes that a set of pairs is no function.
func (c context) function(typ string, x meaning) meaning {
	if isGraph(typ) && !x.isFunction() {
		*c.state = max(*c.state, noFunction)
	}
	if isFunctional(typ) && !x.isFunction() {
		*c.state = undefined
	}
	return x
}

// relation draws a relation between members and numbers or members.
func (g *drawing) relation(typ string, depth int) drawn {
	same := map[string]string{"relation": "function", "links": "successor"}[typ]
	results := map[string]string{"relation": "numbers", "links": "members"}[typ]
	one := func() drawn { return g.any(depth, typ, typ, same) }
	switch g.pick(8) {
	case 0:
		return g.joined(typ, depth)
	case 1:
		return g.restriction(one(), results, depth)
	case 2:
		return binary("($ <+ $)", one(), one(), meaning.override)
	case 7:
		if typ == "links" {
			return g.pairs(depth)
		}
	case 3:
		return g.expression(same, depth)
	case 4:
		if typ == "links" {
			return unary("$~", one(), func(_ context, x meaning) meaning { return x.image(meaning.inverse) })
		}
	case 5:
		if typ == "links" {
			return binary("($ ; $)", one(), one(), meaning.then)
		}
	case 6:
		if typ == "links" {
			return binary("($ * $)", g.expression("members", depth), g.expression("members", depth), meaning.product)
		}
	}
	x, y := g.expression("member", depth), g.expression(elementOf[typ], depth)
	x2, y2 := g.expression("member", depth), g.expression(elementOf[typ], depth)
	return drawn{text: fill("{$ |-> $, $ |-> $}", x, y, x2, y2), of: func(c context) meaning {
		return theSet(aPair(x.of(c), y.of(c)), aPair(x2.of(c), y2.of(c)))
	}}
}

// pairs is {x, y | x : A & y : B & P}.
func (g *drawing) pairs(depth int) drawn {
	var cond drawn
	var y string
	left, right := g.expression("members", depth), g.expression("members", depth)
	x := g.binding("member", func() { y = g.binding("member", func() { cond = g.predicate(depth) }) })
	return drawn{text: fmt.Sprintf("{%s, %s | %s : %s & %s : %s & %s}", x, y, x, left.text, y, right.text, cond.text), of: func(c context) meaning {
		return left.of(c).product(right.of(c)).filter(func(p meaning) bool {
			return cond.holds(c.with(map[string]meaning{x: p.left(), y: p.right()}))
		})
	}}
}

// restriction is A <| r or the like.
func (g *drawing) restriction(r drawn, results string, depth int) drawn {
	if g.pick(2) == 0 {
		by := g.expression("members", depth)
		if g.pick(2) == 0 {
			return binary("($ <| $)", by, r, func(by, r meaning) meaning {
				return r.filter(func(p meaning) bool { return by.has(p.left()) })
			})
		}
		return binary("($ <<| $)", by, r, func(by, r meaning) meaning {
			return r.filter(func(p meaning) bool { return !by.has(p.left()) })
		})
	}
	by := g.expression(results, depth)
	if g.pick(2) == 0 {
		return binary("($ |> $)", r, by, func(r, by meaning) meaning {
			return r.filter(func(p meaning) bool { return by.has(p.right()) })
		})
	}
	return binary("($ |>> $)", r, by, func(r, by meaning) meaning {
		return r.filter(func(p meaning) bool { return !by.has(p.right()) })
	})
}

// function draws a function from members to numbers or members.
func (g *drawing) function(typ string, depth int) drawn {
	elem := elementOf[typ]
	results := map[string]string{"function": "numbers", "successor": "members"}[typ]
	one := func() drawn { return g.expression(typ, depth) }
	switch g.pick(8) {
	case 0:
		return g.joined(typ, depth)
	case 1:
		return g.restriction(one(), results, depth)
	case 2:
		return binary("($ <+ $)", one(), one(), meaning.override)
	case 6:
		x, y := g.expression("member", depth), g.expression(elem, depth)
		return binary("{$ |-> $}", x, y, func(x, y meaning) meaning { return theSet(aPair(x, y)) })
	case 3:
		return binary("($ * {$})", g.expression("members", depth), g.expression(elem, depth), func(x, y meaning) meaning { return x.product(theSet(y)) })
	case 4:
		return binary("($ ; $)", g.name("successor"), one(), meaning.then)
	case 5:
		if typ == "successor" {
			return unary("id($)", g.expression("members", depth), func(_ context, x meaning) meaning {
				return x.image(func(e meaning) meaning { return aPair(e, e) })
			})
		}
	}
	return g.lambda(elem, depth)
}

// lambda is %x.(x : A & P | e).
func (g *drawing) lambda(elem string, depth int) drawn {
	var cond, value drawn
	over := g.expression("members", depth)
	name := g.binding("member", func() { cond, value = g.predicate(depth), g.expression(elem, depth) })
	return drawn{text: fmt.Sprintf("(%%%s.(%s : %s & %s | %s))", name, name, over.text, cond.text, value.text), of: func(c context) meaning {
		var out []meaning
		for _, x := range over.of(c).parts {
			if in := c.with(map[string]meaning{name: x}); cond.holds(in) {
				out = append(out, aPair(x, value.of(in)))
			}
		}
		return theSet(out...)
	}}
}

// sequence draws a sequence of numbers or members.
func (g *drawing) sequence(typ string, depth int) drawn {
	one := func() drawn { return g.expression(typ, depth) }
	element := func() drawn { return g.expression(elementOf[typ], depth) }
	switch g.pick(6) {
	case 0:
		return binary("($ ^ $)", one(), one(), func(x, y meaning) meaning { return theSequence(slices.Concat(x.elements(), y.elements())...) })
	case 1:
		return binary("($ <- $)", one(), element(), func(x, e meaning) meaning { return theSequence(append(x.elements(), e)...) })
	case 2:
		return binary("($ -> $)", element(), one(), func(e, x meaning) meaning { return theSequence(append([]meaning{e}, x.elements()...)...) })
	case 3:
		return unary("rev($)", one(), func(_ context, x meaning) meaning {
			elems := x.elements()
			slices.Reverse(elems)
			return theSequence(elems...)
		})
	case 4:
		return g.shorter("tail($)", one(), func(elems []meaning) []meaning { return elems[1:] })
	}
	return g.shorter("front($)", one(), func(elems []meaning) []meaning { return elems[:len(elems)-1] })
}

// shorter is a sequence without an element.
func (g *drawing) shorter(text string, x drawn, rest func([]meaning) []meaning) drawn {
	return unary(text, x, func(c context, x meaning) meaning {
		if len(x.parts) == 0 {
			return c.undefined(x)
		}
		return theSequence(rest(x.elements())...)
	})
}
