package equality

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// maxNumber is the greatest number that is counted with, so that products of two fit into 64 bits.
const maxNumber = 1 << 30

// role is how a term can be used. A constant number can be both a key and a number.
type role uint8

const (
	truth role = 1 << iota
	number
	key
)

// node is a term of the conditions, with places of its arguments among the nodes.
type node struct {
	term  *term.Term
	op    term.Op
	role  role
	isKey bool // it is compared as a key
	args  []int
	most  int64 // bound on the absolute value of a number
	value span
}

// span describes what is known about the value of a node: its lower and upper bound, where a Boolean is 0 or 1, and, for a key, its class,
// counted from 1; 0 means unknown.
type span struct {
	low, high int64
	class     int
}

// problem is a conjunction of conditions, as a list of terms in which arguments come before the terms that have them.
type problem struct {
	nodes     []node
	places    map[*term.Term]int
	required  []int            // the conditions
	variables []int            // in the order in which they occur
	constants map[constant]int // the class of each constant that is compared with keys
	classes   []term.Kind      // of all classes: first those of constants, then those of the search
	work      int              // number of nodes that were evaluated
	depth     int              // of the term that is added
	arguments []int            // of all nodes
}

type constant struct {
	kind term.Kind
	text string
}

func newProblem() problem {
	return problem{places: map[*term.Term]int{}, constants: map[constant]int{}}
}

func (p *problem) reset() {
	clear(p.places)
	clear(p.constants)
	p.nodes, p.required, p.variables, p.classes, p.arguments = p.nodes[:0], p.required[:0], p.variables[:0], p.classes[:0], p.arguments[:0]
	p.work = 0
}

// require adds a condition, and reports whether it is of the logic.
func (p *problem) require(c *term.Term) bool {
	place, ok := p.add(c)
	p.required = append(p.required, place)
	return ok
}

// add adds a term after its arguments, and reports whether it is of the logic.
func (p *problem) add(t *term.Term) (place int, ok bool) {
	if place, ok = p.places[t]; ok {
		return place, true
	}
	n := node{term: t, op: t.Op()}
	if n.args, ok = p.addAll(t.Args()); !ok {
		return 0, false
	}
	place = len(p.nodes)
	n.role, n.most = p.roleOf(t, n.args), p.mostOf(t, n.args)
	if n.role == 0 || n.most > maxNumber || place == maxNodes {
		return 0, false
	}
	switch n.op {
	case term.OpVar:
		p.variables = append(p.variables, place)
		n.value = variableSpan(t.Sort())
	case term.OpConst:
		n.value = constantSpan(t)
	case term.OpEq:
		if p.common(n.args) == key {
			p.useAsKey(n.args[0])
			p.useAsKey(n.args[1])
		}
	}
	p.nodes = append(p.nodes, n)
	p.places[t] = place
	return place, true
}

// addAll adds the arguments of a term.
func (p *problem) addAll(args []*term.Term) (places []int, ok bool) {
	if p.depth == maxNodes {
		return nil, false
	}
	p.depth++
	defer func() { p.depth-- }()
	first := len(p.arguments)
	p.arguments = slices.Grow(p.arguments, len(args))[:first+len(args)]
	places = p.arguments[first:]
	for i, a := range args {
		if places[i], ok = p.add(a); !ok {
			return nil, false
		}
	}
	return places, true
}

// mostOf returns a bound on the absolute value of a number.
func (p *problem) mostOf(t *term.Term, args []int) int64 {
	out := int64(1)
	switch t.Op() {
	case term.OpConst:
		if constantRole(t)&number != 0 {
			n, _ := t.Value().Small()
			return max(n, -n)
		}
	case term.OpVar:
		if s := t.Sort(); isSmall(s) {
			return max(s.High, -s.Low)
		}
	case term.OpAdd:
		for _, a := range args {
			out += p.nodes[a].most
		}
	case term.OpMul:
		for _, a := range args {
			out = min(out*p.nodes[a].most, maxNumber+1)
		}
	case term.OpIte:
		out = max(p.nodes[args[1]].most, p.nodes[args[2]].most)
	}
	return out
}

// roleOf returns the roles of a term; 0 if it is not in the logic.
func (p *problem) roleOf(t *term.Term, args []int) role {
	switch t.Op() {
	case term.OpConst:
		return constantRole(t)
	case term.OpVar:
		return variableRole(t.Sort())
	case term.OpNot, term.OpAnd, term.OpOr:
		return truth
	case term.OpIte:
		return p.common(args[1:])
	case term.OpEq:
		if p.common(args) != 0 {
			return truth
		}
	case term.OpLe, term.OpLt:
		if p.common(args)&number != 0 {
			return truth
		}
	case term.OpAdd, term.OpMul:
		return p.common(args) & number
	}
	return 0
}

// common returns the roles that several nodes share.
func (p *problem) common(args []int) role {
	out := truth | number | key
	for _, a := range args {
		out &= p.nodes[a].role
	}
	return out
}

func variableRole(s *term.Sort) role {
	switch {
	case s.Kind == term.KindBool:
		return truth
	case s.Kind == term.KindInt && !s.HasLow && !s.HasHigh, s.Kind == term.KindReal, s.Kind == term.KindString:
		return key
	case isSmall(s):
		return number
	}
	return 0
}

// maxSmall bounds the values of a variable that is a number.
const maxSmall = 16

// isSmall reports whether a variable of the sort is a number, all values of which are tried.
func isSmall(s *term.Sort) bool {
	return s.Kind == term.KindInt && s.HasLow && s.HasHigh && s.Low >= -maxNumber && s.High <= maxNumber && s.High-s.Low < maxSmall
}

// variableSpan is the value of a variable that is not yet known.
func variableSpan(s *term.Sort) span {
	if isSmall(s) {
		return span{s.Low, s.High, 0}
	}
	return span{0, 1, 0}
}

// constantRole returns the roles of a constant. Only small constants can be numbers.
func constantRole(t *term.Term) role {
	switch t.Sort().Kind {
	case term.KindBool:
		return truth
	case term.KindInt:
		if n, ok := t.Value().Small(); ok && n >= -maxNumber && n <= maxNumber {
			return number | key
		}
		return key
	case term.KindReal, term.KindString:
		return key
	}
	return 0
}

// constantSpan is the value of a constant. It has no class as long as it is not compared with keys.
func constantSpan(t *term.Term) span {
	if t.Sort().Kind == term.KindBool {
		return truthSpan(t.Value().Bool())
	}
	n, _ := t.Value().Small()
	return span{n, n, 0}
}

// useAsKey gives a class to each constant that a node may be.
func (p *problem) useAsKey(place int) {
	n := &p.nodes[place]
	switch {
	case n.isKey:
		return
	case n.op == term.OpConst:
		n.value.class = p.classOf(n.term)
	case n.op == term.OpIte:
		p.useAsKey(n.args[1])
		p.useAsKey(n.args[2])
	}
	n.isKey = true
}

// classOf is the class of a constant.
func (p *problem) classOf(t *term.Term) int {
	id := constant{t.Sort().Kind, textOf(t)}
	class, ok := p.constants[id]
	if !ok {
		p.classes = append(p.classes, id.kind)
		class = len(p.classes)
		p.constants[id] = class
	}
	return class
}

// textOf returns a text that identifies a constant among those of its kind.
func textOf(t *term.Term) string {
	if t.Sort().Kind == term.KindString {
		return t.Value().Text()
	}
	return t.Value().Encode()
}

func truthSpan(b bool) span {
	if b {
		return span{1, 1, 0}
	}
	return span{0, 0, 0}
}
