package analysis

import (
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/engines/concolic/trail"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Weights computes the dependencies of a model, with a maximum number of paths per target.
func Weights(l *model.Loaded, paths int) (*result.Weights, error) {
	if err := l.Usable(); err != nil {
		return nil, err
	}
	out := &result.Weights{Head: l.Head("concolic"), Assignments: []result.AssignmentWeight{}, Targets: []result.TargetWeight{}}
	d := trail.Analyse(l.System)
	for _, m := range l.System.Moves() {
		for _, group := range d.Sequence(m) {
			for _, c := range group {
				out.Assignments = append(out.Assignments, assignmentWeight(l.System, m, c))
			}
		}
		target := result.TargetWeight{Target: m.Name, Initial: weightsByName(l.System, d.Initial(m))}
		for _, p := range trail.HeaviestPaths(l.System, d, m, paths) {
			w := result.PathWeight{Propagated: weightsByName(l.System, p.Weight), Consumed: p.Consumed}
			for _, step := range p.Moves() {
				w.Path = append(w.Path, step.Name)
			}
			target.Paths = append(target.Paths, w)
		}
		out.Targets = append(out.Targets, target)
	}
	return out, nil
}

func assignmentWeight(s *sts.System, m *sts.Move, c trail.Coefficients) result.AssignmentWeight {
	out := result.AssignmentWeight{Transition: m.Name, Text: c.Text, Mod: s.Vars[c.Mod].Name, Ref: []string{}, Inputs: c.Inputs, Delta: map[string]float64{}, Upsilon: c.Upsilon}
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
