package domain

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testkit/types"
)

// many stands for all larger numbers of values.
const many = 1_000_000.0

// counted computes how many values a type has, and how many the largest type in it has, without listing them.
func counted(t *sts.Type) (values, largest float64) {
	parts := []*sts.Type{}
	switch {
	case t.Scalar != nil:
		values = scalarCount(t.Scalar)
	case t.Form == sts.Set:
		parts, values = []*sts.Type{t.Elem}, power(2, count(t.Elem))
	case t.Form == sts.Map:
		parts, values = []*sts.Type{t.Key, t.Elem}, power(1+count(t.Elem), count(t.Key))
	case t.Form == sts.Sequence:
		parts, values = []*sts.Type{t.Elem}, many
		if t.Length >= 0 {
			values = 0
			for n := range t.Length + 1 {
				values += power(count(t.Elem), float64(n))
			}
		}
	case t.Form == sts.Optional:
		parts, values = []*sts.Type{t.Elem}, 1+count(t.Elem)
	case t.Form == sts.Union:
		for _, a := range t.Alternatives {
			product := 1.0
			for _, f := range a.Fields {
				parts, product = append(parts, f.Type), min(many, product*count(f.Type))
			}
			values += product
		}
	case t.IsArray():
		parts, values = slices.Repeat([]*sts.Type{t.Elem}, t.Length), power(count(t.Elem), float64(t.Length))
	default:
		values = 1
		for _, f := range t.Fields {
			parts, values = append(parts, f.Type), min(many, values*count(f.Type))
		}
	}
	values = min(values, many)
	largest = values
	for _, part := range parts {
		_, inner := counted(part)
		largest = max(largest, inner)
	}
	return values, largest
}

func count(t *sts.Type) float64 {
	values, _ := counted(t)
	return values
}

func scalarCount(s *term.Sort) float64 {
	switch {
	case s.Kind == term.KindBool:
		return 2
	case s.Kind == term.KindEnum:
		return float64(len(s.Members))
	case s.Kind == term.KindInt && s.HasLow && s.HasHigh:
		return float64(s.High - s.Low + 1)
	case s.Kind == term.KindBits:
		return power(2, float64(s.Width))
	}
	return many
}

// power is b to the n, at most many.
func power(b, n float64) float64 {
	out := 1.0
	for range int(min(n, 100)) {
		out = min(many, out*b)
	}
	return out
}

// The list of a type has each of its values once, in normal form; there is none exactly if there are more values than the limit, also of a
// type in it.
func TestTypesAreListed(t *testing.T) {
	listed := 0
	rapid.Check(t, func(t *rapid.T) {
		d := Domain{Limit: 500}
		typ := types.Type(t, rapid.IntRange(0, 2).Draw(t, "depth"))
		rows, ok := d.Type(typ)
		values, largest := counted(typ)
		if ok != (largest <= 500) || ok && float64(len(rows)) != values {
			t.Fatalf("%s: %d rows, listed %v; it has %v values, the largest type in it %v", typ, len(rows), ok, values, largest)
		}
		if ok {
			listed++
		}
		seen := map[string]bool{}
		for _, row := range rows {
			checkRow(t, typ, row)
			if key := encoded(row); seen[key] {
				t.Fatalf("%s: %s is listed twice", typ, key)
			} else {
				seen[key] = true
			}
		}
	})
	if listed == 0 {
		t.Error("no type was listed")
	}
}

// checkRow demands that the scalars are values of their sorts in normal form.
func checkRow(t *rapid.T, typ *sts.Type, row []term.Value) {
	for i, leaf := range typ.Leaves() {
		if !leaf.Sort.Contains(row[i]) {
			t.Fatalf("%s: %s is no value of %s", typ, row[i].Encode(), leaf.Sort)
		}
	}
	if len(row) != typ.Size() || typ.Normalize(slices.Clone(row)) {
		t.Fatalf("%s: %s is not in normal form", typ, encoded(row))
	}
}

func encoded(row []term.Value) string {
	var out []string
	for _, v := range row {
		out = append(out, v.Encode())
	}
	return fmt.Sprintf("%q", out)
}
