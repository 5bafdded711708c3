package explicit

import (
	"fmt"
	"maps"
	"strings"
)

// substitution is what an operation of a machine does.
type substitution interface {
	// ways lists how the substitution can be resolved in a state: which branches are taken and which values are chosen.
	ways(v values) []way
	String() string
}

// way is one resolution of a substitution. First its guards are evaluated, then its values.
type way struct {
	guards []bound
	writes []write
}

// bound is an expression with the values of its names.
type bound struct {
	expression
	values
}

// write gives a variable a value. The argument is that of a function.
type write struct {
	variable string
	argument *bound
	value    bound
}

// joined is a way followed by another.
func (w way) joined(o way) way {
	return way{append(w.guards[:len(w.guards):len(w.guards)], o.guards...), append(w.writes[:len(w.writes):len(w.writes)], o.writes...)}
}

// holds reports whether all guards hold. They are evaluated one after the other, until one does not.
func (w way) holds() (bool, error) {
	for _, g := range w.guards {
		if n, err := g.value(g.values); err != nil || n == 0 {
			return false, err
		}
	}
	return true, nil
}

// assignment is variable := e, or function(argument) := e.
type assignment struct {
	variable string
	argument expression
	becomes  expression
}

// String returns the text in the notation of B.
func (a assignment) String() string {
	if a.argument != nil {
		return fmt.Sprintf("%s(%s) := %s", a.variable, a.argument, a.becomes)
	}
	return fmt.Sprintf("%s := %s", a.variable, a.becomes)
}

func (a assignment) ways(v values) []way {
	w := write{variable: a.variable, value: bound{a.becomes, v}}
	if a.argument != nil {
		w.argument = &bound{a.argument, v}
	}
	return []way{{writes: []write{w}}}
}

// choiceOfMember is variable :: low..high.
type choiceOfMember struct {
	variable  string
	low, high expression
}

// String returns the text in the notation of B.
func (c choiceOfMember) String() string {
	return fmt.Sprintf("%s :: %s..%s", c.variable, c.low, c.high)
}

func (c choiceOfMember) ways(v values) []way {
	var out []way
	low, _ := c.low.value(v)
	high, _ := c.high.value(v)
	if low > high { // the guards before it are evaluated all the same
		return []way{{guards: []bound{{number(0), v}}}}
	}
	for n := low; n <= high; n++ {
		out = append(out, way{writes: []write{{variable: c.variable, value: bound{number(n), v}}}})
	}
	return out
}

// parallel is S || T.
type parallel struct{ first, second substitution }

// String returns the text in the notation of B.
func (p parallel) String() string { return fmt.Sprintf("%s || %s", p.first, p.second) }

func (p parallel) ways(v values) []way {
	var out []way
	for _, a := range p.first.ways(v) {
		for _, b := range p.second.ways(v) {
			out = append(out, a.joined(b))
		}
	}
	return out
}

// skip does nothing.
type skip struct{}

// String returns the text in the notation of B.
func (skip) String() string    { return "skip" }
func (skip) ways(values) []way { return []way{{}} }

// branches is IF, CHOICE or SELECT. Conditions have no model errors, but for a SELECT of one branch. The last condition of IF and
// SELECT may be nil: that is ELSE.
type branches struct {
	word       string
	conditions []expression
	bodies     []substitution
}

// branchWords are the words before the first branch and between branches.
var branchWords = map[string][2]string{"IF": {"IF ", " ELSIF "}, "SELECT": {"SELECT ", " WHEN "}, "CHOICE": {"CHOICE ", " OR "}}

// String returns the text in the notation of B.
func (b branches) String() string {
	var out strings.Builder
	for i, body := range b.bodies {
		words := branchWords[b.word]
		switch {
		case b.word == "CHOICE":
			fmt.Fprintf(&out, "%s%s", words[min(i, 1)], body)
		case b.conditions[i] == nil:
			fmt.Fprintf(&out, " ELSE %s", body)
		default:
			fmt.Fprintf(&out, "%s%s THEN %s", words[min(i, 1)], b.conditions[i], body)
		}
	}
	return out.String() + " END"
}

func (b branches) ways(v values) []way {
	if b.word == "SELECT" && len(b.bodies) == 1 {
		return guarded(bound{b.conditions[0], v}, b.bodies[0].ways(v))
	}
	var out []way
	open := false // some condition holds
	for i, body := range b.bodies {
		if b.word != "CHOICE" && b.conditions[i] != nil {
			if n, _ := b.conditions[i].value(v); n == 0 {
				continue
			}
		} else if b.word != "CHOICE" && open {
			continue
		}
		open = true
		out = append(out, body.ways(v)...)
		if b.word == "IF" {
			return out
		}
	}
	if b.word == "IF" {
		return []way{{}}
	}
	return out
}

func guarded(cond bound, ways []way) []way {
	var out []way
	for _, w := range ways {
		out = append(out, way{guards: []bound{cond}}.joined(w))
	}
	return out
}

// choiceOfValue is ANY name WHERE name : 0..most & condition THEN body END.
type choiceOfValue struct {
	name      string
	most      int
	condition expression
	body      substitution
}

// String returns the text in the notation of B.
func (c choiceOfValue) String() string {
	return fmt.Sprintf("ANY %s WHERE %s : 0..%d & %s THEN %s END", c.name, c.name, c.most, c.condition, c.body)
}

func (c choiceOfValue) ways(v values) []way {
	var out []way
	for n := range c.most + 1 {
		inner := maps.Clone(v)
		inner[c.name] = n
		out = append(out, guarded(bound{c.condition, inner}, c.body.ways(inner))...)
	}
	return out
}
