package summary

import (
	"math"
	"strings"

	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/table"
	"github.com/sextant-mbt/sextant/internal/term"
)

// explain says in words what is in the way: for each call whose result ψ constrains, the constraint, how many rows there
// are, and the row that comes nearest.
func (t *search) explain() string {
	var parts []string
	for _, c := range t.calls {
		demands := t.demandsOn(c)
		if len(demands) == 0 {
			continue
		}
		parts = append(parts, t.explainCall(c, demands))
	}
	return strings.Join(parts, "; ")
}

// demandsOn lists the conjuncts of ψ that constrain the result of a call.
func (t *search) demandsOn(c smt.Call) []*term.Term {
	results := map[*term.Term]bool{}
	for _, r := range c.Results {
		results[r] = true
	}
	var out []*term.Term
	for _, k := range t.query.Conjuncts {
		if mentionsAny(k, results) {
			out = append(out, k)
		}
	}
	return out
}

func (t *search) explainCall(c smt.Call, demands []*term.Term) string {
	words := make([]string, len(demands))
	for i, d := range demands {
		words[i] = d.String()
	}
	text := strings.Join(words, " and ") + " needs " + c.Results[0].Name() + " = " + callText(c)
	rows := t.formulas.rows(c.Function)
	text += "; " + count(len(rows), "row")
	if nearest := t.nearest(c, demands[0], rows); nearest != nil {
		text += ", nearest " + table.FormatRow(t.extern(c), *nearest)
	}
	return text
}

// callText prints a call with its symbolic arguments.
func callText(c smt.Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = a.String()
	}
	return c.Function + "(" + strings.Join(args, ", ") + ")"
}

// nearest is the row whose result is nearest to where a demand turns true, if that can be told.
func (t *search) nearest(c smt.Call, demand *term.Term, rows []table.Row) *table.Row {
	turn := t.turn(demand, c.Results[0])
	if turn == nil || !turn.IsConst() || !numeric(turn.Sort()) {
		return nil
	}
	var best *table.Row
	distance := math.Inf(1)
	for i := range rows {
		if d := math.Abs(number(rows[i].Result[0]) - number(turn.Value())); d < distance {
			best, distance = &rows[i], d
		}
	}
	return best
}

func (t *search) turn(demand, result *term.Term) *term.Term {
	if demand.Op() == term.OpNot {
		demand = demand.Args()[0]
	}
	switch demand.Op() {
	case term.OpLe, term.OpLt, term.OpEq:
		return t.store.Turn(demand, result)
	}
	return nil
}
