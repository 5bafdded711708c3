// Sample writes a model of a deterministic machine with hard guards among ordinary ones: counters, magic values, checksums, values that are
// tested long after they were received, and transitions that no run can take. It is used to measure searches.
//
//	go run ./bench/sample -locations 388 -transitions 775 -seed 1 -o elevator.sxt
//	go run ./bench/sample -kinds counter,magic
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/sextant-mbt/sextant/bench/sample/hardmachine"
	"github.com/sextant-mbt/sextant/internal/base/file"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sample:", err)
		os.Exit(2)
	}
}

// config says which machine is made, and where it is written.
type config struct {
	options hardmachine.Options
	path    string
	json    bool
}

// run makes the machine that the flags describe.
func run(args []string, stdout io.Writer) error {
	c, err := parse(args)
	if err != nil {
		return err
	}
	m, err := hardmachine.Generate(c.options)
	if err != nil {
		return err
	}
	if c.path != "" {
		if err := file.Write(c.path, []byte(m.Text)); err != nil {
			return err
		}
	}
	switch {
	case c.json:
		return json.NewEncoder(stdout).Encode(describe(c, m))
	case c.path == "":
		_, err = io.WriteString(stdout, m.Text)
	}
	return err
}

// parse reads the flags.
func parse(args []string) (*config, error) {
	c := &config{}
	flags := flag.NewFlagSet("sample", flag.ExitOnError)
	flags.IntVar(&c.options.Locations, "locations", 100, "number of locations")
	flags.IntVar(&c.options.Transitions, "transitions", 200, "number of transitions")
	flags.IntVar(&c.options.Open, "open", hardmachine.DefaultOpen, "percentage of the regions that can be entered without passing a hard guard")
	flags.Int64Var(&c.options.Seed, "seed", 0, "seed of all random choices")
	kinds := flags.String("kinds", "", "kinds of hard guards, separated by commas: counter, magic, checksum, delayed, unreachable (default all)")
	flags.StringVar(&c.path, "o", "", "file to write instead of standard output")
	flags.BoolVar(&c.json, "json", false, "print what is known of the machine as JSON: its hard and its unreachable transitions")
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("sample takes no arguments, not %s", flags.Arg(0))
	}
	var err error
	if c.options.Kinds, err = hardmachine.ParseKinds(*kinds); err != nil {
		return nil, fmt.Errorf("-kinds: %w", err)
	}
	return c, nil
}

// document is what is known of a machine by construction.
type document struct {
	File        string   `json:"file,omitempty"`
	Seed        int64    `json:"seed"`
	Hard        []hard   `json:"hard"`
	Unreachable []string `json:"unreachable"`
	Text        string   `json:"text,omitempty"` // if no file was written
}

// hard is a transition with a hard guard, with the number of inputs that lead through it from where its gadget begins.
type hard struct {
	Name   string           `json:"name"`
	Kind   hardmachine.Kind `json:"kind"`
	From   string           `json:"from"`
	Inputs int              `json:"inputs"`
}

// describe returns the document of a machine.
func describe(c *config, m *hardmachine.Machine) *document {
	d := &document{File: c.path, Seed: c.options.Seed, Hard: []hard{}, Unreachable: append([]string{}, m.Unreachable...)}
	for _, h := range m.Hard {
		d.Hard = append(d.Hard, hard{h.Name, h.Kind, h.From, len(h.Inputs)})
	}
	if c.path == "" {
		d.Text = m.Text
	}
	return d
}
