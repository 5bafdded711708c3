package uppaal

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/imports/convert"
	"github.com/sextant-mbt/sextant/internal/imports/uppaal/source"
	"github.com/sextant-mbt/sextant/internal/language/syntax"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// base is the outermost part of a kind.
type base uint8

const (
	integer base = iota
	boolean
	clock
	channel
	array
	record
	void
)

// kind is a type of UPPAAL.
type kind struct {
	base
	low, high         int64 // of integers
	scalar            bool  // an integer of a scalar set
	elem              *kind // of arrays
	first             int64 // index of arrays
	count             int64
	names             []string // of the fields of records
	fields            []*kind
	urgent, broadcast bool // of channels
}

// The bounds of an integer without a range.
const (
	lowest  = -32768
	highest = 32767
)

var (
	plainInteger = &kind{base: integer, low: lowest, high: highest}
	wideInteger  = &kind{base: integer, low: -limit, high: limit} // of expressions
	plainBoolean = &kind{base: boolean}
	plainClock   = &kind{base: clock}
	plainVoid    = &kind{base: void}
)

// limit bounds what is known about numbers.
const limit = int64(1) << 40

// String is the kind for messages.
func (k *kind) String() string {
	return [...]string{"a number", "a Boolean", "a clock", "a channel", "an array", "a struct", "no value"}[k.base]
}

func (k *kind) isNumber() bool { return k.base == integer || k.base == boolean }

// typeKind is the kind of a written type.
func (t *translation) typeKind(s *scope, n *source.Type) *kind {
	switch n.Name.Text {
	case "int":
		return t.integerKind(s, n)
	case "bool":
		return plainBoolean
	case "clock":
		return plainClock
	case "void":
		return plainVoid
	case "chan":
		return &kind{base: channel, urgent: n.Urgent, broadcast: n.Broadcast}
	case "scalar":
		size := t.constant(s, n.Low)
		if size < 1 || size > maxCells {
			t.list.Errorf(diag.CodeImportType, n.Low.At, "a scalar set has from 1 to %d members", maxCells)
			size = 1
		}
		return &kind{base: integer, high: size - 1, scalar: true}
	case "struct":
		return t.recordKind(s, n)
	}
	return t.namedKind(s, n)
}

func (t *translation) integerKind(s *scope, n *source.Type) *kind {
	if n.Low == nil {
		return plainInteger
	}
	low, high := t.constant(s, n.Low), t.constant(s, n.High)
	if low > high || low < -limit || high > limit {
		t.list.Errorf(diag.CodeImportType, n.At, "the range from %d to %d is empty or too large", low, high)
		return plainInteger
	}
	return &kind{base: integer, low: low, high: high}
}

func (t *translation) recordKind(s *scope, n *source.Type) *kind {
	out := &kind{base: record}
	for _, f := range n.Fields {
		k := t.declaredKind(s, f)
		if k.holds(clock) || k.holds(channel) {
			t.list.Errorf(diag.CodeImportUnsupported, f.Name.At, "%s in a struct cannot be imported", k)
			k = plainInteger
		}
		out.names = append(out.names, f.Name.Text)
		out.fields = append(out.fields, k)
	}
	return out
}

func (t *translation) namedKind(s *scope, n *source.Type) *kind {
	found := s.find(n.Name.Text)
	if found == nil || found.use != isType {
		t.undefined(n.Name.Text, n.Name.At, "type")
		return plainInteger
	}
	if n.Urgent || n.Broadcast {
		k := *found.kind
		k.urgent, k.broadcast = k.urgent || n.Urgent, k.broadcast || n.Broadcast
		return &k
	}
	return found.kind
}

// holds reports whether values of the kind have parts of a base.
func (k *kind) holds(b base) bool {
	switch {
	case k.base == b:
		return true
	case k.base == array:
		return k.elem.holds(b)
	}
	for _, f := range k.fields {
		if f.holds(b) {
			return true
		}
	}
	return false
}

// declaredKind is the kind of a declared name: its type with its dimensions.
func (t *translation) declaredKind(s *scope, d *source.Declaration) *kind {
	k := t.typeKind(s, d.Type)
	for i := len(d.Dimensions) - 1; i >= 0; i-- {
		first, count := t.extent(s, d.Dimensions[i])
		k = &kind{base: array, elem: k, first: first, count: count}
	}
	if k.cells() > maxCells {
		t.list.Errorf(diag.CodeImportTooLarge, d.Name.At, "%s has more than %d elements", d.Name, maxCells)
		return plainInteger
	}
	return k
}

// extent is the first index of a dimension, and the number of indices.
func (t *translation) extent(s *scope, d source.Dimension) (first, count int64) {
	if d.Type == nil && d.Size.Op == source.OpName {
		if found := s.find(d.Size.Text); found != nil && found.use == isType {
			d.Type = &source.Type{Name: source.Word(d.Size.Text, d.Size.At), At: d.Size.At}
		}
	}
	if d.Type != nil {
		k := t.rangeOf(s, d.Type)
		return k.low, k.high - k.low + 1
	}
	count = t.constant(s, d.Size)
	if count < 1 || count > maxCells {
		t.list.Errorf(diag.CodeImportType, d.Size.At, "an array has from 1 to %d elements, not %d", maxCells, count)
		return 0, 1
	}
	return 0, count
}

// rangeOf is the kind of a type that must be a range of integers, small enough to go through it.
func (t *translation) rangeOf(s *scope, n *source.Type) *kind {
	k := t.typeKind(s, n)
	if k.base == boolean {
		return &kind{base: integer, high: 1}
	}
	if k.base != integer || k.high-k.low >= maxCells {
		t.list.Errorf(diag.CodeImportType, n.At, "a range of at most %d integers is expected here", maxCells)
		return &kind{base: integer}
	}
	return k
}

// cells is the number of scalars in values of the kind.
func (k *kind) cells() int64 {
	switch k.base {
	case array:
		return min(maxCells+1, k.count*k.elem.cells())
	case record:
		sum := int64(0)
		for _, f := range k.fields {
			sum += f.cells()
		}
		return min(maxCells+1, sum)
	}
	return 1
}

// modelType is the type of the model for a kind. Ranges within arrays, and records, are declared under a name.
func (t *translation) modelType(k *kind) syntax.Type {
	switch k.base {
	case boolean:
		return named("bool")
	case array:
		elem := t.modelType(k.elem)
		if r, ok := elem.(*syntax.RangeType); ok {
			elem = t.typeName("range_"+boundName(k.elem.low)+"_"+boundName(k.elem.high), r)
		}
		return &syntax.ArrayType{Elem: elem, Length: convert.Integer(k.count)}
	case record:
		out := &syntax.RecordType{}
		for i, f := range k.fields {
			out.Fields = append(out.Fields, syntax.Param{Name: syntax.Name{Text: fieldName(k.names[i])}, Type: t.modelType(f)})
		}
		return t.typeName("struct_"+strings.Join(k.names, "_"), out)
	}
	out := &syntax.RangeType{Low: convert.Integer(k.low), High: convert.Integer(k.high)}
	if k.low == lowest && k.high == highest && !k.scalar {
		return t.typeName("uppaal_int", out)
	}
	return out
}

func named(name string) syntax.Type { return &syntax.NamedType{Name: name} }

func boundName(n int64) string { return strings.ReplaceAll(fmt.Sprint(n), "-", "m") }

// fieldName is the name of a field in the model.
func fieldName(name string) string { return syntax.Declarable(name) }

// typeName declares a type once, and is its name.
func (t *translation) typeName(name string, typ syntax.Type) syntax.Type {
	text := print.Type(typ)
	if t.typeNames[text] == "" {
		t.typeNames[text] = t.names.Give(name)
		t.types = append(t.types, fmt.Sprintf("type %s = %s\n", t.typeNames[text], text))
	}
	return named(t.typeNames[text])
}
