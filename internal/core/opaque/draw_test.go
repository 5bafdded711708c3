package opaque

import (
	"fmt"

	"github.com/sextant-mbt/sextant/internal/core/term"
	"pgregory.net/rapid"
)

var (
	pair      = term.Tuple(term.Int, term.Bool)
	sequence  = term.Seq(term.Int)
	set       = term.Set(term.Int)
	mapping   = term.Map(term.Int, term.Int)
	bounded   = &term.Sort{Kind: term.KindSeq, Parts: []*term.Sort{term.Range(1, 3)}, HasHigh: true, High: 3}
	lists     = term.Map(term.Int, sequence)
	pairs     = term.Seq(pair)
	nested    = term.Set(sequence)
	drawnFrom = []*term.Sort{term.Int, term.Bool, pair, sequence, set, mapping, lists, pairs, nested}
)

// drawing draws terms over collections with all operations.
type drawing struct {
	*term.Store
	t     *rapid.T
	vars  []*term.Term
	scope []*term.Term // bound variables
	under int          // how many binders there are around
}

func newDrawing(t *rapid.T) *drawing {
	d := &drawing{Store: term.NewStore(), t: t}
	for _, sort := range append(drawnFrom, bounded, term.Range(0, 2)) {
		for i := range 2 {
			d.vars = append(d.vars, d.Var(fmt.Sprintf("%s %d", sort, i), sort))
		}
	}
	return d
}

// values draws a value of every variable. Numbers are few, so that elements are equal often.
func (d *drawing) values() map[*term.Term]term.Value {
	out := map[*term.Term]term.Value{}
	for _, v := range d.vars {
		out[v] = d.value(v.Sort())
	}
	return out
}

func (d *drawing) value(sort *term.Sort) term.Value {
	switch {
	case !sort.IsScalar():
		return sort.Generate(d.choice(4), d.value)
	case sort.Kind == term.KindBool:
		return term.BoolValue(d.choice(2) == 0)
	case sort.HasLow:
		return term.IntValue(sort.Low + int64(d.choice(3)))
	}
	return term.IntValue(int64(d.choice(5)) - 1)
}

func (d *drawing) choice(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "choice") }

// leaf is a variable, or a constant if there is none of the sort.
func (d *drawing) leaf(sort *term.Sort) *term.Term {
	var fitting []*term.Term
	for _, v := range append(d.vars, d.scope...) {
		if v.Sort().Same(sort) {
			fitting = append(fitting, v)
		}
	}
	if len(fitting) == 0 || d.choice(5) == 0 {
		return d.Const(sort.Base(), d.value(sort.Base()))
	}
	return fitting[d.choice(len(fitting))]
}

// expression draws a term of a sort.
func (d *drawing) expression(sort *term.Sort, depth int) *term.Term {
	if depth == 0 {
		return d.leaf(sort)
	}
	if d.choice(8) == 0 {
		return d.Ite(d.condition(depth-1), d.expression(sort, depth-1), d.expression(sort, depth-1))
	}
	switch sort.Kind {
	case term.KindBool:
		return d.condition(depth - 1)
	case term.KindInt:
		return d.number(depth - 1)
	case term.KindSeq:
		return d.sequence(sort, depth-1)
	case term.KindSet:
		return d.set(sort, depth-1)
	case term.KindMap:
		return d.mapping(sort, depth-1)
	}
	return d.tuple(sort, depth-1)
}

func (d *drawing) tuple(sort *term.Sort, depth int) *term.Term {
	if sort.Same(pair) && d.choice(2) == 0 {
		return d.At(d.expression(pairs, depth), d.number(depth))
	}
	parts := make([]*term.Term, len(sort.Parts))
	for i, p := range sort.Parts {
		parts[i] = d.expression(p, depth)
	}
	return d.Tuple(parts...)
}

// bind draws a body under a variable that goes over the elements of a sort.
func (d *drawing) bind(body func(x *term.Term) *term.Term, sorts ...*term.Sort) (*term.Term, *term.Term) {
	x := d.Var(fmt.Sprint("x", d.choice(2)), sorts[0].Base()) // names clash
	before := d.scope
	d.scope = append(d.scope[:len(d.scope):len(d.scope)], x)
	d.under++
	out := body(x)
	d.scope = before
	d.under--
	return x, out
}

// shallow is a small depth where there are binders around.
func (d *drawing) shallow(depth int) int {
	if d.under > 0 {
		return min(depth, 1)
	}
	return depth
}

func (d *drawing) sequence(sort *term.Sort, depth int) *term.Term {
	q, element, i := d.expression(sort, depth), sort.Parts[0], func() *term.Term { return d.expression(term.Int, depth/2) }
	switch d.choice(13) {
	case 0, 1:
		return d.Join(q, d.expression(sort, depth))
	case 2:
		return d.Join(q, d.Items(element, d.expression(element, depth)))
	case 3:
		return d.Slice(q, i(), i())
	case 4:
		return d.Slice(q, d.Int(int64(d.choice(3))), d.Sub(d.Size(q), d.Int(int64(d.choice(3)))))
	case 5:
		return d.Put(q, i(), d.expression(element, depth))
	case 6:
		return d.InsertAt(q, i(), d.expression(element, depth))
	case 7:
		return d.Remove(q, i())
	case 8:
		return d.Reverse(q)
	case 9:
		return d.filter(q, depth)
	case 10:
		return d.each(drawnFrom[d.choice(2)], element, d.expression, term.Seq, depth)
	}
	switch {
	case element.Kind != term.KindInt:
		return q
	case d.choice(3) == 0:
		return d.Get(d.expression(lists, depth), i())
	case d.choice(2) == 0:
		return d.Sorted(d.expression([]*term.Sort{sort, set}[d.choice(2)], depth))
	}
	return d.InsertSorted(q, d.expression(element, depth))
}

func (d *drawing) filter(c *term.Term, depth int) *term.Term {
	x, cond := d.bind(func(*term.Term) *term.Term { return d.condition(d.shallow(depth)) }, c.Sort().Parts[0])
	return d.Filter(c, x, cond)
}

// each computes elements of a sort from those of a collection of another.
func (d *drawing) each(from, to *term.Sort, draw func(*term.Sort, int) *term.Term, collection func(*term.Sort) *term.Sort, depth int) *term.Term {
	x, body := d.bind(func(*term.Term) *term.Term { return draw(to, d.shallow(depth)) }, from)
	return d.Each(d.expression(collection(from), depth), x, body)
}

func (d *drawing) set(sort *term.Sort, depth int) *term.Term {
	c, element := d.expression(sort, depth), sort.Parts[0]
	switch d.choice(9) {
	case 0, 1:
		return d.Insert(c, d.expression(element, depth))
	case 7:
		return d.ToSet(d.Insert(c, d.expression(element, depth)))
	case 2:
		return d.Remove(c, d.expression(element, depth))
	case 3:
		return d.Join(c, d.expression(sort, depth))
	case 4:
		return d.filter(c, depth)
	case 5:
		return d.each(term.Int, element, d.expression, term.Set, depth)
	case 6:
		if element.Kind == term.KindInt {
			return d.Keys(d.expression([]*term.Sort{mapping, lists}[d.choice(2)], depth))
		}
	}
	return d.ToSet(d.expression(term.Seq(element), depth))
}

func (d *drawing) mapping(sort *term.Sort, depth int) *term.Term {
	m, key := d.expression(sort, depth), func() *term.Term { return d.expression(sort.Parts[0], depth) }
	switch d.choice(6) {
	case 0, 1:
		return d.Put(m, key(), d.expression(sort.Parts[1], depth))
	case 2:
		return d.Remove(m, key())
	case 3:
		return d.Join(m, d.expression(sort, depth))
	case 4: // over a set, the key is the variable
		x, value := d.bind(func(*term.Term) *term.Term { return d.expression(sort.Parts[1], d.shallow(depth)) }, term.Int)
		return d.ToMap(d.Each(d.expression(set, depth), x, d.Tuple(x, value)))
	}
	return d.ToMap(d.each(term.Int, term.Tuple(sort.Parts...), d.expression, term.Seq, depth))
}

// collection draws a collection of any sort.
func (d *drawing) collection(depth int) *term.Term {
	return d.expression(drawnFrom[3+d.choice(len(drawnFrom)-3)], depth)
}

// iterable draws a sequence or a set.
func (d *drawing) iterable(depth int) *term.Term {
	if c := d.collection(depth); c.Sort().Kind != term.KindMap {
		return c
	}
	return d.expression(set, depth)
}

func (d *drawing) number(depth int) *term.Term {
	depth = max(depth, 0)
	switch d.choice(10) {
	case 0:
		return d.Add(d.expression(term.Int, depth), d.expression(term.Int, depth))
	case 1, 2:
		return d.Size(d.collection(depth))
	case 3:
		return d.At(d.expression(sequence, depth), d.expression(term.Int, depth/2))
	case 4:
		return d.Get(d.expression(mapping, depth), d.expression(term.Int, depth/2))
	case 5:
		return d.Find(d.expression(sequence, depth), d.expression(term.Int, depth/2))
	case 6, 7:
		return d.sum(depth)
	case 8:
		return d.fold(depth)
	}
	return d.Part(d.expression(pair, depth), 0)
}

// sum draws a sum, in which the order does not matter.
func (d *drawing) sum(depth int) *term.Term {
	c := d.iterable(depth)
	x, summand := d.bind(func(x *term.Term) *term.Term { return d.summand(x, depth) }, c.Sort().Parts[0])
	total := d.Var("total", term.Int)
	return d.Fold(c, d.expression(term.Int, depth/2), total, x, d.Add(total, summand))
}

// summand draws what an element adds: often itself, unless it is a certain one.
func (d *drawing) summand(x *term.Term, depth int) *term.Term {
	other := d.expression(term.Int, d.shallow(depth))
	switch choice := d.choice(4); {
	case x.Sort().Kind != term.KindInt || choice == 0:
		return other
	case choice == 1:
		return x
	}
	return d.Ite(d.Eq(x, d.leaf(term.Int)), other, x)
}

// fold draws a fold over a sequence.
func (d *drawing) fold(depth int) *term.Term {
	q, total, x := d.expression(sequence, depth), d.Var("total", term.Int), d.Var("x", term.Int)
	first := d.expression(term.Int, depth/2)
	switch d.choice(3) {
	case 0:
		return d.Fold(q, first, total, x, d.Sub(d.Mul(d.Int(2), total), x))
	case 1:
		return d.Fold(q, first, total, x, d.Ite(d.Le(x, total), x, total))
	}
	return d.Fold(q, d.At(q, d.Int(0)), total, x, d.Ite(d.Le(total, x), x, total))
}

func (d *drawing) condition(depth int) *term.Term {
	depth = max(depth, 0)
	switch d.choice(12) {
	case 11:
		return d.Le(d.sum(depth), d.leaf(term.Int))
	case 0:
		return d.Not(d.expression(term.Bool, depth))
	case 1:
		return d.And(d.expression(term.Bool, depth), d.expression(term.Bool, depth))
	case 2:
		return d.Or(d.expression(term.Bool, depth), d.expression(term.Bool, depth))
	case 3:
		return d.Le(d.expression(term.Int, depth), d.expression(term.Int, depth))
	case 4:
		sort := drawnFrom[d.choice(len(drawnFrom))]
		return d.Eq(d.expression(sort, depth), d.expression(sort, depth))
	case 5, 6:
		c := d.collection(depth)
		return d.Has(c, d.expression(c.Sort().Parts[0], depth/2))
	case 7, 8, 9:
		c := d.iterable(depth)
		x, cond := d.bind(func(*term.Term) *term.Term { return d.condition(d.shallow(depth)) }, c.Sort().Parts[0])
		return d.All(c, x, cond)
	}
	x := d.Var("place", term.Range(0, 2))
	d.scope = append(d.scope[:len(d.scope):len(d.scope)], x)
	body := d.condition(d.shallow(depth))
	d.scope = d.scope[:len(d.scope)-1]
	if d.choice(2) == 0 {
		return d.Exists([]*term.Term{x}, body)
	}
	return d.Forall([]*term.Term{x}, body)
}
