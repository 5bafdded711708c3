package xlia

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// kind is the kind of value of an expression.
type kind struct {
	base base
	set  *symbol // of a member
}

// base distinguishes the kinds.
type base uint8

const (
	unknown base = iota // after an error
	boolean
	integer
	number // real
	text
	member
)

// String is the kind for messages.
func (k kind) String() string {
	if k.base == member {
		return "a member of " + k.set.token.String()
	}
	return [...]string{"of an unknown kind", "a Boolean", "an integer", "a real number", "a text", ""}[k.base]
}

func (k kind) numeric() bool { return k.base == integer || k.base == number || k.base == unknown }

// takes reports whether a value of another kind can be stored.
func (k kind) takes(other kind) bool {
	return k == other || k.base == unknown || other.base == unknown || k.base == number && other.base == integer
}

// typ is a type: a kind, and the values of it.
type typ struct {
	kind
	model     string // its name in the model
	clock     bool
	low, high syntax.Expr // bounds that are included, or nil
	above     bool        // low itself is excluded
	bounded   bool        // the type of the model has the bounds
}

// primitives are the types of xLIA by name.
var primitives = func() map[string]typ {
	zero := convert.Integer(0)
	out := map[string]typ{}
	for names, t := range map[string]typ{
		"bool boolean":                        {kind: kind{base: boolean}, model: "bool"},
		"int integer":                         {kind: kind{base: integer}, model: "int"},
		"uint uinteger":                       {kind: kind{base: integer}, model: "nat", low: zero, bounded: true},
		"pos_int pos_integer":                 {kind: kind{base: integer}, model: "nat", low: zero, above: true},
		"rat rational float double real":      {kind: kind{base: number}, model: "real"},
		"urat urational ufloat udouble ureal": {kind: kind{base: number}, model: "real", low: zero},
		"pos_rat pos_rational":                {kind: kind{base: number}, model: "real", low: zero, above: true},
		"string":                              {kind: kind{base: text}, model: "string"},
	} {
		for _, name := range strings.Fields(names) {
			out[name] = t
		}
	}
	return out
}()

// fit is the condition that a value of the type of the model has this type, or nil.
func (t typ) fit(e syntax.Expr) syntax.Expr {
	if t.bounded {
		return nil
	}
	return t.within(e)
}

// within is the condition that a value of the kind has this type, or nil.
func (t typ) within(e syntax.Expr) syntax.Expr {
	var low, high syntax.Expr
	switch {
	case t.low != nil && t.above:
		low = convert.Binary(">", e, t.low)
	case t.low != nil:
		low = convert.Binary(">=", e, t.low)
	}
	if t.high != nil {
		high = convert.Binary("<=", e, t.high)
	}
	return convert.And(low, high)
}

// holds reports whether t has all values of another type of the same kind.
func (t typ) holds(other typ) bool {
	if t.low == nil && t.high == nil {
		return true
	}
	return t.above == other.above && sameBound(t.low, other.low) && sameBound(t.high, other.high)
}

func sameBound(a, b syntax.Expr) bool {
	if a == nil || b == nil {
		return a == b
	}
	return print.Expr(a) == print.Expr(b)
}

// typeOf finds the type of a name.
func (t *translation) typeOf(name *typeName) typ {
	if name.low != nil {
		return t.interval(name)
	}
	if out, ok := primitives[name.name]; ok {
		out.clock = name.clock
		if name.clock && out.base == integer {
			t.refuse(name.at, "a clock of integers")
		}
		if name.clock {
			out = typ{kind: kind{base: number}, model: "real", clock: true}
		}
		return out
	}
	s := t.lookup(name.name)
	if s == nil || s.use != isType {
		var known []string
		for word := range primitives {
			known = append(known, word)
		}
		t.undefined(name.at, name.name, known)
		return typ{}
	}
	return s.typ
}

// interval is the type of a range of integers.
func (t *translation) interval(name *typeName) typ {
	if p := primitives[name.name]; p.base != integer {
		t.refuse(name.at, "an interval of "+convert.Clip(name.name))
		return typ{}
	}
	low, high := t.value(name.low, kind{base: integer}), t.value(name.high, kind{base: integer})
	if t.list.HasErrors() {
		return typ{}
	}
	if !t.constant(low) || !t.constant(high) {
		t.list.Errorf(diag.CodeImportType, name.at, "the bounds of an interval must be constants with values")
		return typ{}
	}
	if name.lowOpen {
		low = convert.Binary("+", low, convert.Integer(1))
	}
	if name.highOpen {
		high = convert.Minus(high, convert.Integer(1))
	}
	model := fmt.Sprintf("%s..%s", print.Expr(low), print.Expr(high))
	return typ{kind: kind{base: integer}, model: model, low: low, high: high, bounded: true}
}
