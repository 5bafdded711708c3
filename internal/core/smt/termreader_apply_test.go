package smt

import (
	"fmt"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Applying operations while reading. The constructors of terms trust their arguments; here they are checked first.

// application is an operation with arguments of the right number and sorts.
type application struct {
	least, most int // number of arguments, most 0 is any
	accepts     func(*term.Sort) bool
	build       func(r *termReader, args []*term.Term) (*term.Term, error)
}

// apply reads (operator args...).
func (r *termReader) apply(operator *node, args []*term.Term) (*term.Term, error) {
	for _, a := range args {
		if !withinLimits(a) {
			return nil, fmt.Errorf("a constant in %s is too large", text.Clip(operator.String(), 200))
		}
	}
	if operator.kind == listNode {
		return r.applyIndexed(operator, args)
	}
	if t, ok, err := r.applyText(operator.text, args); ok {
		return t, err
	}
	a, ok := applications[operator.text]
	if !ok || operator.kind != symbolNode {
		return nil, fmt.Errorf("the operation %s is not known", text.Clip(operator.String(), 200))
	}
	if len(args) < a.least || a.most > 0 && len(args) > a.most {
		return nil, fmt.Errorf("%s has %d arguments", operator.text, len(args))
	}
	args, err := r.unify(operator.text, args)
	if err != nil {
		return nil, err
	}
	for _, arg := range args {
		if !a.accepts(arg.Sort()) {
			return nil, fmt.Errorf("%s has an argument of %s", operator.text, arg.Sort())
		}
	}
	return a.build(r, args)
}

// unify gives the arguments one sort; the condition of ite keeps its own.
func (r *termReader) unify(operator string, args []*term.Term) ([]*term.Term, error) {
	free := args
	if operator == "ite" {
		free = args[1:]
	}
	leading := leadingSort(free)
	unified := append([]*term.Term(nil), args[:len(args)-len(free)]...)
	for _, a := range free {
		b, ok := r.coerce(a, leading)
		if !ok {
			return nil, fmt.Errorf("%s has arguments of %s and %s", operator, leading, a.Sort())
		}
		unified = append(unified, b)
	}
	return unified, nil
}

// leadingSort is the sort that the others follow: real before int, an enumeration before int, else that of the first
// argument that is no constant.
func leadingSort(args []*term.Term) *term.Sort {
	leading := args[0].Sort()
	constant := args[0].IsConst()
	for _, a := range args {
		stronger := leading.Kind == term.KindInt && (a.Sort().Kind == term.KindReal || a.Sort().Kind == term.KindEnum)
		if stronger || constant && !a.IsConst() && a.Sort().Kind == leading.Kind {
			leading, constant = a.Sort(), a.IsConst()
		}
	}
	return leading
}

// coerce returns t as a term of the sort, if it can be read as one.
func (r *termReader) coerce(t *term.Term, sort *term.Sort) (*term.Term, bool) {
	from := t.Sort()
	switch {
	case from.Same(sort):
		return t, true
	case sort.Kind == term.KindReal && from.Kind == term.KindInt:
		return r.toReal(t), true
	case sort.Kind == term.KindEnum && from.Kind == term.KindInt:
		return r.toEnum(t, sort)
	case sort.Kind == term.KindBits && from.Kind == term.KindBits && sort.Width == from.Width:
		return r.toBits(t, sort), true
	}
	return nil, false
}

func (r *termReader) toReal(t *term.Term) *term.Term {
	if t.IsConst() {
		return r.store.Const(term.Real, t.Value())
	}
	return r.store.ToReal(t)
}

// toEnum reads a number, or a choice between numbers, as members.
func (r *termReader) toEnum(t *term.Term, sort *term.Sort) (*term.Term, bool) {
	switch {
	case t.IsConst() && sort.Contains(t.Value()):
		return r.store.Const(sort, t.Value()), true
	case t.Op() == term.OpIte:
		then, ok := r.toEnum(t.Args()[1], sort)
		if !ok {
			return nil, false
		}
		other, ok := r.toEnum(t.Args()[2], sort)
		if !ok {
			return nil, false
		}
		return r.store.Ite(t.Args()[0], then, other), true
	}
	return nil, false
}

// toBits reads bits with another signedness.
func (r *termReader) toBits(t *term.Term, sort *term.Sort) *term.Term {
	if t.Sort().Same(sort) {
		return t
	}
	if t.IsConst() && t.Sort().Width == sort.Width {
		n, _ := t.Value().Small()
		return r.store.Const(sort, bitsValue(sort, patternOf(sort.Width, n)))
	}
	return r.store.Convert(t, sort)
}

func patternOf(width int, n int64) uint64 { return uint64(n) << (64 - width) >> (64 - width) }

// signed reads bits as signed or unsigned.
func (r *termReader) signed(t *term.Term, signed bool) *term.Term {
	return r.toBits(t, term.Bits(t.Sort().Width, signed))
}

// applyIndexed reads ((_ operator index...) arg).
func (r *termReader) applyIndexed(operator *node, args []*term.Term) (*term.Term, error) {
	wrong := fmt.Errorf("the operation %s is not known", text.Clip(operator.String(), 200))
	if operator.head() != "_" || len(operator.list) < 3 || len(args) != 1 {
		return nil, wrong
	}
	index := make([]int, 0, 2)
	for _, n := range operator.list[2:] {
		i, err := strconv.Atoi(n.text)
		if err != nil || i < 0 || i > 64 {
			return nil, wrong
		}
		index = append(index, i)
	}
	name, kind := operator.list[1].text, args[0].Sort().Kind
	switch {
	case len(index) == 1 && name == "int2bv" && kind == term.KindInt && index[0] > 0:
		return r.store.IntToBits(args[0], term.Bits(index[0], false)), nil
	case len(index) == 1 && kind == term.KindBits && (name == "sign_extend" || name == "zero_extend"):
		return r.extend(args[0], index[0], name == "sign_extend")
	case len(index) == 2 && kind == term.KindBits && name == "extract":
		return r.extract(args[0], index[0], index[1])
	}
	return nil, wrong
}

func (r *termReader) extend(t *term.Term, by int, signed bool) (*term.Term, error) {
	width := t.Sort().Width + by
	if width > 64 {
		return nil, fmt.Errorf("more than 64 bits")
	}
	return r.store.Convert(r.signed(t, signed), term.Bits(width, signed)), nil
}

// extract takes the bits from high down to low.
func (r *termReader) extract(t *term.Term, high, low int) (*term.Term, error) {
	if high >= t.Sort().Width || low > high {
		return nil, fmt.Errorf("no bits from %d down to %d", high, low)
	}
	signed := t.Sort().Signed
	if low > 0 {
		t = r.signed(t, false)
		t = r.store.ShiftRight(t, r.store.Const(t.Sort(), term.IntValue(int64(low))))
	}
	return r.store.Convert(t, term.Bits(high-low+1, signed)), nil
}
