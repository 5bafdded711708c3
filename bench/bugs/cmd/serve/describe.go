package main

import (
	"slices"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// document is what a tester in another language has to know of a system. Numbers are strings, since they may be larger than
// the numbers of the other language.
type document struct {
	Ops     []operation  `json:"ops"`
	Faults  []bugs.Fault `json:"faults"`
	Awkward []string     `json:"awkward"` // texts
}

type operation struct {
	Name    string     `json:"name"`
	Args    []argument `json:"args"`
	Bundles string     `json:"bundles"`
	Rare    bool       `json:"rare"`
}

type argument struct {
	Kind    bugs.Kind `json:"kind"`
	Low     int64     `json:"low,string"`
	High    int64     `json:"high,string"`
	Of      []string  `json:"of"`
	Bundle  string    `json:"bundle"`
	Numbers []decimal `json:"numbers"`
	Lengths []int64   `json:"lengths"`
}

type decimal struct {
	Value int64 `json:"value,string"`
}

// describe returns the description of a system.
func describe(target *bugs.Target) document {
	out := document{Faults: target.Faults, Awkward: bugs.Awkward}
	for _, op := range target.Ops {
		o := operation{Name: op.Name, Args: []argument{}, Bundles: op.Bundles(), Rare: slices.Contains(target.Rare, op.Name)}
		for _, a := range op.Args {
			o.Args = append(o.Args, newArgument(a))
		}
		out.Ops = append(out.Ops, o)
	}
	return out
}

func newArgument(a bugs.Arg) argument {
	out := argument{Kind: a.Kind, Low: a.Low, High: a.High, Of: append([]string{}, a.Of...), Bundle: a.Bundle, Lengths: a.Lengths()}
	for _, n := range a.Numbers() {
		out.Numbers = append(out.Numbers, decimal{n})
	}
	return out
}
