package path

import (
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Condition is a conjunct of the condition of a path, with the step that adds it.
type Condition struct {
	Term   *term.Term
	Step   int // from 1; 0 is where the path begins
	Origin Origin
	at     *Path // that ends with the step; nil if it is not known
}

// OriginKind is what a condition is written for.
type OriginKind int

// The kinds of origins.
const (
	Unspecified OriginKind = iota
	Initially
	Guard
	Safety         // no model error
	OneResult      // of a function for equal arguments
	SomeBehavior   // of a contract
	Precondition   // of a behavior
	Postcondition  // of a behavior
	OtherBehaviors // do not apply, or promise the same
	Goal           // at the end of a path
)

// Origin is where a condition comes from.
type Origin struct {
	Kind       OriginKind
	Obligation *sts.Obligation // of Safety
	Extern     *sts.Extern     // of the conditions on results
	Behavior   string          // of a precondition or postcondition: its title
	Name       string          // of a goal

	written *term.Term // the guard before values are put in
}

// Transition is the name of the move that adds the condition; empty where the path begins.
func (c Condition) Transition() string {
	if c.at == nil || c.at.Move == nil {
		return ""
	}
	return c.at.Move.Name
}

// Text is the condition with what it is for, as in "contract of Price: Price@4 >= 100".
func (c Condition) Text() string {
	switch o := c.Origin; o.Kind {
	case Initially:
		return "initially " + c.Term.String()
	case Guard:
		if c.Term.IsFalse() {
			return c.at.written(o.written)
		}
	case Safety:
		return "no model error (" + o.Obligation.Text + "): " + c.Term.String()
	case SomeBehavior, Precondition, Postcondition, OtherBehaviors:
		return "contract of " + o.Extern.Name + ": " + c.Term.String()
	}
	return c.Term.String()
}

// Source is what the condition is for, without it, as in "precondition of behavior low of Price".
func (c Condition) Source() string {
	switch o := c.Origin; o.Kind {
	case Initially:
		return "assumption"
	case Guard:
		return "guard of " + c.Transition()
	case Safety:
		return "well-definedness of " + c.Transition()
	case OneResult:
		return o.Extern.Name + " is a function"
	case SomeBehavior:
		return "contract of " + o.Extern.Name
	case Precondition:
		return "precondition of " + o.Behavior + " of " + o.Extern.Name
	case Postcondition:
		return "postcondition of " + o.Behavior + " of " + o.Extern.Name
	case OtherBehaviors:
		return "other behaviors of " + o.Extern.Name
	default:
		return o.Name
	}
}

// written is the text of a condition of the last guard as written, with the values of its variables.
func (p *Path) written(cond *term.Term) string {
	var values []string
	for i, slot := range p.System.Slots {
		if cond.Mentions(slot.Term) {
			values = append(values, slot.Name+" = "+p.Parent.State.Store[i].String())
		}
	}
	names := map[*term.Term]*term.Term{}
	for _, param := range p.Move.Params {
		names[param.Term] = p.System.Store.Var(param.Name, param.Sort)
	}
	text := p.System.Store.Substitute(cond, names).String()
	if len(values) > 0 {
		text += " where " + strings.Join(values, ", ")
	}
	return text
}

// Terms returns conditions without their steps.
func Terms(conditions []Condition) []*term.Term {
	out := make([]*term.Term, len(conditions))
	for i, c := range conditions {
		out[i] = c.Term
	}
	return out
}
