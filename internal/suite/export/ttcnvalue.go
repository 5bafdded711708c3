package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
)

// Values and templates of TTCN-3.

// ttcnValue is a value, or a template where it is free, and the scalars that are left.
func ttcnValue(t *sts.Type, scalars []*term.Term, where []*term.Term) (string, []*term.Term) {
	if t.Scalar != nil {
		return ttcnScalar(t.Scalar, scalars[0], where), scalars[1:]
	}
	var parts []string
	var text string
	if t.IsArray() {
		for range t.Length {
			text, scalars = ttcnValue(t.Elem, scalars, where)
			parts = append(parts, text)
		}
		return record(parts), scalars
	}
	for i, f := range t.Fields {
		text, scalars = ttcnValue(f.Type, scalars, where)
		parts = append(parts, recordField(f, i)+" := "+text)
	}
	return record(parts), scalars
}

func ttcnScalar(sort *term.Sort, x *term.Term, where []*term.Term) string {
	if !x.IsConst() {
		return freeTemplate(x, where)
	}
	v := x.Value()
	switch sort.Kind {
	case term.KindReal:
		return ttcnFloat(v)
	case term.KindString:
		return ttcnText(v.Text())
	case term.KindEnum:
		n, _ := v.Small()
		return member(sort, int(n))
	}
	return v.Format(sort)
}

// ttcnFloat is a decimal, rounded where there is none.
func ttcnFloat(v term.Value) string {
	if digits, exact := v.Rat().FloatPrec(); exact {
		return v.Rat().FloatString(max(digits, 1))
	}
	return v.Rat().FloatString(15)
}

// ttcnText is a string literal; what is not plain ASCII is written by its code.
func ttcnText(text string) string {
	var parts []string
	plain := ""
	flush := func() {
		if plain != "" {
			parts = append(parts, `"`+strings.ReplaceAll(plain, `"`, `""`)+`"`)
			plain = ""
		}
	}
	for _, r := range text {
		if r >= ' ' && r <= '~' && r != '\\' { // Titan takes a backslash for an escape
			plain += string(r)
			continue
		}
		flush()
		parts = append(parts, fmt.Sprintf("char(%d, %d, %d, %d)", r>>24, r>>16&255, r>>8&255, r&255))
	}
	flush()
	if len(parts) == 0 {
		return `""`
	}
	return strings.Join(parts, " & ")
}

// freeTemplate is a range where the conditions set limits, and else anything.
func freeTemplate(x *term.Term, where []*term.Term) string {
	low, high := "-infinity", "infinity"
	if x.Sort().Kind != term.KindInt {
		return "?"
	}
	for _, c := range where {
		if c.Op() != term.OpLe {
			continue
		}
		switch a, b := c.Args()[0], c.Args()[1]; {
		case a.IsConst() && b == x:
			low = tighter(low, a.Value().Format(a.Sort()), 1)
		case a == x && b.IsConst():
			high = tighter(high, b.Value().Format(b.Sort()), -1)
		}
	}
	if low == "-infinity" && high == "infinity" {
		return "?"
	}
	return "(" + low + " .. " + high + ")"
}

// tighter is the closer of two limits: the larger for a direction of 1. Numbers that are not small stay as they are.
func tighter(old, limit string, direction int64) string {
	a, errA := strconv.ParseInt(old, 10, 64)
	b, errB := strconv.ParseInt(limit, 10, 64)
	if errA == nil && errB == nil && (a-b)*direction > 0 {
		return old
	}
	return limit
}
