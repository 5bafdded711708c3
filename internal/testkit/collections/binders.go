package collections

import "strings"

// generator is "x in s : c": a variable, what it ranges over, and a condition, which may be nil.
type generator struct {
	variable  string
	over      Expression
	typ       *Type // of what it ranges over
	condition Expression
}

func (g generator) text(known *Env) string {
	out := g.variable + " in " + g.over.Text(known)
	if g.condition != nil {
		out += " : " + g.condition.Text(known)
	}
	return out
}

// each calls f for each member that satisfies the condition, with the environment that binds it. The failures of all members are joined:
// the order in which they are looked at is left open.
func (g generator) each(env *Env, f func(member Value, inner *Env) Failure) Failure {
	over, failure := g.over.Eval(env)
	if failure != 0 {
		return failure
	}
	for _, v := range members(over) {
		inner := env.With(g.variable, g.typ.ranged(), v)
		holds, wrong := Value(true), Failure(0)
		if g.condition != nil {
			holds, wrong = g.condition.Eval(inner)
		}
		if wrong == 0 && holds == true {
			wrong = f(v, inner)
		}
		failure |= wrong
	}
	return failure
}

// comprehension is [f(x) for x in s : c], {f(x) for x in s : c}, {k: f(k) for k in s : c}, or a filter if there is no element. Within
// count, sum, min and max it has no brackets.
type comprehension struct {
	construct string
	function  string // "count", "sum", "min", "max", or empty
	kind      Kind   // of the result: Sequence, Set or Map; of the argument of a function, Sequence
	key       Expression
	element   Expression
	generator generator
	typ       *Type // with its bounds, if they are known
}

// Text writes the comprehension in its brackets, or as the argument of its function.
func (c *comprehension) Text(known *Env) string {
	out := c.generator.text(known)
	if c.element != nil {
		out = c.element.Text(known) + " for " + out
	}
	switch {
	case c.function != "":
		return c.function + "(" + out + ")"
	case c.kind == Sequence:
		return "[" + out + "]"
	case c.kind == Map:
		out = c.key.Text(known) + ": " + out
	}
	return "{" + out + "}"
}

// Eval computes the element for each member that satisfies the condition.
func (c *comprehension) Eval(env *Env) (Value, Failure) {
	var list List
	entries := Entries{}
	failure := c.generator.each(env, func(v Value, inner *Env) Failure {
		key, wrong := Value(nil), Failure(0)
		if c.key != nil {
			key, wrong = c.key.Eval(inner)
		}
		if c.element != nil {
			element, f := c.element.Eval(inner)
			v, wrong = element, wrong|f
		}
		if wrong != 0 {
			return wrong
		}
		list = append(list, v)
		entries[Text(key)] = Entry{key, v}
		return 0
	})
	switch {
	case failure != 0:
		return nil, failure
	case c.function == "count":
		return len(list), 0
	case c.function != "":
		return aggregate(c.function, list)
	case c.kind == Set:
		return elements(list), 0
	case c.kind == Map:
		return entries, 0
	}
	return limited(list)
}

// aggregate is the sum, the least or the greatest of some numbers.
func aggregate(function string, list []Value) (Value, Failure) {
	if function == "sum" {
		total := 0
		for _, v := range list {
			total += v.(int)
		}
		return limited(total)
	}
	if len(list) == 0 {
		return nil, ValueAbsent
	}
	best := list[0].(int)
	for _, v := range list {
		if function == "min" {
			best = min(best, v.(int))
		} else {
			best = max(best, v.(int))
		}
	}
	return best, 0
}

// Visit names the comprehension, and what its parts are made of.
func (c *comprehension) Visit(f func(string)) {
	f(c.construct)
	visit(f, c.generator.over, c.generator.condition, c.key, c.element)
}

// quantifier is "forall x in s :: c" or "exists". It may have a second variable, which ranges over a type.
type quantifier struct {
	forall    bool
	generator generator
	second    string
	secondOf  *Type // nil without a second variable
	body      Expression
}

// Text writes the quantifier in parentheses.
func (q *quantifier) Text(known *Env) string {
	out := "(exists "
	if q.forall {
		out = "(forall "
	}
	out += q.generator.text(known)
	if q.secondOf != nil {
		out += ", " + q.second + ": " + q.secondOf.String()
	}
	return out + " :: " + q.body.Text(known) + ")"
}

// Eval looks at all members, also when one decides the result.
func (q *quantifier) Eval(env *Env) (Value, Failure) {
	result := q.forall
	seconds := []Value{nil}
	if q.secondOf != nil {
		seconds = All(q.secondOf)
	}
	failure := q.generator.each(env, func(_ Value, inner *Env) Failure {
		var wrong Failure
		for _, v := range seconds {
			holds, f := q.body.Eval(inner.With(q.second, q.secondOf, v))
			if wrong |= f; f == 0 && holds != q.forall {
				result = !q.forall
			}
		}
		return wrong
	})
	return result, failure
}

// Visit names the quantifier, and what its parts are made of.
func (q *quantifier) Visit(f func(string)) {
	f(map[bool]string{true: "forall", false: "exists"}[q.forall])
	visit(f, q.generator.over, q.body)
}

// fold is "fold total = 0 for x in s :: total + x", over a sequence.
type fold struct {
	accumulator string
	typ         *Type
	initial     Expression
	generator   generator
	body        Expression
}

// Text writes the fold in parentheses.
func (x *fold) Text(known *Env) string {
	return "(fold " + x.accumulator + " = " + x.initial.Text(known) + " for " + x.generator.text(known) + " :: " + x.body.Text(known) + ")"
}

// Eval goes over the elements in their order, and stops at the first failure. If elements are left then, they may fail for any reason:
// errors of the body are looked for in all elements, and what the accumulator is after an error is left open.
func (x *fold) Eval(env *Env) (Value, Failure) {
	total, failure := x.initial.Eval(env)
	over, f := x.generator.over.Eval(env)
	if failure |= f; failure != 0 {
		return nil, failure
	}
	list := over.(List)
	for i, v := range list {
		inner := env.With(x.accumulator, x.typ, total).With(x.generator.variable, x.generator.typ.ranged(), v)
		if total, failure = x.body.Eval(inner); failure != 0 && i < len(list)-1 {
			return nil, failure | anyError
		} else if failure != 0 {
			return nil, failure
		}
	}
	return total, 0
}

// Visit names the fold, and what its parts are made of.
func (x *fold) Visit(f func(string)) {
	f("fold")
	visit(f, x.initial, x.generator.over, x.body)
}

// caseOf is "case r of { ok{value}: value, else: 0 }", of a union or an optional value.
type caseOf struct {
	of   Expression
	arms []arm
}

// arm is a pattern with its value. A pattern binds some fields of an alternative, by position.
type arm struct {
	alternative string // empty for else
	fields      []Field
	names       []string // of the variables that the fields are bound to; empty for fields that are not bound
	value       Expression
}

// Text writes the case in parentheses.
func (c *caseOf) Text(known *Env) string {
	var arms []string
	for _, a := range c.arms {
		arms = append(arms, a.pattern()+": "+a.value.Text(known))
	}
	return "(case " + c.of.Text(known) + " of { " + strings.Join(arms, ", ") + " })"
}

func (a arm) pattern() string {
	if a.alternative == "" {
		return "else"
	}
	var bindings []string
	for i, name := range a.names {
		switch name {
		case "":
		case a.fields[i].Name:
			bindings = append(bindings, name)
		default:
			bindings = append(bindings, a.fields[i].Name+": "+name)
		}
	}
	if len(bindings) == 0 {
		return a.alternative
	}
	return a.alternative + "{" + strings.Join(bindings, ", ") + "}"
}

// Eval computes the value of the first arm whose pattern matches; no other arm is evaluated.
func (c *caseOf) Eval(env *Env) (Value, Failure) {
	v, f := c.of.Eval(env)
	if f != 0 {
		return nil, f
	}
	variant := asVariant(v)
	for _, a := range c.arms {
		if a.alternative != "" && a.alternative != variant.Alternative {
			continue
		}
		inner := env
		for i, name := range a.names {
			inner = inner.With(name, a.fields[i].Type, variant.Fields[i])
		}
		return a.value.Eval(inner)
	}
	return nil, CaseNotCovered
}

// asVariant makes an optional value one of none and some{value}.
func asVariant(v Value) Variant {
	o, isOption := v.(Option)
	switch {
	case !isOption:
		return v.(Variant)
	case o.Present:
		return Variant{"some", []Value{o.Value}}
	}
	return Variant{"none", nil}
}

// Visit names the case, and what its arms are made of.
func (c *caseOf) Visit(f func(string)) {
	f("case")
	visit(f, c.of)
	for _, a := range c.arms {
		visit(f, a.value)
	}
}
