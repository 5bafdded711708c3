package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// part is the part of a graph that the options choose, folded as they say. What lies around a location is not folded away.
func (o *GraphOptions) part(graph result.Graph) (result.Graph, error) {
	folds, err := o.folds(graph)
	if err != nil || o.Around == "" {
		return graph.Fold(folds), err
	}
	place, err := findPlace(graph, o.Around)
	if err != nil {
		return graph, fmt.Errorf("--around: %w", err)
	}
	return graph.Fold(folds.Without(graph, place.ID)).Around(place.ID, o.Radius), nil
}

// folds is what is to be folded.
func (o *GraphOptions) folds(graph result.Graph) (f result.Folds, err error) {
	for _, name := range o.Fold {
		switch {
		case name == "machines":
			for _, p := range graph.Places {
				f.Machines = append(f.Machines, p.Machine)
			}
		case name == "regions":
			f.Regions = append(f.Regions, graph.Outline(o.Nodes)...)
		case slices.ContainsFunc(graph.Places, func(p result.Place) bool { return p.Machine == name }):
			f.Machines = append(f.Machines, name)
		default:
			place, err := findPlace(graph, name)
			if err != nil {
				_, err = model.Find("machine or location", name, foldable(graph), func(name string) string { return name })
				return f, fmt.Errorf("--fold: %w", err)
			}
			if !slices.ContainsFunc(graph.Places, func(p result.Place) bool { return p.Region == place.ID }) {
				return f, fmt.Errorf("--fold: no location is reached only through %s, so there is nothing to fold", name)
			}
			f.Regions = append(f.Regions, place.ID)
		}
	}
	return f, nil
}

// foldable are the names that --fold takes.
func foldable(g result.Graph) []string {
	names := []string{"machines", "regions"}
	for _, p := range g.Places {
		if p.Machine != "" && !slices.Contains(names, p.Machine) {
			names = append(names, p.Machine)
		}
	}
	for _, p := range g.Places {
		names = append(names, strings.TrimPrefix(p.Machine+"."+p.Name, "."))
	}
	return names
}

// findPlace finds a location by its name, which has that of its machine before it, as in client.waits, where the name alone is not enough.
func findPlace(g result.Graph, name string) (result.Place, error) {
	nameOf := func(p result.Place) string { return strings.TrimPrefix(p.Machine+"."+p.Name, ".") }
	same := 0
	for _, p := range g.Places {
		if p.Name == name {
			same++
		}
	}
	if same == 1 {
		nameOf = func(p result.Place) string { return p.Name }
	}
	return model.Find("location", name, g.Places, nameOf)
}
