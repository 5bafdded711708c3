package solve

import (
	"math"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// explain describes the obstacle: for each call whose result ψ constrains, the constraint, how many rows there are, and the row that comes
// nearest.
func (t *search) explain() string {
	var parts []string
	for _, c := range t.calls {
		if demands := t.demandsOn(c); len(demands) > 0 {
			parts = append(parts, t.explainCall(c, demands))
		}
	}
	return strings.Join(parts, "; ")
}

// demandsOn lists the conjuncts of ψ that constrain the result of a call.
func (t *search) demandsOn(c call) []*term.Term {
	return slices.DeleteFunc(slices.Clone(t.query.Conjuncts), func(k *term.Term) bool { return !k.Mentions(c.Results...) })
}

func (t *search) explainCall(c call, demands []*term.Term) string {
	words := make([]string, len(demands))
	for i, d := range demands {
		words[i] = d.String()
	}
	rows := c.rows()
	explained := strings.Join(words, " and ") + " needs " + c.Results[0].Name() + " = " + c.String() + "; " + text.Count(len(rows), "row")
	if nearest := t.nearest(c, demands, rows); nearest != nil {
		explained += ", nearest " + table.FormatRow(c.Extern, *nearest)
	}
	return explained
}

// nearest returns the row that meets the most demands on the result alone, and among those the one whose result is nearest to
// where the first demand turns true.
func (t *search) nearest(c call, demands []*term.Term, rows []table.Row) *table.Row {
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
func (t *search) meets(c call, demands []*term.Term, r table.Row) int {
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
