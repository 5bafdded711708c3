package solve

import (
	"math"
	"strings"

	"github.com/sextant-mbt/sextant/internal/extern/table"
	"github.com/sextant-mbt/sextant/internal/smt"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/text"
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
		if k.MentionsIn(results) {
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
	out := strings.Join(words, " and ") + " needs " + c.Results[0].Name() + " = " + callText(c)
	rows := t.formulas.rows(c.Function)
	out += "; " + text.Count(len(rows), "row")
	if nearest := t.nearest(c, demands, rows); nearest != nil {
		out += ", nearest " + table.FormatRow(t.extern(c), *nearest)
	}
	return out
}

// callText prints a call with its symbolic arguments.
func callText(c smt.Call) string {
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = a.String()
	}
	return c.Function + "(" + strings.Join(args, ", ") + ")"
}

// nearest is the row that meets the most demands on the result alone, and among those the one whose result is nearest to
// where the first demand turns true.
func (t *search) nearest(c smt.Call, demands []*term.Term, rows []table.Row) *table.Row {
	turn := t.turn(demands[0], c.Results[0])
	if turn == nil || !turn.IsConst() || !numeric(turn.Sort()) {
		return nil
	}
	var best *table.Row
	most, distance := -1, math.Inf(1)
	for i := range rows {
		met := t.meets(c, demands, rows[i])
		d := math.Abs(number(rows[i].Result[0]) - number(turn.Value()))
		if met > most || met == most && d < distance {
			best, most, distance = &rows[i], met, d
		}
	}
	return best
}

// meets counts the demands that mention nothing but the result and that a row's result meets.
func (t *search) meets(c smt.Call, demands []*term.Term, r table.Row) int {
	values := map[*term.Term]term.Value{c.Results[0]: r.Result[0]}
	count := 0
	for _, d := range demands {
		if len(d.Vars()) != 1 {
			continue
		}
		if v, err := t.store.Evaluate(d, values); err == nil && v.Bool() {
			count++
		}
	}
	return count
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
