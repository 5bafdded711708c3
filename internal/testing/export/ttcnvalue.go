package export

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Values and templates of TTCN-3.

// ttcnPayload writes values, and templates for free values, within the limits of conditions.
type ttcnPayload struct{ where []*term.Term }

func (p ttcnPayload) array(elements []string) string { return braces(elements) }

func (p ttcnPayload) record(t *sts.Type, fields []string) string {
	for i, f := range t.Fields {
		fields[i] = recordField(f, i) + " := " + fields[i]
	}
	return braces(fields)
}

// collection writes a list; the entries of a map are records.
func (p ttcnPayload) collection(t *sts.Type, elements []string) string {
	if t.Form != sts.Map {
		return braces(elements)
	}
	var entries []string
	for i := 0; i+1 < len(elements); i += 2 {
		entries = append(entries, braces([]string{"key_1 := " + elements[i], "value_2 := " + elements[i+1]}))
	}
	return braces(entries)
}

// optional returns a field that may be omitted, or a union with none_1 and some_2.
func (p ttcnPayload) optional(_ *sts.Type, content string, present, asField bool) string {
	switch {
	case asField && present:
		return content
	case asField:
		return "omit"
	case present:
		return braces([]string{"some_2 := " + content})
	}
	return braces([]string{"none_1 := {}"})
}

func (p ttcnPayload) alternative(t *sts.Type, i int, fields []string) string {
	return braces([]string{alternativeName(t, i) + " := " + p.record(&sts.Type{Fields: t.Alternatives[i].Fields}, fields)})
}

// free returns the template for any value; it differs for a field that may be omitted.
func (p ttcnPayload) free(t *sts.Type, _ int, asField bool) string {
	if asField && t.Form == sts.Optional {
		return "*"
	}
	return "?"
}

func (p ttcnPayload) scalar(sort *term.Sort, x *term.Term, _ int) (string, error) {
	if !x.IsConst() {
		return freeTemplate(x, p.where), nil
	}
	v := x.Value()
	switch sort.Kind {
	case term.KindReal:
		return ttcnFloat(v), nil
	case term.KindString:
		return ttcnText(v.Text()), nil
	case term.KindEnum:
		n, _ := v.Small()
		return member(sort, int(n)), nil
	}
	return v.Format(sort), nil
}

// ttcnFloat returns a decimal number, rounded if there is no exact one.
func ttcnFloat(v term.Value) string {
	if digits, exact := v.Rat().FloatPrec(); exact {
		return v.Rat().FloatString(max(digits, 1))
	}
	return v.Rat().FloatString(15)
}

// ttcnText returns a string literal; characters other than plain ASCII are written by their codes.
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
		if r >= ' ' && r <= '~' && r != '\\' { // Titan interprets a backslash as an escape
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

// freeTemplate returns a range if the conditions set limits, and otherwise the template for any value.
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

// tighter returns the tighter of two limits: the larger one for a direction of 1; limit if one of them is not an int64.
func tighter(old, limit string, direction int64) string {
	a, errA := strconv.ParseInt(old, 10, 64)
	b, errB := strconv.ParseInt(limit, 10, 64)
	if errA == nil && errB == nil && (a-b)*direction > 0 {
		return old
	}
	return limit
}
