package hardmachine

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/print"
)

// regionWords name regions as the parts of a plant.
var regionWords = []string{"main", "door", "pump", "valve", "heater", "motor", "belt", "lamp", "tank", "fan", "press", "lift",
	"gate", "mixer", "brake", "drum", "crane", "oven", "scale", "feeder"}

func regionName(i int) string {
	word := regionWords[i%len(regionWords)]
	if round := i / len(regionWords); round > 0 {
		return fmt.Sprint(word, round+1)
	}
	return word
}

// connect gives every ordinary location its guards: the values of x are split between its branches and the transition around
// the ring. Then the plain branches get the updates of the variables that the guards of their region read.
func (b *builder) connect() {
	for _, r := range b.regions {
		for _, l := range r.locations {
			b.split(r, l)
		}
		b.update(r)
	}
}

// split gives the branches of a location their slices.
func (b *builder) split(r *region, l *location) {
	n := len(l.branches)
	if n == 1 && l.branches[0].plain && b.random.IntN(5) < 2 {
		l.branches[0].guard = "x < " + r.level()
		return
	}
	width := (largest + 1) / (n + 1)
	jitter := func() int { return b.random.IntN(width/2+1) - width/4 }
	low := 0
	for i := range l.branches {
		high := min((i+1)*width+jitter(), largest)
		slice := fmt.Sprintf("x >= %d and x < %d", low, high)
		if low == 0 {
			slice = fmt.Sprintf("x < %d", high)
		}
		if condition := l.branches[i].guard; condition != "" {
			slice += " and " + condition
		}
		l.branches[i].guard = slice
		low = high
	}
}

// update spreads the updates of a region over its plain branches: each occurs if there are enough, about half have none.
func (b *builder) update(r *region) {
	if len(r.updates) == 0 {
		return
	}
	next := 0
	for _, l := range r.locations {
		for i := range l.branches {
			if !l.branches[i].plain || next >= len(r.updates) && b.random.IntN(2) == 0 {
				continue
			}
			l.branches[i].do = r.updates[next%len(r.updates)]
			next++
		}
	}
}

// write is the text of the model in canonical form.
func (b *builder) write() string {
	var w strings.Builder
	o := b.options
	fmt.Fprintf(&w, "# A machine that is hard to cover, made by bench/sample: %d locations, %d transitions, seed %d.\n",
		o.Locations, o.Transitions, o.Seed)
	fmt.Fprintf(&w, "system Sample\n\ninput sense(x: 0..%d, y: 0..%d, z: 0..%d)\noutput signal(number: int)\n\n", largest, largest, largest)
	for _, r := range b.regions {
		for _, v := range r.variables {
			fmt.Fprintf(&w, "var %s\n", v)
		}
	}
	fmt.Fprintf(&w, "\ninitial %s\n", b.regions[0].first())
	for _, r := range b.regions {
		b.writeRegion(&w, r)
	}
	return print.Format(diag.NewFile("sample.sxt", w.String()), &diag.List{})
}

// writeRegion writes the transitions of a region's locations and gadgets.
func (b *builder) writeRegion(w *strings.Builder, r *region) {
	fmt.Fprintf(w, "\n# %s\n", r.name)
	for i, l := range r.locations {
		for _, br := range l.branches {
			br.write(w)
		}
		ring := arm{name: b.ordinaryName(), from: l.name, to: r.after(i)}
		if len(l.branches) > 0 {
			ring.guard = "else"
		}
		if r.parent == nil && i+1 == len(r.locations) {
			ring.out = "signal(0)" // a round is over
		}
		ring.write(w)
	}
	for _, a := range append(r.gadgets, r.dead...) {
		a.write(w)
	}
}

// after is the next location around the ring; the last one leads to the parent region.
func (r *region) after(i int) string {
	switch {
	case i+1 < len(r.locations):
		return r.locations[i+1].name
	case r.parent != nil:
		return r.parent.first()
	}
	return r.first()
}

func (a arm) write(w *strings.Builder) {
	text := a.guard + " " + a.do
	fmt.Fprintf(w, "%s: %s -> %s in sense(%s)", a.name, a.from, a.to, strings.Join(targets(text), ", "))
	for _, clause := range [][2]string{{"when", a.guard}, {"do", a.do}, {"out", a.out}} {
		if clause[1] != "" {
			fmt.Fprintf(w, " %s %s", clause[0], clause[1])
		}
	}
	w.WriteByte('\n')
}

// targets are the names of the payload that a transition uses, and _ for the others.
func targets(text string) []string {
	used := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ();+*", r) }) {
		used[word] = true
	}
	out := []string{"x", "y", "z"}
	for i, name := range out {
		if !used[name] {
			out[i] = "_"
		}
	}
	return out
}
