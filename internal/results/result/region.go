package result

import "slices"

// Regions of graphs. The region of a location is the location and all that a machine can only reach through it, whatever guards say: what it
// dominates in the control graph. So regions lie in each other, and each is entered at one location. They are found by the algorithm of K. Cooper,
// T. Harvey and K. Kennedy, A Simple, Fast Dominance Algorithm (2001).

// FindRegions sets Region of all places.
func (g *Graph) FindRegions() {
	d := dominance{graph: g, number: map[string]int{}}
	for i, p := range g.Places {
		d.number[p.ID] = i
	}
	d.connect()
	for i, p := range g.Places {
		if p.Initial {
			d.order(i)
		}
	}
	slices.Reverse(d.sequence)
	for at, v := range d.sequence {
		d.rank[v] = at
	}
	for d.improve() {
	}
	for i := range g.Places {
		g.Places[i].Region = ""
		if above := d.above[i]; above >= 0 && above != i {
			g.Places[i].Region = g.Places[above].ID
		}
	}
}

// dominance is the work of FindRegions. Places are their indices; an initial place is above itself, and one that is not reached is below none.
type dominance struct {
	graph    *Graph
	number   map[string]int
	next     [][]int
	previous [][]int
	seen     []bool
	sequence []int // places that are reached, each before those that are reached through it
	rank     []int // in the sequence
	above    []int // the nearest place so far that all ways lead through; -1 if there is none yet
}

func (d *dominance) connect() {
	n := len(d.graph.Places)
	d.next, d.previous, d.seen, d.rank, d.above = make([][]int, n), make([][]int, n), make([]bool, n), make([]int, n), make([]int, n)
	for i := range d.above {
		d.above[i] = -1
	}
	for _, a := range d.graph.Arrows {
		from, begins := d.number[a.From]
		to, ends := d.number[a.To]
		if begins && ends {
			d.next[from] = append(d.next[from], to)
			d.previous[to] = append(d.previous[to], from)
		}
	}
}

// order appends what is reached from an initial place to the sequence, in post-order.
func (d *dominance) order(root int) {
	type visit struct{ place, next int }
	stack := []visit{{place: root}}
	d.seen[root], d.above[root] = true, root
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(d.next[top.place]) {
			d.sequence = append(d.sequence, top.place)
			stack = stack[:len(stack)-1]
			continue
		}
		to := d.next[top.place][top.next]
		top.next++
		if !d.seen[to] {
			d.seen[to] = true
			stack = append(stack, visit{place: to})
		}
	}
}

// improve goes over all places once, and reports whether that changed what is above one.
func (d *dominance) improve() bool {
	changed := false
	for _, v := range d.sequence {
		if d.graph.Places[v].Initial {
			continue
		}
		above := -1
		for _, p := range d.previous[v] {
			if d.above[p] >= 0 {
				above = d.meet(above, p)
			}
		}
		if above != d.above[v] {
			d.above[v], changed = above, true
		}
	}
	return changed
}

// meet is the nearest place above two others; one of them may be none.
func (d *dominance) meet(a, b int) int {
	if a < 0 {
		return b
	}
	for a != b {
		if d.rank[a] > d.rank[b] {
			a = d.above[a]
		} else {
			b = d.above[b]
		}
	}
	return a
}

// regions has, for each place, the index of the place at which the region that it lies in is entered; -1 if it lies in none.
func (g Graph) regions() []int {
	number := make(map[string]int, len(g.Places))
	for i, p := range g.Places {
		number[p.ID] = i
	}
	out := make([]int, len(g.Places))
	for i, p := range g.Places {
		out[i] = -1
		if at, known := number[p.Region]; known {
			out[i] = at
		}
	}
	return out
}

// Outline chooses the regions to fold for a picture with at most a number of places: all are folded, and then the largest is unfolded as long as
// there is room. It returns the places that the regions are entered at, by Place.ID.
func (g Graph) Outline(most int) []string {
	inside, size := g.regionTree()
	var folded []int
	for i, at := range g.regions() {
		if at < 0 {
			folded = append(folded, i)
		}
	}
	for shown := len(folded); ; {
		largest := -1
		for i, at := range folded {
			if shown+len(inside[at]) <= most && len(inside[at]) > 0 && (largest < 0 || size[at] > size[folded[largest]]) {
				largest = i
			}
		}
		if largest < 0 {
			break
		}
		at := folded[largest]
		folded = append(slices.Delete(folded, largest, largest+1), inside[at]...)
		shown += len(inside[at])
	}
	var out []string
	for _, at := range folded {
		if len(inside[at]) > 0 {
			out = append(out, g.Places[at].ID)
		}
	}
	return out
}

// regionTree has the places directly in each region, and the number of all places in it, with the one that it is entered at.
func (g Graph) regionTree() (inside [][]int, size []int) {
	regions := g.regions()
	inside, size = make([][]int, len(regions)), make([]int, len(regions))
	for i, at := range regions {
		if at >= 0 {
			inside[at] = append(inside[at], i)
		}
		for at := i; at >= 0; at = regions[at] {
			size[at]++
		}
	}
	return inside, size
}
