package hardmachine

import (
	"fmt"
	"math/rand/v2"

	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Generate makes a machine of the given size. Equal options give equal machines.
//
// The sizes are met exactly, by this budget: first gadgets are chosen, one kind after the other, while they fit their share of
// locations and transitions; then branches that are never taken; the locations left over form the regions, each with its
// transition around the ring; the transitions left over become ordinary branches.
func Generate(options Options) (*Machine, error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	b := &builder{options: options, numbers: map[Kind]int{}, random: rand.New(rand.NewPCG(uint64(options.Seed), 0x5e7a27))}
	gadgets := b.chooseGadgets()
	b.makeRegions(gadgets)
	b.joinRegions(gadgets)
	b.addNevers()
	b.addBranches()
	b.connect()
	m := &Machine{Text: b.write(), Hard: b.hard, Unreachable: b.unreachable}
	if len(m.Text) > token.MaxFileSize {
		return nil, fmt.Errorf("%d locations with %d transitions are too many: the model has %d bytes, and a file may have %d; write smaller numbers",
			options.Locations, options.Transitions, len(m.Text), token.MaxFileSize)
	}
	return m, nil
}

// builder makes one machine.
type builder struct {
	options     Options
	random      *rand.Rand
	regions     []*region
	nevers      []bool // planned branches that no run takes: whether they lead to a dead location, from which a transition leads back
	hard        []Hard
	unreachable []string
	ordinary    int          // ordinary transitions so far, for their names
	numbers     map[Kind]int // gadgets so far, for their names
}

// region is a ring of ordinary locations.
type region struct {
	name      string
	parent    *region
	locations []*location
	gadgets   []arm    // the transitions of its gadgets, in order
	dead      []arm    // transitions out of locations that only a never leads to
	variables []string // declarations
	updates   []string // assignments that keep the region's invariants, to variables that its guards read
	counters  []counter
}

// location is an ordinary location with its branches.
type location struct {
	name     string
	branches []branch
}

// branch is a transition out of an ordinary location, for a slice of the values of x.
type branch struct {
	arm
	plain bool // it has no gadget and no condition: its guard may compare x with a variable
}

// arm is a transition as it is written.
type arm struct{ name, from, to, guard, do, out string }

// counter is a variable that a gadget counts up to a limit.
type counter struct {
	name  string
	limit int
}

// regionSize is the usual number of ordinary locations of a region.
const regionSize = 10

// gadgetShare is the part of the transitions, in percent, that belongs to gadgets; at most half of the locations do.
const gadgetShare = 35

// neverShare is the part of the transitions, in percent, that no run takes.
const neverShare = 4

// chooseGadgets picks gadgets, one kind after the other, while there is room for them.
func (b *builder) chooseGadgets() []form {
	byKind := map[Kind][]form{}
	var kinds []Kind
	for _, f := range forms {
		if !b.options.wants(f.kind) {
			continue
		}
		if byKind[f.kind] == nil {
			kinds = append(kinds, f.kind)
		}
		byKind[f.kind] = append(byKind[f.kind], f)
	}
	if kinds == nil {
		return nil
	}
	var chosen []form
	locations, transitions := 0, 0
	for i := 0; ; i++ {
		choices := byKind[kinds[i%len(kinds)]]
		f := choices[b.random.IntN(len(choices))]
		locations += f.locations
		transitions += f.transitions + 1 // and the branch that leads to it
		if locations > b.options.Locations/2 || transitions > b.options.Transitions*gadgetShare/100 || !b.affords(locations, transitions) {
			return chosen
		}
		chosen = append(chosen, f)
	}
}

// affords reports whether, with gadgets of some size, enough transitions are left for the ordinary locations, and for the branches
// between regions.
func (b *builder) affords(locations, transitions int) bool {
	ordinary := b.options.Locations - locations
	return transitions+ordinary+ordinary/regionSize <= b.options.Transitions
}

// size counts the locations and transitions of gadgets, with the branches that lead to them.
func size(gadgets []form) (locations, transitions int) {
	for _, g := range gadgets {
		locations += g.locations
		transitions += g.transitions + 1
	}
	return locations, transitions
}

// makeRegions plans the nevers and spreads the locations that are left over the regions.
func (b *builder) makeRegions(gadgets []form) {
	locations, transitions := size(gadgets)
	left := b.options.Locations - locations
	spare := b.options.Transitions - transitions - left - left/regionSize
	left -= b.planNevers(min(spare, b.options.Transitions*neverShare/100), left/4)
	count := max(1, min(left/regionSize, 1+b.options.Transitions-transitions-left)) // every region but the first needs a way in
	for i := range count {
		r := &region{name: regionName(i)}
		if i > 0 {
			r.parent = b.regions[b.random.IntN(i)]
		}
		for k := range left*(i+1)/count - left*i/count {
			r.locations = append(r.locations, &location{name: fmt.Sprintf("%s_%d", r.name, k+1)})
		}
		b.regions = append(b.regions, r)
	}
}

// joinRegions makes a way into every region: the first ones by an ordinary branch, the others through a gadget, while there are
// gadgets. The gadgets left over lead to a location of their own region.
func (b *builder) joinRegions(gadgets []form) {
	next := 0
	for i, r := range b.regions[1:] {
		if next < len(gadgets) && (i+1)*100 >= b.options.Open*len(b.regions) {
			b.addGadget(gadgets[next], r.parent, r.first())
			next++
			continue
		}
		b.addBranch(r.parent, branch{arm: arm{to: r.first(), out: fmt.Sprintf("signal(%d)", b.random.IntN(100))}})
	}
	for _, g := range gadgets[next:] {
		r := b.regions[b.random.IntN(len(b.regions))]
		b.addGadget(g, r, b.anyOf(r).name)
	}
}

// first is the location by which a region is entered.
func (r *region) first() string { return r.locations[0].name }

func (b *builder) anyOf(r *region) *location { return r.locations[b.random.IntN(len(r.locations))] }

// addBranch adds a branch to some location of a region.
func (b *builder) addBranch(r *region, br branch) {
	l := b.anyOf(r)
	br.from = l.name
	if br.name == "" {
		br.name = b.ordinaryName()
	}
	l.branches = append(l.branches, br)
}

func (b *builder) ordinaryName() string {
	b.ordinary++
	return fmt.Sprintf("t%d", b.ordinary)
}

// count is the number of transitions so far, with those around the rings.
func (b *builder) count() int {
	n := 0
	for _, r := range b.regions {
		n += len(r.gadgets) + len(r.dead) + len(r.locations)
		for _, l := range r.locations {
			n += len(l.branches)
		}
	}
	return n
}

// near is how far ordinary branches lead within their ring.
const near = 5

// addBranches uses up the transitions that are left over: each leads from some location to one near to it.
func (b *builder) addBranches() {
	for n := b.options.Transitions - b.count(); n > 0; n-- {
		r := b.regions[b.random.IntN(len(b.regions))]
		from := b.random.IntN(len(r.locations))
		to := (from + b.random.IntN(2*near+1) - near + near*len(r.locations)) % len(r.locations)
		l := r.locations[from]
		l.branches = append(l.branches, branch{arm: arm{name: b.ordinaryName(), from: l.name, to: r.locations[to].name}, plain: true})
	}
}
