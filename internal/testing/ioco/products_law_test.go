package ioco

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/products"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/sut"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// followed is a product line, followed as a whole and product by product.
type followed struct {
	t        *testing.T
	whole    *Tracker
	products []products.Product
	alone    []*Tracker // nil if the product was refuted
}

// followProducts makes trackers for the product line and for each of its valid products; nil if the model is wrong.
func followProducts(t *testing.T, text string, features []string) *followed {
	system := testkit.TryText(t, text)
	if system == nil {
		return nil
	}
	f := &followed{t: t, whole: newTestTracker(t, system)}
	for bits := range 1 << len(features) {
		product, names := make(products.Product, len(features)), []string{}
		for i, name := range features {
			if product[i] = bits>>i&1 == 1; product[i] {
				names = append(names, name)
			}
		}
		if !f.whole.family.line.Has(f.whole.family.line.All(), product) {
			continue
		}
		reading := testkit.Text(text)
		reading.Product = names
		f.products = append(f.products, product)
		f.alone = append(f.alone, newTestTracker(t, testkit.Load(t, "m.sxt", reading)))
	}
	return f
}

// sight is an observation that is followed by all trackers.
type sight struct {
	kind  sts.Direction
	value int64
	quiet bool
}

func drawObservation(r *rand.Rand) sight {
	return sight{kind: []sts.Direction{sts.Input, sts.Output}[r.IntN(2)], value: int64(r.IntN(3)), quiet: r.IntN(5) == 0}
}

func (o sight) message(t *testing.T, s *sts.System) sut.Message {
	t.Helper()
	for _, c := range s.Channels {
		if c.Direction == o.kind {
			return sut.Message{Channel: c, Values: []term.Value{term.IntValue(o.value)}}
		}
	}
	t.Fatal("there is no channel")
	return sut.Message{}
}

// take lets a tracker follow an observation, and reports whether the model allows it. An input that is not fair is not sent.
func (o sight) take(t *testing.T, k *Tracker) (ok bool) {
	t.Helper()
	var err error
	switch m := o.message(t, k.System); {
	case o.quiet:
		ok, err = k.AfterQuiescence(t.Context())
	case o.kind == sts.Output:
		ok, err = k.AfterOutput(t.Context(), m)
	default:
		if ok, err = k.Accepts(t.Context(), m); ok {
			_, err = k.AfterInput(t.Context(), m)
		}
	}
	unlessLost(t, err)
	return ok
}

// isLost reports whether a tracker had to leave out states, so that it may say something else than the others.
func (f *followed) isLost() bool {
	return f.whole.lost != "" || slices.ContainsFunc(f.alone, func(k *Tracker) bool { return k != nil && k.lost != "" })
}

// TestProductsOfTestsEqualOneByOne: the tracker of a product line allows what some product allows that explains everything before, and the
// products that it is left with are those.
func TestProductsOfTestsEqualOneByOne(t *testing.T) {
	testkit.NeedsSolver(t)
	narrowed, single, restarted := 0, 0, 0
	for seed := range uint64(max(testkit.Models()/10, 40)) {
		r := rand.New(rand.NewPCG(seed, 21))
		text, features := testkit.ReactiveFamily(r, false)
		f := followProducts(t, text, features)
		if f == nil || len(f.products) == 0 {
			continue
		}
		for range 20 {
			if r.IntN(12) == 0 {
				f.restart()
				restarted++
			}
			o := drawObservation(r)
			if f.follow(o, text) {
				narrowed++
			}
			if f.isLost() {
				break
			}
		}
		if f.left() == 1 && len(f.products) > 1 {
			single++
		}
	}
	t.Logf("%d observations narrowed the products, %d times to one; %d restarts", narrowed, single, restarted)
	if narrowed < 20 || single < 5 {
		t.Error("these are too few to mean something")
	}
}

// restart begins another test of the same system.
func (f *followed) restart() {
	f.t.Helper()
	if _, err := f.whole.Restart(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	for _, k := range f.alone {
		if k != nil {
			k.Reset()
		}
	}
}

// left counts the products that explain everything.
func (f *followed) left() int {
	n := 0
	for _, k := range f.alone {
		if k != nil {
			n++
		}
	}
	return n
}

// follow compares what the trackers say of an observation, and reports whether it refutes products.
func (f *followed) follow(o sight, text string) bool {
	f.t.Helper()
	if o.kind == sts.Input && !o.quiet {
		return f.followInput(o, text)
	}
	before, some := f.left(), false
	allows := make([]bool, len(f.alone))
	for i, k := range f.alone {
		allows[i] = k != nil && o.take(f.t, k)
		some = some || allows[i]
	}
	got := o.take(f.t, f.whole)
	if f.isLost() {
		return false
	}
	if got != some {
		f.t.Fatalf("%+v is allowed by the product line: %v, and by products: %v\n%s", o, got, allows, text)
	}
	if !some {
		return false
	}
	for i := range f.alone {
		if !allows[i] {
			f.alone[i] = nil
		}
	}
	f.compare(text)
	return f.left() < before
}

// followInput is follow for an input, which is sent only if every product accepts it.
func (f *followed) followInput(o sight, text string) bool {
	f.t.Helper()
	fair := true
	for _, k := range f.alone {
		if k != nil {
			ok, err := k.Accepts(f.t.Context(), o.message(f.t, k.System))
			unlessLost(f.t, err)
			fair = fair && ok
		}
	}
	got := o.take(f.t, f.whole)
	if f.isLost() {
		return false
	}
	if got != fair {
		f.t.Fatalf("the product line accepts %+v: %v, all products: %v\n%s", o, got, fair, text)
	}
	for _, k := range f.alone {
		if fair && k != nil {
			o.take(f.t, k)
		}
	}
	f.compare(text)
	return false
}

// compare compares the products that the tracker of the product line is left with.
func (f *followed) compare(text string) {
	f.t.Helper()
	shown, err := f.whole.Products(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	found, err := f.whole.explaining(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	line := f.whole.family.line
	for i, p := range f.products {
		if has := line.Has(line.Intersect(f.whole.family.sure, found.Set), p); has != (f.alone[i] != nil) {
			f.t.Fatalf("%s is left: %v, by itself: %v; shown as %s\n%s", line.Describe(p), has, f.alone[i] != nil, shown.Formula, text)
		}
	}
	if !shown.Exact && !f.whole.excused && f.whole.lost == "" || shown.Count != f.left() {
		f.t.Fatalf("shown as %+v; there are %d\n%s", shown, f.left(), text)
	}
}

// TestVagueTestsRefuteNoProduct: where a cycle of internal steps excuses a silence, the products are not exact, and none is refuted.
func TestVagueTestsRefuteNoProduct(t *testing.T) {
	k := newTestTracker(t, testkit.LoadText(t, `feature A
input i()
output o()
initial s
ask:  s -> w in i
idle: w -> w for A
say:  w -> s for A out o
rest: w -> s for not A
`))
	solver := testkit.Solver(t, smt.Config{})
	k.Solver = solver
	in := sight{kind: sts.Input}
	m := in.message(t, k.System)
	m.Values = nil
	if ok, err := k.AfterInput(t.Context(), m); err != nil || !ok {
		t.Fatal(ok, err)
	}
	if ok, err := k.AfterQuiescence(t.Context()); err != nil || !ok {
		t.Fatal(ok, err)
	}
	p, err := k.Products(t.Context())
	if err != nil || p.Exact || p.Formula != "not A" {
		t.Errorf("%+v, %v", p, err)
	}
	if refuted, err := k.Restart(t.Context()); refuted || err != nil {
		t.Errorf("refuted: %v, %v", refuted, err)
	}
}
