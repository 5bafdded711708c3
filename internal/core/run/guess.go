package run

import (
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
	defaults   []term.Value
	buffer     []term.Value // candidates
}

// candidateList computes the values that are worth trying for a parameter.
type candidateList struct {
	sort     *term.Sort
	fixed    []term.Value
	boundary *term.Frame // roots: the hints, over slots and parameters; nil if there are none
	hints    []hint
}

// NewGuesser prepares guessing for a move.
func NewGuesser(s *sts.System, m *sts.Move) *Guesser {
	g := &Guesser{move: m, defaults: DefaultParams(m)}
	inputs := s.SlotTerms()
	for _, p := range m.Params {
		inputs = append(inputs, p.Term)
	}
	var atoms []*term.Term
	for _, c := range m.Conjuncts() {
		atoms = append(atoms, c.Atoms()...)
	}
	for _, p := range m.Params {
		list := candidateList{sort: p.Sort, fixed: fixedCandidates(p.Sort)}
		for _, a := range atoms {
			if t := s.Store.Turn(a, p.Term); t != nil {
				list.hints = append(list.hints, hint{turning, t})
			}
		}
		list.hints = append(list.hints, hintsInCollections(s.Store, m, p.Term, atoms)...)
		if len(list.hints) > 0 {
			list.boundary = s.Store.Compile(roots(list.hints), inputs).NewFrame()
		}
		g.parameters = append(g.parameters, list)
	}
	return g
}

// Defaults returns the values from which guessing starts.
func (g *Guesser) Defaults() []term.Value { return g.defaults }

// fixedCandidates are values that are worth trying whatever the guard says.
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

// Climb looks for parameters that satisfy the guard and its safety in configuration c. The calls' results are kept
// consistent with the run so far by fix.
func (g *Guesser) Climb(in *sts.Interpreter, c *sts.Config, fix func([]term.Value)) ([]term.Value, bool) {
	best := append([]term.Value(nil), g.defaults...)
	fix(best)
	score, all, err := in.Satisfied(c, g.move, best)
	if all || err != nil {
		return best, all
	}
	trial := make([]term.Value, len(best))
	for range climbingRounds {
		improved := false
		for i := range g.parameters {
			g.buffer = g.parameters[i].candidates(c, best, g.buffer[:0])
			for _, v := range g.buffer {
				copy(trial, best)
				trial[i] = v
				fix(trial)
				n, done, err := in.Satisfied(c, g.move, trial)
				if err != nil {
					return nil, false
				}
				if done {
					return trial, true
				}
				if n > score {
					score, improved = n, true
					copy(best, trial)
				}
			}
		}
		if !improved {
			return nil, false
		}
	}
	return nil, false
}
