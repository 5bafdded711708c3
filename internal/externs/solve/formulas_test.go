package solve

import (
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/table"
)

// paperExample is example 2 of paper 1: cl1 = (INTGR, ([m1, m2]), I) and cl2 = (RISE, (I), r) with tables 1.
func paperExample() (formulas, []call) {
	s := term.NewStore()
	m1, m2, i, r := s.Var("m1", term.Int), s.Var("m2", term.Int), s.Var("I", term.Int), s.Var("r", term.Real)
	values := func(texts ...string) []term.Value {
		var out []term.Value
		for _, text := range texts {
			rat, _ := new(big.Rat).SetString(text)
			out = append(out, term.RatValue(rat))
		}
		return out
	}
	rows := map[string][]table.Row{
		"INTGR": {{Args: values("123", "96"), Result: values("228")}, {Args: values("148", "141"), Result: values("300")}},
		"RISE":  {{Args: values("202"), Result: values("0.7")}, {Args: values("300"), Result: values("2.42")}},
	}
	calls := []call{
		{SymbolicCall: sts.SymbolicCall{Extern: numberFunction("INTGR", 2), Args: []*term.Term{m1, m2}, Results: []*term.Term{i}}},
		{SymbolicCall: sts.SymbolicCall{Extern: numberFunction("RISE", 1), Args: []*term.Term{i}, Results: []*term.Term{r}}},
	}
	for k, c := range calls {
		calls[k].function = &function{extern: c.Extern, table: table.New(c.Extern)}
		for _, r := range rows[c.Extern.Name] {
			if _, err := calls[k].function.table.Add(r); err != nil {
				panic(err)
			}
		}
	}
	return formulas{s}, calls
}

// numberFunction is an extern from numbers to a number.
func numberFunction(name string, params int) *sts.Extern {
	x := &sts.Extern{Name: name, Result: sts.ScalarType(term.Real)}
	for range params {
		x.Params = append(x.Params, sts.Field{Name: "x", Type: sts.ScalarType(term.Real)})
	}
	return x
}

func printed(ts ...*term.Term) []string {
	out := []string{}
	for _, t := range ts {
		out = append(out, t.String())
	}
	return out
}

func TestPaperExample2Sums(t *testing.T) {
	f, calls := paperExample()
	want := []string{
		"m1 == 123 and m2 == 96 and I == 228 or m1 == 148 and m2 == 141 and I == 300",
		"I == 202 and r == 0.7 or I == 300 and r == 2.42",
	}
	if diff := cmp.Diff(want, printed(f.sums(calls)...)); diff != "" {
		t.Error(diff)
	}
}

// By convention the summary over an empty table is false.
func TestSumOverEmptyTable(t *testing.T) {
	f, calls := paperExample()
	calls[0].function.table = table.New(calls[0].Extern)
	if got := f.sum(calls[0]); !got.IsFalse() {
		t.Errorf("got %v", got)
	}
}

func TestPaperExample4NoCorres(t *testing.T) {
	f, calls := paperExample()
	want := []string{"(m1 != 123 or m2 != 96) and (m1 != 148 or m2 != 141)", "I != 202 and I != 300"}
	if diff := cmp.Diff(want, printed(f.noCorres(calls[:1]), f.noCorres(calls[1:]))); diff != "" {
		t.Error(diff)
	}
	whole := "(m1 != 123 or m2 != 96) and (m1 != 148 or m2 != 141) or I != 202 and I != 300"
	if got := f.noCorres(calls).String(); got != whole {
		t.Errorf("NoCorres is %s", got)
	}
}

func TestPaperExample5Dep(t *testing.T) {
	f, calls := paperExample()
	if !calls[1].dependsOn(calls[0]) || calls[0].dependsOn(calls[1]) {
		t.Error("cl2 depends on cl1 and not the other way round")
	}
	if diff := cmp.Diff([]string{"I == 228 or I == 300"}, printed(f.dep(calls)...)); diff != "" {
		t.Error(diff)
	}
}

func TestAgreement(t *testing.T) {
	f, calls := paperExample()
	want := []string{
		"not (m1 == 123 and m2 == 96) or I == 228", "not (m1 == 148 and m2 == 141) or I == 300",
		"I != 202 or r == 0.7", "I != 300 or r == 2.42",
	}
	if diff := cmp.Diff(want, printed(f.agreement(calls)...)); diff != "" {
		t.Error(diff)
	}
}
