package driver

import (
	"github.com/sextant-mbt/sextant/internal/concolic/trail"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/sts"
)

// AssignmentWeight has the coefficients of one assignment: equations 1 and 2 of paper 3.
type AssignmentWeight struct {
	Transition string             `json:"transition"`
	Text       string             `json:"text"`
	Mod        string             `json:"mod"`
	Ref        []string           `json:"ref"`    // the variables
	Inputs     int                `json:"inputs"` // how many inputs are in Ref
	Delta      map[string]float64 `json:"delta"`
	Upsilon    float64            `json:"upsilon"`
}

// PathWeight has the weights of one path to a target: equations 3 and 4.
type PathWeight struct {
	Path       []string           `json:"path"`
	Propagated map[string]float64 `json:"propagated"` // P: what is left on variables
	Consumed   float64            `json:"consumed"`   // C
}

// TargetWeight has the weights of the paths to one transition, in the order in which multi-level backjumping takes them.
type TargetWeight struct {
	Target  string             `json:"target"`
	Initial map[string]float64 `json:"initial"`
	Paths   []PathWeight       `json:"paths"`
}

// WeightsResult is the dependency analysis of a model.
type WeightsResult struct {
	Command     string             `json:"command"`
	Model       result.Model       `json:"model"`
	Stats       result.Stats       `json:"stats"`
	Assignments []AssignmentWeight `json:"assignments"`
	Targets     []TargetWeight     `json:"targets"`
}

// Weights computes the dependencies of a model, with at most so many paths per target.
func Weights(l *Loaded, paths int) (*WeightsResult, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	out := &WeightsResult{Command: "concolic", Model: l.Info(), Assignments: []AssignmentWeight{}, Targets: []TargetWeight{}}
	d := trail.Analyse(l.System)
	for _, m := range l.System.Moves() {
		for _, group := range d.Sequence(m) {
			for _, c := range group {
				out.Assignments = append(out.Assignments, assignmentWeight(l.System, m, c))
			}
		}
		target := TargetWeight{Target: m.Name, Initial: weightsByName(l.System, d.Initial(m))}
		for _, p := range trail.HeaviestPaths(l.System, d, m, paths) {
			w := PathWeight{Propagated: weightsByName(l.System, p.Weight), Consumed: p.Consumed}
			for _, step := range p.Moves() {
				w.Path = append(w.Path, step.Name)
			}
			target.Paths = append(target.Paths, w)
		}
		out.Targets = append(out.Targets, target)
	}
	return out, nil
}

func assignmentWeight(s *sts.System, m *sts.Move, c trail.Coefficients) AssignmentWeight {
	out := AssignmentWeight{Transition: m.Name, Text: c.Text, Mod: s.Vars[c.Mod].Name, Ref: []string{}, Inputs: c.Inputs, Delta: map[string]float64{}, Upsilon: c.Upsilon}
	for _, v := range c.Vars {
		out.Ref = append(out.Ref, s.Vars[v].Name)
		out.Delta[s.Vars[v].Name] = c.Delta(v)
	}
	return out
}

// weightsByName lists the weights that are not zero.
func weightsByName(s *sts.System, w trail.Distribution) map[string]float64 {
	out := map[string]float64{}
	for i, x := range w {
		if x != 0 {
			out[s.Vars[i].Name] = x
		}
	}
	return out
}
