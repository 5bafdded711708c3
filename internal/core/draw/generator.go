package draw

import (
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/term/pattern"
)

// Faults of a system rarely show for obvious values. So the values sent to it are a mix:
//
//   - fresh ones of several classes, for each sort: small, typical, at the ends of the type, at the constants of the model, around powers of
//     two, wild; texts that are empty, long, padded, in other scripts, or made of characters with a special meaning to some programs;
//   - values of a small working set, which are reused often: existing keys, equal values;
//   - values that were sent or received before, and values that are nearly equal to them: a neighbour, another case, an extra space.
//
// Each theme has weights of its own, which are drawn (swarm testing: Groce and others, ISSTA 2012): a mix of all classes at once rarely
// exercises any of them enough.

// Generator draws values for inputs of tests. It belongs to one goroutine.
type Generator struct {
	random    *rand.Rand
	constants Pool
	shapes    []*pattern.Pattern
	seen      memory // in all runs
	now       memory // in this run
	theme     theme
	repeats   map[string]string // the longest text of repeated, by how it begins
	within    int               // nesting depth of the value in lists
	spare     []term.Value      // memory for what is drawn
}

// theme is a mix of values.
type theme struct {
	reuse, seen, near float64 // probabilities of working-set values, of values seen before, and of nearly equal ones
	size              int     // of a working set
	numbers, texts    []float64
	width             int // in bits, of wild numbers
	longest           int // number of elements of long lists
	working           map[family][]term.Value
}

// NewGenerator returns a generator that draws on the constants of a system.
func NewGenerator(random *rand.Rand, s *sts.System) *Generator {
	g := &Generator{random: random, constants: Harvest(s), shapes: shapesOf(s), repeats: map[string]string{}}
	g.Plain()
	return g
}

// Plain begins a theme with all classes and little repetition.
func (g *Generator) Plain() {
	g.theme = theme{reuse: 0.2, seen: 0.1, near: 0.1, size: 3, width: g.width(), longest: maxLong, numbers: weights(numberClasses), texts: weights(textClasses),
		working: map[family][]term.Value{}}
}

// Vary begins a random theme.
func (g *Generator) Vary() {
	g.theme = theme{reuse: 0.7 * g.random.Float64(), seen: 0.25 * g.random.Float64(), near: 0.3 * g.random.Float64(), size: 1 + g.random.IntN(4), width: g.width(), longest: maxLong,
		numbers: g.numberMix(), texts: g.swarm(weights(textClasses)), working: map[family][]term.Value{}}
}

// Tamely calls f with a theme of plain values that every protocol can transport: small numbers and words.
func (g *Generator) Tamely(f func()) {
	before := g.theme
	defer func() { g.theme = before }()
	g.theme = theme{reuse: 0.2, size: 3, numbers: []float64{1}, texts: []float64{1}, working: map[family][]term.Value{}}
	f()
}

// numberMix draws the weights of the classes of numbers. One mix in eight consists mostly of large numbers, since an overflow often takes two of
// them.
func (g *Generator) numberMix() []float64 {
	out := g.swarm(weights(numberClasses))
	if g.random.IntN(8) == 0 {
		for i, c := range numberClasses {
			if c.name == "end" || c.name == "power" || c.name == "wild" {
				out[i] = 20
			}
		}
	}
	return out
}

// swarm leaves out some classes, and makes others frequent. The first and plainest class is kept.
func (g *Generator) swarm(weights []float64) []float64 {
	for i := range weights {
		weights[i] *= []float64{0, 1, 1, 4}[g.random.IntN(4)]
	}
	weights[0] = max(weights[0], 0.1)
	return weights
}

// Note remembers a value that was sent or received, and the first elements of a list.
func (g *Generator) Note(s *term.Sort, v term.Value) {
	for i, item := range v.Items() {
		if i == maxRecent {
			break
		}
		g.Note(s.Part(i), item)
	}
	if s.Kind == term.KindTuple {
		return
	}
	g.seen.add(s, v)
	g.now.add(s, v)
}

// Reset starts a new run: values of the last one still count as seen.
func (g *Generator) Reset() { g.now = memory{} }

// known returns the values seen in this run, or, less often, in all runs; nil if there are none.
func (g *Generator) known(s *term.Sort) *recent {
	if now := g.now.of(s); now != nil && g.random.IntN(4) > 0 {
		return now
	}
	return g.seen.of(s)
}

// Draw draws a value of a sort from the mix.
func (g *Generator) Draw(s *term.Sort) term.Value {
	if isTiny(s) {
		return Uniform(g.random, s)
	}
	for range 8 {
		if v := wrapped(s, g.mixed(s)); s.Contains(v) {
			return v
		}
	}
	return Uniform(g.random, s)
}

// Values draws values of types, scalar by scalar: draw is Draw, Pointed, or chooses between them.
func (g *Generator) Values(types []*sts.Type, draw func(*term.Sort) term.Value) []term.Value {
	out := g.room(types)
	for _, t := range types {
		first := len(out)
		if t.Scalar != nil {
			out = append(out, draw(t.Scalar))
		} else {
			for _, leaf := range t.Leaves() {
				out = append(out, draw(leaf.Sort))
			}
		}
		t.Fit(out[first:])
	}
	return out
}

// roomSize is the number of values for which memory is made at once.
const roomSize = 256

// room returns an empty list with room for the values of types.
func (g *Generator) room(types []*sts.Type) []term.Value {
	size := 0
	for _, t := range types {
		size += t.Size()
	}
	if size > len(g.spare) {
		g.spare = make([]term.Value, max(size, roomSize))
	}
	out := g.spare[:0:size]
	g.spare = g.spare[size:]
	return out
}

// Pointed draws a value that the model mentions or that was seen, or one near such a value: values that a condition may require.
func (g *Generator) Pointed(s *term.Sort) term.Value {
	for range 8 {
		if v := wrapped(s, g.pointed(s)); s.Contains(v) {
			return v
		}
	}
	return Uniform(g.random, s)
}

func (g *Generator) pointed(s *term.Sort) term.Value {
	seen := g.known(s)
	if len(g.shapes) > 0 && s.Kind == term.KindString && g.random.IntN(2) == 0 {
		if text, ok := g.shaped(); ok {
			return term.StringValue(text)
		}
	}
	switch p := g.random.IntN(4); {
	case p == 0 && seen != nil:
		return seen.draw(g.random)
	case p == 1 && seen != nil:
		return g.near(s, seen.draw(g.random))
	case s.Kind == term.KindString && p == 2:
		return term.StringValue(g.long())
	case s.Kind == term.KindString && len(g.constants[texts]) > 0 || s.Kind == term.KindReal:
		return g.constant(s)
	case s.Kind == term.KindInt || s.Kind == term.KindBits:
		return g.constant(s)
	case s.IsCollection() && len(g.constants[familyOf(s)]) > 0 && p == 2:
		return g.constant(s)
	}
	return g.Fresh(s)
}

// wrapped keeps the lowest bits of a machine integer, as its values have them.
func wrapped(s *term.Sort, v term.Value) term.Value {
	if s.Kind != term.KindBits {
		return v
	}
	n, _ := v.Small()
	shift := 64 - s.Width
	if s.Signed {
		return term.IntValue(n << shift >> shift)
	}
	return term.IntValue(int64(uint64(n) << shift >> shift))
}

// isTiny reports whether a sort has so few values that no mix is needed.
func isTiny(s *term.Sort) bool {
	return s.Kind == term.KindBool || s.Kind == term.KindEnum || s.Bounded(8)
}

// mixed draws a value of the kind of a sort, perhaps out of its bounds.
func (g *Generator) mixed(s *term.Sort) term.Value {
	p := g.random.Float64()
	seen := g.known(s)
	if p -= g.theme.reuse; p < 0 {
		return g.worked(s)
	}
	if seen != nil {
		if p -= g.theme.seen; p < 0 {
			return seen.draw(g.random)
		}
		if p -= g.theme.near; p < 0 {
			return g.near(s, seen.draw(g.random))
		}
	}
	return g.Fresh(s)
}

// worked draws from the working set, which grows until it has its size.
func (g *Generator) worked(s *term.Sort) term.Value {
	f := familyOf(s)
	set := g.theme.working[f]
	if i := g.random.IntN(g.theme.size); i < len(set) {
		return set[i]
	}
	v := g.Fresh(s)
	if s.Contains(v) {
		g.theme.working[f] = append(set, v)
	}
	return v
}

// Fresh draws a value of one of the classes of the theme.
func (g *Generator) Fresh(s *term.Sort) term.Value {
	switch s.Kind {
	case term.KindString:
		return term.StringValue(g.text())
	case term.KindReal:
		return g.real(s)
	case term.KindInt, term.KindBits:
		return g.integer(s)
	case term.KindTuple, term.KindSeq, term.KindSet, term.KindMap:
		return g.list(s)
	}
	return Uniform(g.random, s)
}

// Near draws a value of a sort that is nearly equal to a given one.
func (g *Generator) Near(s *term.Sort, v term.Value) term.Value {
	if near := wrapped(s, g.near(s, v)); s.Contains(near) {
		return near
	}
	return v
}

// Alike draws a value that is as large as a given one: a text of as many characters. Other values are returned as they are.
func (g *Generator) Alike(s *term.Sort, v term.Value) term.Value {
	if s.Kind != term.KindString || v.Text() == "" {
		return v
	}
	return term.StringValue(g.alike(v.Text()))
}

// near is Near, perhaps out of the bounds of the sort.
func (g *Generator) near(s *term.Sort, v term.Value) term.Value {
	switch s.Kind {
	case term.KindString:
		return term.StringValue(g.nearText(v.Text()))
	case term.KindReal:
		return g.nearReal(v)
	case term.KindInt, term.KindBits:
		return g.nearInteger(v)
	case term.KindTuple:
		return g.nearTuple(s, v)
	case term.KindSeq, term.KindSet, term.KindMap:
		return g.nearCollection(s, v)
	}
	return v
}

// pick draws an index by weights.
func (g *Generator) pick(weights []float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	p := g.random.Float64() * sum
	for i, w := range weights {
		if p -= w; p < 0 {
			return i
		}
	}
	return 0
}

// maxRecent bounds the values that are remembered per kind, maxRecentText the length of texts among them.
const (
	maxRecent     = 16
	maxRecentText = 5000
)

// memory has the last values of each family of sorts.
type memory struct {
	scalars [term.Kinds]*recent
	lists   map[family]*recent
}

// of returns the values of the family of a sort; nil if there are none.
func (m *memory) of(s *term.Sort) *recent {
	if s.IsScalar() {
		return m.scalars[s.Kind]
	}
	return m.lists[familyOf(s)]
}

// add remembers a value.
func (m *memory) add(s *term.Sort, v term.Value) {
	r := m.of(s)
	if r == nil {
		r = &recent{}
		m.keep(s, r)
	}
	r.add(v)
}

// keep begins the memory of a family.
func (m *memory) keep(s *term.Sort, r *recent) {
	if s.IsScalar() {
		m.scalars[s.Kind] = r
		return
	}
	if m.lists == nil {
		m.lists = map[family]*recent{}
	}
	m.lists[familyOf(s)] = r
}

// recent has the last values, each once.
type recent struct {
	values []term.Value
	next   int // the oldest, once there are enough
}

func (r *recent) add(v term.Value) {
	for _, w := range r.values {
		if w.Equal(v) {
			return
		}
	}
	if len(r.values) < maxRecent {
		r.values = append(r.values, v)
		return
	}
	r.values[r.next] = v
	r.next = (r.next + 1) % maxRecent
}

func (r *recent) draw(random *rand.Rand) term.Value { return r.values[random.IntN(len(r.values))] }

// Class returns a number that is equal for values that look alike: numbers of one sign and about one size, texts of about one length with
// the same kinds of characters, lists of about one length.
func Class(s *term.Sort, v term.Value) int {
	switch s.Kind {
	case term.KindString:
		return textClass(v.Text())
	case term.KindReal:
		return numberClass(v.Rat().Num())
	case term.KindInt, term.KindBits:
		return numberClass(v.Big())
	case term.KindTuple, term.KindSeq, term.KindSet, term.KindMap:
		return listClass(s, v)
	}
	n, _ := v.Small()
	return int(n)
}
