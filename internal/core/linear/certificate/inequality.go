package certificate

import (
	"errors"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// inequality is that the sum of variables with factors and a constant is at most zero, or less if it is strict.
type inequality struct {
	variables []*term.Term // no variable occurs twice, and no factor is zero
	factors   []number
	constant  number
	strict    bool
	places    map[*term.Term]int // of the variables, if there are many
}

var errOther = errors.New("a term is not linear")

// fewEnough is how many variables are looked through one by one.
const fewEnough = 16

// add adds a variable with a factor.
func (s *inequality) add(v *term.Term, factor number) {
	i := s.find(v)
	switch {
	case factor.sign() == 0:
		return
	case i < 0:
		s.variables, s.factors = append(s.variables, v), append(s.factors, factor)
		if s.places != nil {
			s.places[v] = len(s.variables) - 1
		}
		return
	}
	if s.factors[i] = s.factors[i].plus(factor); s.factors[i].sign() == 0 {
		s.drop(i)
	}
}

// find returns the place of a variable, or -1.
func (s *inequality) find(v *term.Term) int {
	if len(s.variables) < fewEnough {
		return slices.Index(s.variables, v)
	}
	if s.places == nil {
		s.places = make(map[*term.Term]int, 2*len(s.variables))
		for i, u := range s.variables {
			s.places[u] = i
		}
	}
	if i, ok := s.places[v]; ok {
		return i
	}
	return -1
}

// drop takes a variable out; the last one takes its place.
func (s *inequality) drop(i int) {
	last := len(s.variables) - 1
	if s.places != nil {
		delete(s.places, s.variables[i])
		if i < last {
			s.places[s.variables[last]] = i
		}
	}
	s.variables[i], s.factors[i] = s.variables[last], s.factors[last]
	s.variables, s.factors = s.variables[:last], s.factors[:last]
	if last < fewEnough {
		s.places = nil
	}
}

// addTerm adds a linear term with a factor.
func (s *inequality) addTerm(t *term.Term, factor number) error {
	if !isNumber(t.Sort()) {
		return errOther
	}
	args := t.Args()
	switch t.Op() {
	case term.OpVar:
		s.add(t, factor)
		return nil
	case term.OpConst:
		s.constant = s.constant.plus(factor.times(valueOf(t.Value())))
		return nil
	case term.OpToReal:
		return s.addTerm(args[0], factor)
	case term.OpMul:
		if len(args) == 2 && args[0].IsConst() {
			return s.addTerm(args[1], factor.times(valueOf(args[0].Value())))
		}
		if len(args) == 2 && args[1].IsConst() {
			return s.addTerm(args[0], factor.times(valueOf(args[1].Value())))
		}
	case term.OpAdd:
		for _, a := range args {
			if err := s.addTerm(a, factor); err != nil {
				return err
			}
		}
		return nil
	}
	return errOther
}

// isNumber reports whether values of a sort are numbers, or numbers stand for them.
func isNumber(s *term.Sort) bool {
	return s.Kind == term.KindInt || s.Kind == term.KindReal || s.Kind == term.KindEnum || s.Kind == term.KindBool
}

// plus adds another inequality with a positive factor.
func (s *inequality) plus(other *inequality, factor number) {
	for i, v := range other.variables {
		s.add(v, factor.times(other.factors[i]))
	}
	s.constant = s.constant.plus(factor.times(other.constant))
	s.strict = s.strict || other.strict
}

// isAbsurd reports whether no values satisfy the inequality, since it has no variables.
func (s *inequality) isAbsurd() bool {
	return len(s.variables) == 0 && (s.constant.sign() > 0 || s.strict && s.constant.sign() == 0)
}

// normalise divides by the greatest common divisor of the factors. If all variables are integers, so is the sum without the constant, and the
// constant is rounded up; a strict inequality becomes one that is not.
func (s *inequality) normalise() {
	if len(s.variables) == 0 {
		return
	}
	if scale := commonDivisor(s.factors).inverse(); scale != whole(1) {
		for i, f := range s.factors {
			s.factors[i] = f.times(scale)
		}
		s.constant = s.constant.times(scale)
	}
	if slices.ContainsFunc(s.variables, func(v *term.Term) bool { return v.Sort().Kind == term.KindReal }) {
		return
	}
	rounded := s.constant.ceiling()
	if s.strict && rounded.plus(s.constant.negative()).sign() == 0 {
		rounded = rounded.plus(whole(1))
	}
	s.constant, s.strict = rounded, false
}

// comparison reads a literal. Of an equation, above selects a half, and of its negation an alternative.
func comparison(l Literal, above bool) (*inequality, error) {
	c := l.Condition
	s := &inequality{}
	if c.Op() == term.OpVar && c.Sort().Kind == term.KindBool {
		return truth(c, l.Value), nil
	}
	sign := whole(1) // of left - right
	switch c.Op() {
	case term.OpLe:
		s.strict = !l.Value
	case term.OpLt:
		s.strict = l.Value
	case term.OpEq:
		s.strict = !l.Value
	default:
		return nil, errOther
	}
	if c.Op() != term.OpEq && !l.Value || c.Op() == term.OpEq && above {
		sign = whole(-1)
	}
	left, right := c.Args()[0], c.Args()[1]
	if left.Sort().Kind == term.KindBool {
		return nil, errOther
	}
	if err := s.addTerm(left, sign); err != nil {
		return nil, err
	}
	if err := s.addTerm(right, sign.negative()); err != nil {
		return nil, err
	}
	s.normalise()
	return s, nil
}

// truth is that a Boolean is 1, or 0.
func truth(v *term.Term, value bool) *inequality {
	if value {
		return &inequality{variables: []*term.Term{v}, factors: []number{whole(-1)}, constant: whole(1)}
	}
	return &inequality{variables: []*term.Term{v}, factors: []number{whole(1)}}
}

// bound is the bound of a variable by its sort.
func bound(v *term.Term, high bool) (*inequality, error) {
	low, most, hasLow, hasHigh := domain(v.Sort())
	switch {
	case v.Op() != term.OpVar:
		return nil, errOther
	case high && hasHigh:
		return atMost(v, most), nil
	case !high && hasLow:
		return atLeast(v, low), nil
	}
	return nil, errors.New("the sort of a variable has no such bound")
}

// domain returns the bounds of variables of a sort.
func domain(s *term.Sort) (low, high int64, hasLow, hasHigh bool) {
	switch s.Kind {
	case term.KindBool:
		return 0, 1, true, true
	case term.KindEnum:
		return 0, int64(len(s.Members)) - 1, true, true
	case term.KindInt:
		return s.Low, s.High, s.HasLow, s.HasHigh
	}
	return 0, 0, false, false
}

func atMost(v *term.Term, n int64) *inequality {
	return &inequality{variables: []*term.Term{v}, factors: []number{whole(1)}, constant: whole(n).negative()}
}

func atLeast(v *term.Term, n int64) *inequality {
	return &inequality{variables: []*term.Term{v}, factors: []number{whole(-1)}, constant: whole(n)}
}
