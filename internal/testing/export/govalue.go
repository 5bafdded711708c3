package export

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// Go values, as the methods of a system receive them.

func (g *goFile) array(elements []string) string {
	return "[]any{" + strings.Join(elements, ", ") + "}"
}

func (g *goFile) record(t *sts.Type, fields []string) string {
	for i, f := range t.Fields {
		fields[i] = strconv.Quote(f.Name) + ": " + fields[i]
	}
	return "map[string]any{" + strings.Join(fields, ", ") + "}"
}

// collection returns a list, or a map[string]any for keys that can be names. In expected values, the order of sets and of pairs is left
// open.
func (g *goFile) collection(t *sts.Type, elements []string) string {
	if t.Form != sts.Map {
		return g.list(t.Form == sts.Set, elements)
	}
	var names, pairs []string
	for i := 0; i+1 < len(elements); i += 2 {
		pairs = append(pairs, g.array(elements[i:i+2]))
		names = append(names, keyName(t.Key, elements[i])+": "+elements[i+1])
	}
	if value.HasNames(t) {
		return "map[string]any{" + strings.Join(names, ", ") + "}"
	}
	return g.list(true, pairs)
}

func (g *goFile) list(unordered bool, elements []string) string {
	if unordered && g.expected {
		return g.prefix + "Set{" + strings.Join(elements, ", ") + "}"
	}
	return g.array(elements)
}

// keyName returns the key of a map as a Go string, given its value.
func keyName(t *sts.Type, key string) string {
	if t.Scalar.Kind == term.KindString || t.Scalar.Kind == term.KindEnum {
		return key
	}
	digits := strings.Trim(key[strings.IndexByte(key, '(')+1:], "\")")
	return strconv.Quote(digits)
}

// optional returns nil or the content, which is wrapped if it may be nil itself.
func (g *goFile) optional(t *sts.Type, content string, present, _ bool) string {
	switch {
	case !present:
		return "nil"
	case t.Elem.Form == sts.Optional:
		return `map[string]any{"some": map[string]any{"value": ` + content + "}}"
	}
	return content
}

func (g *goFile) alternative(t *sts.Type, i int, fields []string) string {
	a := t.Alternatives[i]
	if len(fields) == 0 {
		return strconv.Quote(a.Name)
	}
	return "map[string]any{" + strconv.Quote(a.Name) + ": " + g.record(&sts.Type{Fields: a.Fields}, fields) + "}"
}

// free returns a placeholder for a value that the model leaves free as a whole.
func (g *goFile) free(_ *sts.Type, place int, _ bool) string {
	return fmt.Sprintf("%sFree{%d, %q, nil}", g.prefix, place, "anything")
}

// scalar returns a scalar in Go.
func (g *goFile) scalar(sort *term.Sort, x *term.Term, place int) (string, error) {
	if !x.IsConst() {
		return g.freeScalar(sort, place), nil
	}
	v := x.Value()
	switch sort.Kind {
	case term.KindBool:
		return v.Format(sort), nil
	case term.KindString:
		return strconv.Quote(v.Text()), nil
	case term.KindEnum:
		return strconv.Quote(v.Format(sort)), nil
	case term.KindReal:
		n, _ := v.Rat().Float64()
		if math.IsInf(n, 0) {
			return "", fmt.Errorf("the number %s does not fit a float64", v.Format(sort))
		}
		return "float64(" + strconv.FormatFloat(n, 'g', -1, 64) + ")", nil
	}
	text := v.Format(sort)
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return "int64(" + text + ")", nil
	}
	return fmt.Sprintf("%sInteger(%q)", g.prefix, text), nil
}

// freeScalar returns a placeholder for a scalar that the model leaves free, with its kind.
func (g *goFile) freeScalar(sort *term.Sort, place int) string {
	kind, members := "an integer", "nil"
	switch sort.Kind {
	case term.KindBool:
		kind = "a Boolean"
	case term.KindString:
		kind = "a string"
	case term.KindReal:
		kind = "a number"
	case term.KindEnum:
		kind, members = "a member", fmt.Sprintf("%#v", sort.Members)
	}
	return fmt.Sprintf("%sFree{%d, %q, %s}", g.prefix, place, kind, members)
}
