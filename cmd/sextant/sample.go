package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/hardmachine"
	"github.com/sextant-mbt/sextant/internal/result"
)

// sampleFlags are the flags of sample.
type sampleFlags struct {
	json                   bool
	locations, transitions int
	open                   int
	seed                   int64
	kinds, output          string
}

func sampleCommand() *cobra.Command {
	var flags sampleFlags
	c := &cobra.Command{
		Use:   "sample",
		Short: "Write a machine of a wanted size that is hard to cover",
		Long: "Sample writes a model of a deterministic machine with hard guards among ordinary ones: counters, magic values, checksums,\n" +
			"values that are tested long after they were received, and transitions that no run can take. Use it to measure searches.",
		Args:    cobra.NoArgs,
		Example: "  sextant sample --locations 388 --transitions 775 --seed 1 -o elevator.sxt\n  sextant sample --kinds counter,magic",
		RunE:    func(c *cobra.Command, _ []string) error { return runSample(c, &flags) },
	}
	f := c.Flags()
	f.BoolVar(&flags.json, "json", false, "print one JSON document on standard output")
	f.IntVar(&flags.locations, "locations", 100, "number of locations")
	f.IntVar(&flags.transitions, "transitions", 200, "number of transitions")
	f.IntVar(&flags.open, "open", hardmachine.DefaultOpen, "part of the regions, in percent, that can be entered without passing a hard guard")
	f.Int64Var(&flags.seed, "seed", 0, "seed of everything random")
	f.StringVar(&flags.kinds, "kinds", "", "kinds of hard guards: some of counter, magic, checksum, delayed and unreachable, separated by commas; all by default")
	f.StringVarP(&flags.output, "output", "o", "", "file to write instead of standard output")
	return c
}

func runSample(c *cobra.Command, flags *sampleFlags) error {
	kinds, err := hardmachine.ParseKinds(flags.kinds)
	if err != nil {
		return fmt.Errorf("--kinds: %w", err)
	}
	m, err := hardmachine.Generate(hardmachine.Options{Locations: flags.locations, Transitions: flags.transitions, Seed: flags.seed, Kinds: kinds, Open: flags.open})
	if err != nil {
		return err
	}
	if flags.json {
		return printSample(c, flags, m)
	}
	return writeOutput(c, flags.output, []byte(m.Text))
}

func printSample(c *cobra.Command, flags *sampleFlags, m *hardmachine.Machine) error {
	r := result.Sample{Head: result.Head{Command: "sample", Model: result.Model{Name: "Sample", File: flags.output}}, Seed: flags.seed,
		Hard: []result.SampleHard{}, Unreachable: append([]string{}, m.Unreachable...)}
	for _, h := range m.Hard {
		r.Hard = append(r.Hard, result.SampleHard{Name: h.Name, Kind: string(h.Kind), From: h.From, Inputs: len(h.Inputs)})
	}
	if flags.output == "" {
		r.Text = m.Text
	} else if err := writeOutput(c, flags.output, []byte(m.Text)); err != nil {
		return err
	}
	return printJSON(c.OutOrStdout(), r)
}
