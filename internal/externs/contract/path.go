package contract

import (
	"context"
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Choice is the contract in force for each extern; other externs have the trivial contract.
type Choice map[*sts.Extern]*sts.Contract

// Choose picks the contract of each extern: the one given by name, otherwise the first.
func Choose(s *sts.System, names map[string]string) (Choice, error) {
	for name := range names {
		if !slices.ContainsFunc(s.Externs, func(x *sts.Extern) bool { return x.Name == name }) {
			return nil, fmt.Errorf("the model has no extern called %q", name)
		}
	}
	out := Choice{}
	for _, x := range s.Externs {
		wanted, named := names[x.Name]
		i := slices.IndexFunc(x.Contracts, func(k sts.Contract) bool { return !named || k.Name == wanted })
		if i >= 0 {
			out[x] = &x.Contracts[i]
		} else if named {
			return nil, fmt.Errorf("extern %s has no contract called %q", x.Name, wanted)
		}
	}
	return out, nil
}

// Limits of the enumeration of paths.
const (
	MaxPaths = 2000
	maxSteps = 60
)

// Loops returns the sequences of moves from the start up to the first return to a control state visited before, or to a dead
// end: for the vending machine, one for each way from q3 back to q0.
func Loops(s *sts.System) ([][]*sts.Move, error) {
	e := &enumerator{system: s, seen: map[string]bool{}}
	e.walk(s.Initial(), make([]int, s.Queues()), nil)
	if len(e.out) > MaxPaths {
		return nil, fmt.Errorf("the model has more than %d paths; name some with --path", MaxPaths)
	}
	return e.out, nil
}

type enumerator struct {
	system *sts.System
	seen   map[string]bool
	out    [][]*sts.Move
}

func (e *enumerator) walk(locations, queues []int, taken []*sts.Move) {
	if len(e.out) > MaxPaths {
		return
	}
	key := fmt.Sprint(locations, queues)
	moves := e.system.Possible(nil, locations, func(q int) int { return queues[q] })
	if e.seen[key] || len(moves) == 0 || len(taken) == maxSteps {
		e.out = append(e.out, slices.Clone(taken))
		return
	}
	e.seen[key] = true
	for _, m := range moves {
		e.walk(m.Target(locations), queuesAfter(m, queues), append(taken, m))
	}
	delete(e.seen, key)
}

func queuesAfter(m *sts.Move, queues []int) []int {
	out := slices.Clone(queues)
	if m.Dequeue != nil {
		out[m.Dequeue.Queue]--
	}
	for _, msg := range m.Enqueue {
		out[msg.Channel.Queue]++
	}
	return out
}

// Named returns the moves of a sequence of names.
func Named(s *sts.System, names []string) ([]*sts.Move, error) {
	locations, queues := s.Initial(), make([]int, s.Queues())
	var out []*sts.Move
	for _, name := range names {
		moves := s.Possible(nil, locations, func(q int) int { return queues[q] })
		i := slices.IndexFunc(moves, func(m *sts.Move) bool { return m.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no transition called %q leaves %s", name, s.LocationName(locations))
		}
		out = append(out, moves[i])
		locations, queues = moves[i].Target(locations), queuesAfter(moves[i], queues)
	}
	return out, nil
}

// ErrTooMany is the error of a set of paths that is too large.
var ErrTooMany = fmt.Errorf("there are more than %d distinguished paths; name fewer or shorter ones with --path", MaxPaths)

// Execute computes the symbolic paths of a sequence of moves: one for each combination of behaviours of its calls
// (definition 6). The error is ErrTooMany, or that of ctx.
func Execute(ctx context.Context, s *sts.System, moves []*sts.Move, choice Choice) ([]*path.Path, error) {
	paths := []*path.Path{path.Begin(path.Knowledge{System: s})}
	for _, m := range moves {
		var next []*path.Path
		for _, p := range paths {
			more, err := extend(ctx, p, m, choice)
			if err != nil {
				return nil, err
			}
			if next = append(next, more...); len(next) > MaxPaths {
				return nil, ErrTooMany
			}
		}
		paths = next
	}
	return paths, nil
}

// extend returns one path per combination of behaviours of the calls of a move.
func extend(ctx context.Context, p *path.Path, m *sts.Move, choice Choice) ([]*path.Path, error) {
	longer, err := p.Take(ctx, m, nil)
	if err != nil {
		return nil, err
	}
	out := []*path.Path{longer}
	for _, call := range longer.Calls {
		k := choice[call.Extern]
		if k == nil { // the trivial contract does not split
			continue
		}
		if len(out)*len(k.Behaviors) > MaxPaths {
			return nil, ErrTooMany
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var split []*path.Path
		for _, q := range out {
			for i := range k.Behaviors {
				split = append(split, q.Behaving(call, k, i))
			}
		}
		out = split
	}
	return out, nil
}

// Distinguish renames the fresh variables of paths apart (definition 8); frozen constants stay shared.
func Distinguish(s *sts.System, paths []*path.Path) []*path.Path {
	frozen := map[*term.Term]bool{}
	start, _ := s.StartSymbolic()
	for _, v := range s.Vars {
		if v.Frozen {
			for i := range v.Type.Size() {
				frozen[start.Store[v.First+i]] = true
			}
		}
	}
	out := make([]*path.Path, len(paths))
	for i, p := range paths {
		out[i] = p.Renamed(fmt.Sprintf("#%d", i+1), frozen)
	}
	return out
}
