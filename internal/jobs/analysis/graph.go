package analysis

import (
	"slices"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// Graph returns the layout of the model as locations and arrows.
func Graph(l *model.Loaded) (result.Graph, error) {
	if err := l.Usable(); err != nil {
		return result.Graph{}, err
	}
	g := result.Graph{Name: l.System.Name}
	for _, m := range l.System.Machines {
		for i, loc := range m.Locations {
			place := result.Place{ID: placeID(m, i), Name: loc.Name, Machine: m.Name, Initial: i == m.Initial, Final: loc.Final, Urgency: loc.Urgency.String(),
				Source: sourceOf(loc.Span)}
			if loc.While != nil {
				place.While = loc.While.String()
			}
			g.Places = append(g.Places, place)
		}
		for _, t := range m.Transitions {
			g.Arrows = append(g.Arrows, result.Arrow{Name: t.Name, From: placeID(m, t.From), To: placeID(m, t.To),
				Guard: t.Source.When, Input: t.Source.In, Rate: t.Source.Rate, Weight: t.Source.Weight, Action: t.Source.Do, Output: t.Source.Out, Source: sourceOf(t.Span)})
		}
	}
	g.Links = links(l.System)
	g.FindRegions()
	return g, nil
}

// links lists the channels between machines, each once for each pair of machines, in the order of the transitions that send.
func links(s *sts.System) []result.Link {
	receivers := map[*sts.Channel][]string{}
	for _, t := range s.Transitions() {
		if c := t.Receive; c != nil && c.Direction == sts.Internal && !slices.Contains(receivers[c], s.Machines[t.Machine].Name) {
			receivers[c] = append(receivers[c], s.Machines[t.Machine].Name)
		}
	}
	var out []result.Link
	for _, t := range s.Transitions() {
		from := s.Machines[t.Machine].Name
		for _, m := range t.Sends {
			for _, to := range receivers[m.Channel] {
				if link := (result.Link{Channel: m.Channel.Name, From: from, To: to}); to != from && !slices.Contains(out, link) {
					out = append(out, link)
				}
			}
		}
	}
	return out
}

func sourceOf(at diag.Span) result.Source {
	p := at.Position()
	return result.Source{File: at.FileName(), Line: p.Line, Column: p.Column}
}

func placeID(m *sts.Machine, location int) string {
	return m.Name + "." + m.Locations[location].Name
}
