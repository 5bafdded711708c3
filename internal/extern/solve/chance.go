package solve

import (
	"errors"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
)

// chance runs the functions on random inputs until the tables open the path: what one would do without any method, and what
// the others are compared with. Inputs are drawn from the bounds of the argument's type, or from -1000..1000.
func (t *search) chance() (smt.Answer, error) {
	attempts := t.functions.options.attempts()
	for done := 0; ; done++ {
		answer, err := t.bySums()
		if err != nil || answer.Status == smt.Sat {
			return t.settled(answer), err
		}
		if done == attempts {
			return t.upToTables(done), nil
		}
		for _, c := range t.calls {
			fn := t.functions.byName[c.Function]
			if _, err := fn.run(t.ctx, t.randomInput(c)); err != nil {
				if errors.Is(err, errNoRunner) {
					return t.upToTables(done), nil
				}
				return smt.Answer{Reason: err.Error()}, t.ctx.Err()
			}
			t.added++
		}
	}
}

func (t *search) randomInput(c smt.Call) []term.Value {
	var out []term.Value
	for _, p := range t.extern(c).Params {
		for _, leaf := range p.Type.Leaves() {
			out = append(out, t.randomValue(leaf.Sort))
		}
	}
	return out
}

func (t *search) randomValue(s *term.Sort) term.Value {
	low, high := int64(-1000), int64(1000)
	switch {
	case s.Kind == term.KindString:
		return term.StringValue("")
	case s.Kind == term.KindBool:
		low, high = 0, 1
	case s.Kind == term.KindEnum:
		low, high = 0, int64(len(s.Members))-1
	case s.Kind == term.KindBits:
		low, high = 0, 1<<min(s.Width-1, 31)-1
	}
	if s.HasLow {
		low, high = s.Low, s.Low+1000
	}
	if s.HasHigh {
		high = s.High
	}
	return term.IntValue(low + t.random.Int64N(max(high-low+1, 1)))
}
