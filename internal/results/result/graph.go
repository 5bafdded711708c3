package result

import "maps"

// Place is a location in a drawn model.
type Place struct {
	ID      string `json:"id"` // unique in the graph
	Name    string `json:"name"`
	Machine string `json:"machine,omitempty"`
	Initial bool   `json:"initial,omitempty"`
	Final   bool   `json:"final,omitempty"`
	While   string `json:"while,omitempty"`   // holds as long as a machine is there
	Urgency string `json:"urgency,omitempty"` // urgent or committed: no time passes
	Region  string `json:"region,omitempty"`  // Place.ID of the nearest other place that all runs of the machine to this one come through
	Folded  int    `json:"folded,omitempty"`  // number of locations that this place stands for, if it is folded
	Inner   int    `json:"inner,omitempty"`   // number of transitions between these
	Whole   bool   `json:"whole,omitempty"`   // it stands for its machine
	Source
}

// Source is where a part of a model is written.
type Source struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
}

// Arrow is a transition in a drawn model.
type Arrow struct {
	Name   string   `json:"name"`
	From   string   `json:"from"` // Place.ID
	To     string   `json:"to"`
	Guard  string   `json:"guard,omitempty"`  // as written
	Input  string   `json:"input,omitempty"`  // as written: getmeas(value[cpt])
	Rate   string   `json:"rate,omitempty"`   // as written, of a transition after an exponential delay
	Weight string   `json:"weight,omitempty"` // as written, of a branch: its probability
	Action string   `json:"action,omitempty"` // assignments as written
	Output string   `json:"output,omitempty"` // as written
	Merged []string `json:"merged,omitempty"` // the transitions that this arrow stands for, if a place at its ends is folded and they are several
	Source
}

// Link is a channel on which one machine sends and another receives.
type Link struct {
	Channel string `json:"channel"`
	From    string `json:"from"` // name of a machine
	To      string `json:"to"`
}

// Coloring is the status of each transition by name; a transition without a status has no colour.
type Coloring map[string]Status

// Coloring colours the transitions by their coverage.
func (c Coverage) Coloring() Coloring {
	out := Coloring{}
	for _, h := range c.Transitions.Reached {
		out[h.Name] = Covered
	}
	for _, m := range c.Transitions.Missing {
		out[m.Name] = m.Status
	}
	return out
}

// Graph is the model for drawing.
type Graph struct {
	Name   string  `json:"name"`
	Places []Place `json:"places"`
	Arrows []Arrow `json:"arrows"`
	Links  []Link  `json:"links,omitempty"`
}

// Around returns the part of a graph within a number of steps of a place, in either direction, and machines that are folded.
func (g Graph) Around(place string, radius int) Graph {
	near := map[string]bool{place: true}
	for range radius {
		next := map[string]bool{}
		for _, a := range g.Arrows {
			if near[a.From] || near[a.To] {
				next[a.From], next[a.To] = true, true
			}
		}
		if len(next) == len(near) {
			break
		}
		maps.Copy(near, next)
	}
	out := Graph{Name: g.Name, Places: []Place{}, Arrows: []Arrow{}, Links: g.Links}
	for _, p := range g.Places {
		if near[p.ID] || p.Whole {
			out.Places = append(out.Places, p)
		}
	}
	for _, a := range g.Arrows {
		if near[a.From] && near[a.To] {
			out.Arrows = append(out.Arrows, a)
		}
	}
	return out
}

// GraphDocument is the result of the command graph.
type GraphDocument struct {
	Head
	Graph   Graph   `json:"graph"`
	Metrics Metrics `json:"metrics"`
}

// Metrics are the sizes of a model.
type Metrics struct {
	Lines        int `json:"lines"`        // of text, without empty lines and comments
	Complexity   int `json:"complexity"`   // cyclomatic
	InputBits    int `json:"inputBits"`    // of the payloads of all inputs
	OutputBits   int `json:"outputBits"`   // of the payloads of all outputs
	VariableBits int `json:"variableBits"` // of all variables and frozen constants
	Transitions  int `json:"transitions"`
	Locations    int `json:"locations"`
	Machines     int `json:"machines"`
}
