package analysis

import (
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/externs/table"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// maxRows is the maximum number of rows of an extern in a view.
const maxRows = 2000

// ViewExterns returns the known rows of the functions that a model does not define: those known at the end of the last analysis of
// the loaded model, or those of the tables if there was none. It runs no function. Tables that the user does not allow to read are
// empty.
func ViewExterns(l *model.Loaded) []result.ExternView {
	if l.System == nil || len(l.System.Externs) == 0 {
		return nil
	}
	tables := l.Tables()
	if tables == nil {
		quiet := *l
		quiet.List = &diag.List{}
		tables, _ = quiet.OpenTables(true)
	}
	var out []result.ExternView
	for _, x := range l.System.Externs {
		v := viewExtern(l.System, x)
		if tables != nil {
			addRows(&v, tables.Table(x))
		}
		out = append(out, v)
	}
	return out
}

func viewExtern(s *sts.System, x *sts.Extern) result.ExternView {
	v := result.ExternView{Name: x.Name, Result: x.Result.String(), Parameters: []result.ParameterView{}, Rows: []result.RowView{}, Thresholds: thresholds(s, x)}
	for _, p := range x.Params {
		v.Parameters = append(v.Parameters, result.ParameterView{Name: p.Name, Type: p.Type.String()})
	}
	if r, ok := model.RunnerOf(x, nil); ok {
		v.Runner = r.Kind + " " + r.Spec
	}
	for _, k := range x.Contracts {
		contract := result.ContractView{Name: k.Name, Behaviors: []result.BehaviorView{}}
		for _, b := range k.Behaviors {
			contract.Behaviors = append(contract.Behaviors, result.BehaviorView{Name: b.Name, Requires: asWritten(s, x, b.Pre), Ensures: asWritten(s, x, b.Post)})
		}
		v.Contracts = append(v.Contracts, contract)
	}
	return v
}

// asWritten prints a condition of a contract with the contract's names of the parameters and the result.
func asWritten(s *sts.System, x *sts.Extern, cond *term.Term) string {
	names := map[*term.Term]*term.Term{}
	for _, v := range slices.Concat(x.Inputs, x.Output) {
		names[v] = s.Store.Var(strings.TrimPrefix(v.Name(), x.Name+"."), v.Sort())
	}
	return s.Store.Substitute(cond, names).String()
}

// addRows adds the rows of a table. If there are too many, it keeps the newly computed ones.
func addRows(v *result.ExternView, t *table.Table) {
	x, rows, first := t.Extern, t.Rows(), 0
	if len(rows) > maxRows {
		first = len(rows) - maxRows
	}
	v.Cut = first
	for i, r := range rows[first:] {
		row := result.RowView{Arguments: []string{}, Result: x.Result.Format(r.Result), Won: first+i >= t.Initial()}
		for k, part := range value.Each(value.Types(x.Params), r.Args) {
			row.Arguments = append(row.Arguments, x.Params[k].Type.Format(part))
		}
		v.Rows = append(v.Rows, row)
	}
}

// thresholds lists the values with which guards compare results of an extern, directly or through a variable that holds one.
func thresholds(s *sts.System, x *sts.Extern) []string {
	holding := holders(s, x)
	var found []term.Value
	var sort *term.Sort
	for _, t := range s.Transitions() {
		for _, atom := range t.Guard.Atoms() {
			for _, v := range atom.Vars() {
				if !holding[v] {
					continue
				}
				turn := s.Store.Turn(atom, v)
				if turn != nil && turn.IsConst() && !slices.ContainsFunc(found, turn.Value().Equal) {
					found, sort = append(found, turn.Value()), v.Sort()
				}
			}
		}
	}
	slices.SortFunc(found, term.Value.Compare)
	var out []string
	for i, v := range found {
		if i > 0 && sort.Kind == term.KindInt && term.AddInts(found[i-1], 1).Equal(v) {
			continue // x > 200 is x >= 201, the other side of x <= 200
		}
		out = append(out, v.Format(sort))
	}
	return out
}

// holders returns the parameters that stand for results of an extern, and the slots to which such a parameter or slot is assigned.
func holders(s *sts.System, x *sts.Extern) map[*term.Term]bool {
	out := map[*term.Term]bool{}
	for _, t := range s.Transitions() {
		for _, c := range t.Calls {
			if c.Extern != x {
				continue
			}
			for _, r := range c.Results {
				out[t.Params[r].Term] = true
			}
		}
	}
	for grown := true; grown; {
		grown = false
		for _, t := range s.Transitions() {
			for _, u := range t.Updates {
				if slot := s.Slots[u.Slot].Term; out[u.Value] && !out[slot] {
					out[slot], grown = true, true
				}
			}
		}
	}
	return out
}
