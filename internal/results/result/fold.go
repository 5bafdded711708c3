package result

import (
	"fmt"
	"slices"
)

// Folds says what is folded in a graph: each machine or region is drawn as one place.
type Folds struct {
	Machines []string // their names
	Regions  []string // Place.ID of the places that they are entered at
}

// Without returns the folds that leave a place to be seen: neither its machine nor a region that it is in is folded.
func (f Folds) Without(g Graph, place string) Folds {
	regions := g.regions()
	at := slices.IndexFunc(g.Places, func(p Place) bool { return p.ID == place })
	f.Machines = slices.DeleteFunc(slices.Clone(f.Machines), func(name string) bool { return name == g.Places[at].Machine })
	f.Regions = slices.Clone(f.Regions)
	for ; at >= 0; at = regions[at] {
		f.Regions = slices.DeleteFunc(f.Regions, func(id string) bool { return id == g.Places[at].ID })
	}
	return f
}

// Fold draws machines and regions as one place each. A region is drawn as the place that it is entered at, a machine as its initial place. The
// transitions between two places of the folded graph, one of which is folded, are one arrow, and those inside a folded place are counted.
func (g Graph) Fold(f Folds) Graph {
	drawn := g.standIns(f)
	out := Graph{Name: g.Name, Places: []Place{}, Arrows: []Arrow{}, Links: g.Links}
	at := map[string]int{} // of places in the folded graph
	for _, p := range g.Places {
		if drawn[p.ID] == p.ID {
			at[p.ID] = len(out.Places)
			out.Places = append(out.Places, p)
		}
	}
	for _, p := range g.Places {
		if stands := &out.Places[at[drawn[p.ID]]]; stands.ID != p.ID {
			stands.Folded = max(stands.Folded, 1) + 1
			stands.Initial = stands.Initial || p.Initial
		}
	}
	for i, p := range out.Places {
		if slices.Contains(f.Machines, p.Machine) {
			p.Whole, p.Folded, p.Name = true, max(p.Folded, 1), p.Machine
			if p.Name == "" {
				p.Name = g.Name
			}
		}
		if p.Folded > 0 {
			p.Final, p.While, p.Urgency = false, "", ""
			p.Initial = p.Initial && !p.Whole
		}
		out.Places[i] = p
	}
	out.merge(g.Arrows, drawn, at)
	return out
}

// standIns has, for each place, the one that is drawn for it.
func (g Graph) standIns(f Folds) map[string]string {
	first := map[string]string{} // place of a folded machine
	for _, p := range g.Places {
		if slices.Contains(f.Machines, p.Machine) && (p.Initial || first[p.Machine] == "") {
			first[p.Machine] = p.ID
		}
	}
	folded := make(map[string]bool, len(f.Regions))
	for _, id := range f.Regions {
		folded[id] = true
	}
	regions, out := g.regions(), make(map[string]string, len(g.Places))
	for i, p := range g.Places {
		out[p.ID] = p.ID
		for at := i; at >= 0; at = regions[at] {
			if id := g.Places[at].ID; folded[id] {
				out[p.ID] = id
			}
		}
		if id := first[p.Machine]; id != "" {
			out[p.ID] = id
		}
	}
	return out
}

// merge adds the arrows of a graph to its folded form.
func (g *Graph) merge(arrows []Arrow, drawn map[string]string, at map[string]int) {
	type ends struct{ from, to string }
	merged := map[ends]int{}
	for _, a := range arrows {
		if a.From, a.To = drawn[a.From], drawn[a.To]; a.From == "" || a.To == "" {
			continue
		}
		from, to := &g.Places[at[a.From]], &g.Places[at[a.To]]
		i, again := merged[ends{a.From, a.To}]
		switch {
		case from.Folded == 0 && to.Folded == 0:
			g.Arrows = append(g.Arrows, a)
		case from == to:
			from.Inner++
		case again:
			g.Arrows[i].join(a.Name)
		default:
			merged[ends{a.From, a.To}] = len(g.Arrows)
			g.Arrows = append(g.Arrows, a)
		}
	}
}

// join makes an arrow stand for one transition more.
func (a *Arrow) join(name string) {
	if a.Merged == nil {
		*a = Arrow{From: a.From, To: a.To, Merged: []string{a.Name}, Source: a.Source}
	}
	a.Merged = append(a.Merged, name)
	a.Name = fmt.Sprintf("%d transitions", len(a.Merged))
}
