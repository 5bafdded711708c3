package run

import (
	"math"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Guessing parameters. Most guards can be satisfied from the parent's concrete state by looking at their atoms: for x <= e the boundary is x
// = e, and one of e - 1, e, e + 1 decides the atom either way. A climber starts from default values, counts the conjuncts that hold, and
// changes one parameter at a time to a boundary of an atom that mentions it, as long as the count grows. It is not complete; the solver
// decides guards for which it finds nothing.

// climbingRounds bounds how often the climber goes through all parameters.
const climbingRounds = 3

// Guesser proposes parameters for one move. It belongs to one worker.
type Guesser struct {
	move       *sts.Move
	parameters []candidateList
	conditions []*term.Term // the guard and what is to hold besides
	inputs     []*term.Term // over which they are
	defaults   []term.Value
	buffer     []term.Value // candidates
	extra      *term.Frame  // roots: conditions that are to hold besides the guard; nil if there are none
}

// candidateList computes the values that are worth trying for a parameter.
type candidateList struct {
	sort     *term.Sort
	fixed    []term.Value
	boundary *term.Frame // roots: the hints, over slots and parameters; nil if there are none
	hints    []hint
}

// NewGuesser prepares guessing for a move, with conditions over slots and parameters that are to hold besides its guard.
func NewGuesser(s *sts.System, m *sts.Move, extra ...*term.Term) *Guesser {
	g := &Guesser{move: m, defaults: DefaultParams(m), conditions: slices.Concat(m.Conjuncts(), extra), inputs: s.SlotTerms()}
	for _, p := range m.Params {
		g.inputs = append(g.inputs, p.Term)
	}
	if len(extra) > 0 {
		g.extra = s.Store.Compile(extra, g.inputs).NewFrame()
	}
	atoms := g.atoms()
	for _, p := range m.Params {
		list := candidateList{sort: p.Sort, fixed: fixedCandidates(p.Sort)}
		for _, a := range atoms {
			if t := s.Store.Turn(a, p.Term); t != nil {
				list.hints = append(list.hints, hint{turning, t})
			}
		}
		list.hints = append(list.hints, hintsInCollections(s.Store, g.conditions, p.Term, atoms)...)
		g.compile(s, &list)
		g.parameters = append(g.parameters, list)
	}
	return g
}

// atoms lists those of the conditions.
func (g *Guesser) atoms() []*term.Term {
	var out []*term.Term
	for _, c := range g.conditions {
		out = append(out, c.Atoms()...)
	}
	return out
}

// compile prepares the hints of a list.
func (g *Guesser) compile(s *sts.System, l *candidateList) {
	if len(l.hints) > 0 {
		l.boundary = s.Store.Compile(roots(l.hints), g.inputs).NewFrame()
	}
}

// TryLengths makes the guesser try texts of the lengths at which a condition turns, too, and returns it.
func (g *Guesser) TryLengths(s *sts.System) *Guesser {
	for i, p := range g.move.Params {
		if p.Sort.Kind == term.KindString {
			l := &g.parameters[i]
			l.hints = appendSizes(s.Store, l.hints, s.Store.Length(p.Term), p.Term, g.atoms())
			g.compile(s, l)
		}
	}
	return g
}

// Defaults returns the values from which guessing starts.
func (g *Guesser) Defaults() []term.Value { return g.defaults }

// fixedCandidates are values that are worth trying whatever the guard is.
func fixedCandidates(s *term.Sort) []term.Value {
	out := []term.Value{s.Default()}
	switch s.Kind {
	case term.KindBool:
		return append(out, term.BoolValue(true))
	case term.KindEnum:
		for i := 1; i < min(len(s.Members), 8); i++ {
			out = append(out, term.IntValue(int64(i)))
		}
	case term.KindInt, term.KindReal, term.KindBits:
		for _, n := range []int64{1, -1} {
			if v := term.IntValue(n); s.Contains(v) && (s.Kind != term.KindBits || s.Signed || n > 0) {
				out = append(out, v)
			}
		}
		if s.HasHigh {
			out = append(out, term.IntValue(s.High))
		}
	case term.KindSeq, term.KindSet, term.KindMap:
		if v := listOf(s, 1); s.Contains(v) {
			out = append(out, v)
		}
	}
	return out
}

// candidates lists values for a parameter in a concrete state.
func (l *candidateList) candidates(c *sts.Config, params, out []term.Value) []term.Value {
	out = append(out, l.fixed...)
	if l.boundary == nil || l.boundary.Run(c.Values, params) != nil {
		return out
	}
	for i, h := range l.hints {
		from := len(out)
		out = h.values(out, l.sort, l.boundary.Value(i))
		hinted := slices.DeleteFunc(out[from:], func(v term.Value) bool { return !l.sort.Contains(v) })
		out = out[:from+len(hinted)]
	}
	return out
}

// around appends a turning point and its neighbours.
func around(out []term.Value, s *term.Sort, v term.Value) []term.Value {
	switch s.Kind {
	case term.KindInt, term.KindReal:
		return append(out, v, term.AddInts(v, 1), term.AddInts(v, -1))
	}
	return append(out, v)
}

// Climb looks for parameters that satisfy the guard and its safety in configuration c, and what is to hold besides. The calls' results are
// kept consistent with the run so far by fix.
func (g *Guesser) Climb(in *sts.Interpreter, c *sts.Config, fix func([]term.Value)) ([]term.Value, bool) {
	params, missing, err := g.Approach(in, c, g.defaults, fix)
	return params, missing == 0 && err == nil
}

// Approach is Climb from other parameters than the default ones. It also reports how many conditions do not hold with the parameters that it
// returns, the best that it found. The error is that the conditions cannot be evaluated.
func (g *Guesser) Approach(in *sts.Interpreter, c *sts.Config, start []term.Value, fix func([]term.Value)) (best []term.Value, missing int, err error) {
	best = append([]term.Value(nil), start...)
	fix(best)
	if missing, err = g.Missing(in, c, best, math.MaxInt); missing == 0 || err != nil {
		return best, missing, err
	}
	trial := make([]term.Value, len(best))
	for range climbingRounds {
		improved := false
		for i := range g.parameters {
			g.buffer = g.parameters[i].candidates(c, best, g.buffer[:0])
			for _, v := range g.buffer {
				if v.Equal(best[i]) {
					continue
				}
				copy(trial, best)
				trial[i] = v
				fix(trial)
				n, err := g.Missing(in, c, trial, missing)
				if n == 0 || err != nil {
					return trial, n, err
				}
				if n < missing {
					missing, improved = n, true
					copy(best, trial)
				}
			}
		}
		if !improved {
			break
		}
	}
	return best, missing, nil
}

// Missing counts the conditions that do not hold with parameters, up to a limit.
func (g *Guesser) Missing(in *sts.Interpreter, c *sts.Config, params []term.Value, limit int) (int, error) {
	missing, err := in.Unsatisfied(c, g.move, params, limit)
	if err != nil || g.extra == nil || missing >= limit {
		return missing, err
	}
	more, err := g.extra.Failing(limit-missing, c.Values, params)
	return missing + more, err
}
