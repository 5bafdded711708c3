package classes

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/run"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/engines/explore"
)

// symbolicPast is the path of a state.
func symbolicPast(st *explore.State) sts.Past {
	var past sts.Past
	for _, s := range st.Path() {
		past.Stores = append(past.Stores, s.Symbolic().Store)
		if s.Move != nil {
			past.Moves = append(past.Moves, s.Move)
		}
	}
	return past
}

// valued holds the classifiers over one run: their values, and their obligations.
type valued struct {
	terms  []*term.Term
	safety []sts.Obligation
}

// over lowers all classifiers for a run.
func over(s *sts.System, past sts.Past) (valued, error) {
	var out valued
	for _, c := range s.Classifiers {
		value, safety, err := c.Over(past)
		if err != nil {
			return valued{}, err
		}
		out.terms, out.safety = append(out.terms, value), append(out.safety, safety...)
	}
	return out, nil
}

// NoValueError is the error for a run that gives a classifier no value.
type NoValueError struct {
	Obligation sts.Obligation
	Run        *run.Witness
}

// Error describes the fault, and after how many steps it occurs.
func (e *NoValueError) Error() string {
	return fmt.Sprintf("a classifier has no value for a run of %d steps: %s", len(e.Run.Steps())-1, e.Obligation.Text)
}

// tuple computes the values of a run from its concrete states: by classifier, the value, or the index of its bucket.
func tuple(s *sts.System, w *run.Witness) ([]Value, error) {
	v, err := over(s, w.Past(s))
	if err != nil {
		return nil, err
	}
	for _, o := range v.safety {
		if !o.Cond.IsTrue() {
			return nil, &NoValueError{o, w}
		}
	}
	out := make([]Value, len(v.terms))
	for i, t := range v.terms {
		if !t.IsConst() {
			return nil, fmt.Errorf("classifier %s is not computed by the interpreter", s.Classifiers[i].Name)
		}
		out[i] = valueOf(&s.Classifiers[i], t)
	}
	return out, nil
}

// Value is the value of a classifier for the runs of a class.
type Value struct {
	Constant *term.Term // of classifiers without buckets
	Bucket   int        // of those with buckets; the number of buckets stands for all other values
	Text     string
}

// Others is the text of the values that are in no bucket.
const Others = "other"

func valueOf(c *sts.Classifier, t *term.Term) Value {
	if len(c.Buckets) == 0 {
		return Value{Constant: t, Text: t.Value().Format(t.Sort())}
	}
	n, small := t.Value().Small()
	for i, b := range c.Buckets {
		if small && b.Low <= n && n <= b.High {
			return Value{Bucket: i, Text: b.Text}
		}
	}
	return Value{Bucket: len(c.Buckets), Text: Others}
}

// is the condition that a classifier, with its value as a term, has a value.
func (v Value) is(store *term.Store, c *sts.Classifier, t *term.Term) *term.Term {
	if v.Constant != nil {
		return store.Eq(t, store.Const(t.Sort(), v.Constant.Value()))
	}
	if v.Bucket < len(c.Buckets) {
		return within(store, c.Buckets[v.Bucket], t)
	}
	var none []*term.Term
	for _, b := range c.Buckets {
		none = append(none, store.Not(within(store, b, t)))
	}
	return store.And(none...)
}

func within(store *term.Store, b sts.Bucket, t *term.Term) *term.Term {
	return store.And(store.Le(store.Int(b.Low), t), store.Le(t, store.Int(b.High)))
}

// key identifies a tuple.
func key(values []Value) string {
	return fmt.Sprintf("%q", texts(values))
}

// mostValues bounds the combinations that are counted.
const mostValues = 1_000_000

// combinations is the number of tuples that the types of the classifiers allow, or 0 if there are infinitely many or very many.
func combinations(s *sts.System) int {
	out := 1
	for _, c := range s.Classifiers {
		n := count(&c)
		if n == 0 || out > mostValues/n {
			return 0
		}
		out *= n
	}
	return out
}

// count is the number of values that a classifier can have by its type; 0 if these are too many.
func count(c *sts.Classifier) int {
	if len(c.Buckets) > 0 {
		return len(c.Buckets) + 1
	}
	return len(c.Type.Scalar.Values(mostValues))
}

// Missing lists the texts of the combinations of values that no class has, if there are finitely many.
func (d *Division) Missing(s *sts.System) [][]string {
	var out [][]string
	for _, values := range d.missing(s) {
		out = append(out, texts(values))
	}
	return out
}

// missing lists the combinations of values that no class has.
func (d *Division) missing(s *sts.System) [][]Value {
	known := map[string]bool{}
	for _, c := range d.Classes {
		known[key(c.Values)] = true
	}
	var out [][]Value
	var visit func(values []Value)
	visit = func(values []Value) {
		if len(values) == len(s.Classifiers) {
			if !known[key(values)] {
				out = append(out, values)
			}
			return
		}
		for _, v := range possible(s.Store, &s.Classifiers[len(values)]) {
			visit(append(values[:len(values):len(values)], v))
		}
	}
	visit(nil)
	return out
}

// possible lists the values that the type of a classifier allows, or its buckets.
func possible(store *term.Store, c *sts.Classifier) []Value {
	var out []Value
	if len(c.Buckets) == 0 {
		for _, v := range c.Type.Scalar.Values(mostValues) {
			out = append(out, valueOf(c, store.Const(c.Type.Scalar, v)))
		}
		return out
	}
	for i, b := range c.Buckets {
		out = append(out, Value{Bucket: i, Text: b.Text})
	}
	return append(out, Value{Bucket: len(c.Buckets), Text: Others})
}

func texts(values []Value) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = v.Text
	}
	return out
}
