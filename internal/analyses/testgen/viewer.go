package testgen

import (
	"fmt"
	"slices"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/testing/script"
)

// viewer converts terms over hidden values of the system (initial values, choices, results of functions) to terms over observable values: the
// variables of outputs. When an output shows a hidden value, plainly or by an expression that can be solved for it, the value is known from
// then on.
type viewer struct {
	system *sts.System
	shown  map[*term.Term]*term.Term // hidden variable to an expression over variables of outputs
	seen   map[*term.Term]bool       // variables of outputs
	names  map[string]bool
	owed   []*term.Term        // conditions over hidden variables that are not in the script yet
	stated map[*term.Term]bool // conditions that are in the script
}

func newViewer(s *sts.System) *viewer {
	return &viewer{system: s, shown: map[*term.Term]*term.Term{}, seen: map[*term.Term]bool{}, names: map[string]bool{}, stated: map[*term.Term]bool{}}
}

// view is a term over observable values, as far as they are known.
func (v *viewer) view(t *term.Term) *term.Term { return v.system.Store.Substitute(t, v.shown) }

// hidden lists the variables of a term that no output has shown.
func (v *viewer) hidden(t *term.Term) []*term.Term {
	return slices.DeleteFunc(slices.Clone(t.Vars()), func(x *term.Term) bool { return v.seen[x] })
}

// outputs converts the outputs of a step to expected outputs.
func (v *viewer) outputs(m *sts.Move, args []*term.Term, step int) []script.Output {
	var out []script.Output
	for _, msg := range m.Outputs {
		o := script.Output{Message: script.Message{Channel: msg.Channel}}
		for i, name := range payloadNames(msg.Channel) {
			o.Payload = append(o.Payload, v.observe(&o, args[i], msg.Channel.Name+"."+name, step))
		}
		args = args[len(msg.Args):]
		v.settle(&o)
		out = append(out, o)
	}
	return out
}

// payloadNames names the scalars of a payload.
func payloadNames(c *sts.Channel) []string {
	var out []string
	for i, t := range c.Payload {
		name := script.PayloadName(c, i)
		for _, leaf := range t.Leaves() {
			out = append(out, name+leaf.Path)
		}
	}
	return out
}

// observe is a scalar of an output: its value if the model fixes it, else a new variable, with the known conditions on it.
func (v *viewer) observe(o *script.Output, sent *term.Term, name string, step int) *term.Term {
	s := v.system.Store
	sent = v.view(sent)
	if sent.IsConst() {
		return sent
	}
	x := s.Var(v.unique(name, step), sent.Sort().Base())
	v.seen[x] = true
	switch hidden := v.hidden(sent); {
	case len(hidden) == 0:
		o.Where = append(o.Where, s.Eq(x, sent))
	case sent == hidden[0]:
		v.show(sent, x)
	case len(hidden) == 1 && v.solve(o, x, sent, hidden[0]):
	default:
		v.owed = append(v.owed, s.Eq(x, sent))
	}
	return x
}

// solve expresses the hidden variable of a sent value by observable values, if it is a number and occurs linearly.
func (v *viewer) solve(o *script.Output, x, sent, hidden *term.Term) bool {
	s := v.system.Store
	equation := s.Eq(x, sent)
	if k := sent.Sort().Kind; k != term.KindInt && k != term.KindReal || equation.Op() != term.OpEq || !hidden.Sort().Same(sent.Sort()) {
		return false
	}
	solution := s.Turn(equation, hidden)
	if solution == nil {
		return false
	}
	v.show(hidden, solution)
	if rest := s.Substitute(equation, v.shown); !rest.IsTrue() {
		o.Where = append(o.Where, rest)
	}
	return true
}

// show makes a hidden variable known. The bounds of its type become conditions.
func (v *viewer) show(hidden, as *term.Term) {
	s, sort := v.system.Store, hidden.Sort()
	v.shown[hidden] = as
	if sort.IsCollection() {
		as = s.Size(as)
	}
	if sort.HasLow {
		v.owed = append(v.owed, s.Le(s.Int(sort.Low), as))
	}
	if sort.HasHigh {
		v.owed = append(v.owed, s.Le(as, s.Int(sort.High)))
	}
}

// unique is a name that no other variable of the test has.
func (v *viewer) unique(name string, step int) string {
	name = v.free(name, step)
	v.names[name] = true
	return name
}

// free is a name that no variable of the test has yet.
func (v *viewer) free(name string, step int) string {
	if v.names[name] {
		name = fmt.Sprint(name, "@", step)
	}
	for base, i := name, 2; v.names[name]; i++ {
		name = fmt.Sprint(base, "@", i)
	}
	return name
}

// settle states the conditions that an output makes checkable, and those connected with it.
func (v *viewer) settle(o *script.Output) {
	if len(o.Free()) == 0 {
		return
	}
	var rest []*term.Term
	for _, owed := range v.owed {
		cond := v.view(owed)
		hidden := v.hidden(cond)
		news := !cond.IsTrue() && !v.stated[cond]
		switch {
		case len(hidden) > 0:
			rest = append(rest, owed)
			if news && len(hidden) < len(cond.Vars()) {
				o.Hidden = append(o.Hidden, cond)
				v.stated[cond] = true
			}
		case news:
			o.Where = append(o.Where, cond)
			v.stated[cond] = true
		}
	}
	v.owed = rest
}
