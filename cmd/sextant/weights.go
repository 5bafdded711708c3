package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/driver"
)

// weightPaths is how many paths are listed for each target.
const weightPaths = 6

// printWeights prints the dependency analysis of a model.
func printWeights(c *cobra.Command, flags *concolicFlags, l *driver.Loaded) error {
	r, err := driver.Weights(l, weightPaths)
	if err != nil {
		return err
	}
	return flags.print(c, r, func() string { return weightsText(r) })
}

// weightsText is the analysis for people: Δ and Υ of assignments, P and C of paths.
func weightsText(r *driver.WeightsResult) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %s\n\nAssignments: Δ is how much they depend on variables, Υ on inputs\n", r.Model.Name, r.Model.File)
	for _, a := range r.Assignments {
		fmt.Fprintf(&b, "  %-12s  %-28s  Δ %-24s  Υ %.3g\n", a.Transition, a.Text, weightList(a.Delta), a.Upsilon)
	}
	b.WriteString("\nPaths to each transition: C is the weight that inputs consume, P the weight left on variables\n")
	for _, t := range r.Targets {
		fmt.Fprintf(&b, "  %s  weight %s\n", t.Target, weightList(t.Initial))
		for _, p := range t.Paths {
			fmt.Fprintf(&b, "    C %-5.3g  P %-24s  %s\n", p.Consumed, weightList(p.Propagated), strings.Join(p.Path, ", "))
		}
	}
	return b.String()
}

// weightList writes weights by name, as in {ova: 1, pva: 0.5}.
func weightList(weights map[string]float64) string {
	names := make([]string, 0, len(weights))
	for name := range weights {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		names[i] = fmt.Sprintf("%s: %.3g", name, weights[name])
	}
	return "{" + strings.Join(names, ", ") + "}"
}
