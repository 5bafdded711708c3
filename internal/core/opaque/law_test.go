package opaque

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"pgregory.net/rapid"
)

// TestNormalFormsEqualTerms: every equation keeps the value of a term.
func TestNormalFormsEqualTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawing(t)
		n := newNormalizer(d.Store)
		n.budget = maxNormal
		drawn := d.expression(drawnFrom[d.choice(len(drawnFrom))], 3)
		normal := n.normal(drawn)
		for range 5 {
			values := d.values()
			got, err := d.Evaluate(normal, values)
			want, wantErr := d.Evaluate(drawn, values)
			if err != nil || wantErr != nil {
				t.Skip("a value is too large")
			}
			if !got.Equal(want) {
				t.Fatalf("%s\nhas the normal form %s\nwith %s\nthe first is %s, and the second %s", drawn, normal, shown(values), want.Format(drawn.Sort()), got.Format(drawn.Sort()))
			}
		}
	})
}

// TestFactsHold: where conditions hold, all facts do, for witnesses that exist; and so do the conditions in which variables replace the
// queries of collections.
func TestFactsHold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDrawing(t)
		values := d.values()
		k := newKnowledge(newNormalizer(d.Store))
		k.budget = maxNormal
		conditions := d.holding(values)
		for _, c := range conditions {
			k.add(c)
		}
		k.complete()
		for _, w := range k.witnesses {
			if !d.choose(w, values) {
				t.Fatalf("%v\nhave no witness for %s\nwith %s", conditions, w.fact, shown(values))
			}
		}
		d.demand(conditions, k.formulas, values)
		for _, f := range k.formulas {
			d.Rewrite(f, func(part *term.Term) *term.Term {
				v := k.replacement(part)
				if v == nil {
					return nil
				}
				value, err := d.Evaluate(part, values)
				if err != nil {
					t.Skip("a quantifier over places is undecided")
				}
				values[v] = value
				return v
			})
		}
		d.demand(conditions, k.replaced(), values)
	})
}

// holding draws conditions that hold.
func (d *drawing) holding(values map[*term.Term]term.Value) []*term.Term {
	var out []*term.Term
	for range 3 {
		c := d.condition(2)
		holds, err := d.Evaluate(c, values)
		if err != nil {
			d.t.Skip("a value is too large")
		}
		if !holds.Bool() {
			c = d.Not(c)
		}
		out = append(out, c)
	}
	return out
}

// demand checks that the consequences of conditions hold.
func (d *drawing) demand(conditions, follows []*term.Term, values map[*term.Term]term.Value) {
	for _, f := range follows {
		if holds, err := d.Evaluate(f, values); err == nil && !holds.Bool() {
			d.t.Fatalf("%v\nhold, but not\n%s\nwith %s", conditions, f, shown(values))
		}
	}
}

// choose gives the variables of a witness values for which its fact holds.
func (d *drawing) choose(w witness, values map[*term.Term]term.Value) bool {
	vars := []*term.Term{w.value}
	if w.value.Op() == term.OpTuple {
		vars = w.value.Args()
	}
	return d.chooseEach(vars, w.fact, values)
}

// chooseEach tries all values of variables.
func (d *drawing) chooseEach(vars []*term.Term, fact *term.Term, values map[*term.Term]term.Value) bool {
	if len(vars) == 0 {
		holds, err := d.Evaluate(fact, values)
		return err != nil || holds.Bool()
	}
	for _, v := range d.pool(vars[0].Sort(), fact, values) {
		values[vars[0]] = v
		if d.chooseEach(vars[1:], fact, values) {
			return true
		}
	}
	return false
}

// pool has the values of a sort that may be elements, keys or places: small ones, and parts of the values of what a fact mentions.
func (d *drawing) pool(sort *term.Sort, fact *term.Term, values map[*term.Term]term.Value) []term.Value {
	out := []term.Value{sort.Default()}
	for n := int64(-8); n < 24; n++ {
		switch sort.Kind {
		case term.KindInt:
			out = append(out, term.IntValue(n))
		case term.KindBool:
			out = append(out, term.BoolValue(n == 0))
		}
	}
	d.Rewrite(fact, func(part *term.Term) *term.Term {
		isKnown := !slices.ContainsFunc(part.Vars(), func(v *term.Term) bool { _, ok := values[v]; return !ok })
		if v, err := d.Evaluate(part, values); isKnown && err == nil {
			out = append(out, partsOf(part.Sort(), v, sort)...)
		}
		return nil
	})
	out = slices.DeleteFunc(out, func(v term.Value) bool { return !sort.Contains(v) })
	slices.SortFunc(out, term.Value.Compare)
	return slices.CompactFunc(out, term.Value.Equal)
}

// partsOf lists the values of a sort that a value of another has in it.
func partsOf(sort *term.Sort, v term.Value, wanted *term.Sort) []term.Value {
	var out []term.Value
	if sort.Same(wanted) {
		out = append(out, v)
	}
	for i, item := range v.Items() {
		out = append(out, partsOf(sort.Part(i), item, wanted)...)
	}
	return out
}

// shown writes an assignment for a message.
func shown(values map[*term.Term]term.Value) string {
	var out []string
	for v, x := range values {
		out = append(out, v.Name()+" = "+x.Format(v.Sort()))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}
