package contract

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Condition is a conjunct of a path condition, and where it comes from.
type Condition struct {
	Term   *term.Term
	Origin string // "guard of add", "behavior low of Price"
}

// Path is a symbolic path of definition 6, feasible or not.
type Path struct {
	Name       string // transitions, with the behaviours in brackets
	Moves      []*sts.Move
	Conditions []Condition        // π
	Calls      []sts.SymbolicCall // κ
	Steps      []int              // for each call, the index of its move
	Fresh      [][]*term.Term     // for each move, the variables that it brings in
	End        sts.SymbolicState
}

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

func (e *enumerator) walk(locations, queues []int, path []*sts.Move) {
	if len(e.out) > MaxPaths {
		return
	}
	key := fmt.Sprint(locations, queues)
	moves := e.system.Possible(nil, locations, func(q int) int { return queues[q] })
	if e.seen[key] || len(moves) == 0 || len(path) == maxSteps {
		e.out = append(e.out, slices.Clone(path))
		return
	}
	e.seen[key] = true
	for _, m := range moves {
		e.walk(m.Target(locations), queuesAfter(m, queues), append(path, m))
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
func Execute(ctx context.Context, s *sts.System, moves []*sts.Move, choice Choice) ([]*Path, error) {
	start, _ := s.StartSymbolic()
	first := &Path{End: start}
	first.assume(s.Apply(s.Assume, &start), "assumption")
	paths := []*Path{first}
	for _, m := range moves {
		var next []*Path
		for _, p := range paths {
			more, err := p.extend(ctx, s, m, choice)
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

// terms returns the conditions of a path without their origins.
func (p *Path) terms() []*term.Term {
	out := make([]*term.Term, len(p.Conditions))
	for i, c := range p.Conditions {
		out[i] = c.Term
	}
	return out
}

func (p *Path) assume(t *term.Term, origin string) {
	for _, c := range t.Conjuncts() {
		p.Conditions = append(p.Conditions, Condition{c, origin})
	}
}

// extend returns one path per combination of behaviours of the calls of a move.
func (p *Path) extend(ctx context.Context, s *sts.System, m *sts.Move, choice Choice) ([]*Path, error) {
	step := s.Step(m, &p.End, len(p.Moves), nil)
	if _, err := step.EffectWithin(ctx); err != nil {
		return nil, err
	}
	base := p.copy()
	base.Moves = append(base.Moves, m)
	base.Fresh = append(base.Fresh, s.Fresh(m, len(p.Moves)))
	base.Name = strings.TrimPrefix(p.Name+","+m.Name, ",")
	base.End = step.Effect().State
	base.assume(s.Store.And(step.Guard...), "guard of "+m.Name)
	base.assume(s.Store.And(step.GuardSafety...), "well-definedness of "+m.Name)
	base.assume(s.Store.And(step.Effect().StepSafety...), "well-definedness of "+m.Name)
	out := []*Path{base}
	for _, call := range step.Calls() {
		k := choice[call.Extern]
		if k != nil && len(out)*len(k.Behaviors) > MaxPaths {
			return nil, ErrTooMany
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		out = withBehaviors(s, out, call, k)
	}
	return out, nil
}

func (p *Path) copy() *Path {
	c := *p
	c.Moves, c.Conditions, c.Calls = slices.Clone(p.Moves), slices.Clone(p.Conditions), slices.Clone(p.Calls)
	c.Steps, c.Fresh = slices.Clone(p.Steps), slices.Clone(p.Fresh)
	return &c
}

// withBehaviors splits paths by the behaviours of a call; the trivial contract does not split.
func withBehaviors(s *sts.System, paths []*Path, call sts.SymbolicCall, k *sts.Contract) []*Path {
	var out []*Path
	for _, p := range paths {
		p.Calls, p.Steps = append(p.Calls, call), append(p.Steps, len(p.Moves)-1)
		if k == nil {
			out = append(out, p)
			continue
		}
		for i := range k.Behaviors {
			b, name := &k.Behaviors[i], BehaviorName(k.Behaviors[i], i)
			c := p.copy()
			c.Name += "[" + strings.TrimPrefix(name, "behavior ") + "]"
			c.assume(s.Instantiate(call, b.Pre), "precondition of "+name+" of "+call.Extern.Name)
			c.assume(s.Instantiate(call, b.Post), "postcondition of "+name+" of "+call.Extern.Name)
			for _, promise := range k.Others(s.Store, b) {
				c.assume(s.Instantiate(call, promise), "other behaviors of "+call.Extern.Name)
			}
			out = append(out, c)
		}
	}
	return out
}

// Distinguish renames the fresh variables of paths apart (definition 8); frozen constants stay shared.
func Distinguish(s *sts.System, paths []*Path) []*Path {
	frozen := map[*term.Term]bool{}
	start, _ := s.StartSymbolic()
	for _, v := range s.Vars {
		if v.Frozen {
			for i := range v.Type.Size() {
				frozen[start.Store[v.First+i]] = true
			}
		}
	}
	out := make([]*Path, len(paths))
	for i, p := range paths {
		out[i] = p.rename(s.Store, fmt.Sprintf("#%d", i+1), frozen)
	}
	return out
}

func (p *Path) rename(store *term.Store, suffix string, keep map[*term.Term]bool) *Path {
	renamed := func(t *term.Term) *term.Term {
		by := map[*term.Term]*term.Term{}
		for _, v := range t.Vars() {
			if !keep[v] {
				by[v] = store.Var(v.Name()+suffix, v.Sort())
			}
		}
		return store.Substitute(t, by)
	}
	all := func(terms []*term.Term) []*term.Term {
		out := slices.Clone(terms)
		for i, t := range out {
			out[i] = renamed(t)
		}
		return out
	}
	c := p.copy()
	for i := range c.Conditions {
		c.Conditions[i].Term = renamed(c.Conditions[i].Term)
	}
	for i := range c.Fresh {
		c.Fresh[i] = all(c.Fresh[i])
	}
	for i := range c.Calls {
		c.Calls[i].Args, c.Calls[i].Results = all(c.Calls[i].Args), all(c.Calls[i].Results)
	}
	return c
}
