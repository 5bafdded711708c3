package hardmachine

import (
	"fmt"
	"slices"
)

// planNevers plans at most this many transitions that no run takes, with at most this many dead locations; it returns how many
// locations they need.
func (b *builder) planNevers(transitions, locations int) int {
	if !b.options.wants(Unreachable) {
		return 0
	}
	dead := 0
	for transitions > 0 {
		leadsToDead := transitions > 1 && dead < locations && b.random.IntN(3) == 0
		transitions--
		if leadsToDead {
			transitions--
			dead++
		}
		b.nevers = append(b.nevers, leadsToDead)
	}
	return dead
}

// addNevers builds the planned nevers.
func (b *builder) addNevers() {
	for i, leadsToDead := range b.nevers {
		r := b.regions[b.random.IntN(len(b.regions))]
		name := fmt.Sprintf("never%d", i+1)
		to := b.anyOf(r).name
		b.unreachable = append(b.unreachable, name)
		if leadsToDead {
			back := name + "_back"
			to = fmt.Sprintf("%s_dead%d", r.name, i+1)
			r.dead = append(r.dead, arm{name: back, from: to, to: r.first()})
			b.unreachable = append(b.unreachable, back)
		}
		b.addBranch(r, branch{arm: arm{name: name, to: to, guard: b.contradiction(r)}})
	}
}

// contradiction is a condition that contradicts an invariant of the region's variables.
func (b *builder) contradiction(r *region) string {
	switch b.random.IntN(4) {
	case 0:
		return fmt.Sprintf("%s == %d", r.mode(), modes+b.random.IntN(5))
	case 1:
		low, high := r.interval()
		return fmt.Sprintf("%s > %s", low, high)
	case 2:
		return fmt.Sprintf("%s %% 2 == 1", r.pulse())
	}
	if len(r.counters) == 0 {
		return fmt.Sprintf("%s < 0", r.mode())
	}
	c := r.counters[b.random.IntN(len(r.counters))]
	return fmt.Sprintf("%s > %d", c.name, c.limit+b.random.IntN(10))
}

// declare adds a variable of the region once, with the update that keeps its invariant.
func (r *region) declare(name, initial, update string) {
	declaration := name + ": int = " + initial
	if slices.Contains(r.variables, declaration) {
		return
	}
	r.variables = append(r.variables, declaration)
	if update != "" {
		r.updates = append(r.updates, update)
	}
}

// modes is the number of values of a mode, which is a remainder.
const modes = 4

func (r *region) mode() string {
	name := r.name + "_mode"
	r.declare(name, "0", fmt.Sprintf("%s := (%s + 1) %% %d", name, name, modes))
	return name
}

// interval is two variables that are set together, the second above the first.
func (r *region) interval() (low, high string) {
	low, high = r.name+"_low", r.name+"_high"
	r.declare(low, "0", "")
	r.declare(high, "100", fmt.Sprintf("%s := x; %s := x + y", low, high))
	return low, high
}

// pulse starts even and grows by two.
func (r *region) pulse() string {
	name := r.name + "_pulse"
	r.declare(name, "0", fmt.Sprintf("%s := %s + 2", name, name))
	return name
}

// level is set by an input and compared with later ones.
func (r *region) level() string {
	name := r.name + "_level"
	r.declare(name, fmt.Sprint(largest/2), name+" := x")
	return name
}
