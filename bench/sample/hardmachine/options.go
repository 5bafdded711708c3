package hardmachine

import (
	"fmt"
	"slices"
	"strings"
)

// Kind is what makes a guard hard.
type Kind string

// The kinds.
const (
	Counter     Kind = "counter"     // a number must be counted up, to at most 1,000
	Magic       Kind = "magic"       // several inputs in a row must have certain values
	Checksum    Kind = "checksum"    // three inputs must have a certain checksum
	Delayed     Kind = "delayed"     // values are tested 50 steps after they were received
	Unreachable Kind = "unreachable" // the guard contradicts an invariant
)

// Kinds lists all kinds.
func Kinds() []Kind { return []Kind{Counter, Magic, Checksum, Delayed, Unreachable} }

// ParseKinds reads a list of kinds that are separated by commas; the empty text means all of them.
func ParseKinds(text string) ([]Kind, error) {
	if text == "" {
		return Kinds(), nil
	}
	var out []Kind
	for _, word := range strings.Split(text, ",") {
		kind := Kind(strings.TrimSpace(word))
		if !slices.Contains(Kinds(), kind) {
			return nil, fmt.Errorf("unknown kind %q: write some of %s", kind, joinKinds(Kinds()))
		}
		if !slices.Contains(out, kind) {
			out = append(out, kind)
		}
	}
	return out, nil
}

func joinKinds(kinds []Kind) string {
	words := make([]string, len(kinds))
	for i, k := range kinds {
		words[i] = string(k)
	}
	return strings.Join(words, ", ")
}

// Options describe the machine that Generate makes.
type Options struct {
	Locations   int
	Transitions int
	Seed        int64
	Kinds       []Kind // nil means all
	Open        int    // part of the regions, in percent, that can be entered without passing a gadget, in addition to the first
}

// DefaultOpen is the default of Options.Open.
const DefaultOpen = 30

// The limits of what Generate makes. A machine whose text is too large for a file is refused as well.
const (
	maxLocations   = 200_000
	maxTransitions = 400_000
	maxBranching   = 50 // transitions per location, on average
)

// check refuses sizes that no machine of this form can have.
func (o Options) check() error {
	switch {
	case o.Locations < 1:
		return fmt.Errorf("a machine needs at least 1 location, not %d", o.Locations)
	case o.Locations > maxLocations:
		return fmt.Errorf("%d locations are too many: at most %d can be made", o.Locations, maxLocations)
	case o.Transitions < o.Locations:
		return fmt.Errorf("%d transitions are too few for %d locations: every location has at least one", o.Transitions, o.Locations)
	case o.Transitions > maxTransitions:
		return fmt.Errorf("%d transitions are too many: at most %d can be made", o.Transitions, maxTransitions)
	case o.Transitions > maxBranching*o.Locations:
		return fmt.Errorf("%d transitions are too many for %d locations: at most %d per location can be made", o.Transitions, o.Locations, maxBranching)
	case o.Open < 0 || o.Open > 100:
		return fmt.Errorf("%d %% of the regions cannot be open: write a number from 0 to 100", o.Open)
	}
	for _, k := range o.Kinds {
		if !slices.Contains(Kinds(), k) {
			return fmt.Errorf("unknown kind %q: there are %s", k, joinKinds(Kinds()))
		}
	}
	return nil
}

func (o Options) wants(k Kind) bool { return o.Kinds == nil || slices.Contains(o.Kinds, k) }

// Input is one message sense(x, y, z).
type Input [3]int

// Hard is a transition with a hard guard.
type Hard struct {
	Name   string
	Kind   Kind
	From   string  // the location where its gadget begins
	Inputs []Input // lead from there through the transition, if nothing was counted before
}

// Machine is a model with what is known of it by construction.
type Machine struct {
	Text        string
	Hard        []Hard   // transitions that can be reached, but are hard to
	Unreachable []string // transitions that no run takes
}
