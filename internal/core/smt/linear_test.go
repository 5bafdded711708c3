package smt

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/linear"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// drawer draws linear conditions.
type drawer struct {
	*term.Store
	random    *rand.Rand
	variables []*term.Term
	large     bool // coefficients and constants, too
}

var linearSorts = [][]*term.Sort{
	{term.Int}, {term.Int}, {term.Real}, {term.Real}, {term.Int, term.Nat, term.Range(-5, 5)}, {term.Int, term.Real}, {term.Range(0, 9), term.Real, term.Bool},
}

func newDrawer(seed uint64) *drawer {
	d := &drawer{Store: term.NewStore(), random: rand.New(rand.NewPCG(seed, 33))}
	d.large = d.draw(20) == 0
	sorts := linearSorts[d.draw(len(linearSorts))]
	for i := range 1 + d.draw(7) {
		d.variables = append(d.variables, d.Var(fmt.Sprint("v", i), sorts[d.draw(len(sorts))]))
	}
	return d
}

func (d *drawer) draw(n int) int { return d.random.IntN(n) }

// number draws a number around zero.
func (d *drawer) number(around int) int64 {
	if d.large && d.draw(3) == 0 {
		around *= 1_000_003
	}
	return int64(d.draw(2*around+1) - around)
}

// sum draws a sum, of reals if it has a real variable.
func (d *drawer) sum() *term.Term {
	var parts []*term.Term
	isReal := false
	for range 1 + d.draw(3) {
		if v := d.variables[d.draw(len(d.variables))]; v.Sort().Kind != term.KindBool {
			parts, isReal = append(parts, v), isReal || v.Sort().Kind == term.KindReal
		}
	}
	out := d.Int(d.number(10))
	if isReal {
		out = d.Div(d.ToReal(out), d.ToReal(d.Int(1+int64(d.draw(3)))))
	}
	for _, v := range parts {
		if isReal && v.Sort().Kind == term.KindInt {
			v = d.ToReal(v)
		}
		factor := d.Int(d.number(3))
		if isReal {
			factor = d.ToReal(factor)
		}
		out = d.Add(out, d.Mul(factor, v))
	}
	return out
}

// pair draws two sums of one sort.
func (d *drawer) pair() (a, b *term.Term) {
	a, b = d.sum(), d.sum()
	if a.Sort().Kind == term.KindReal && b.Sort().Kind == term.KindInt {
		b = d.ToReal(b)
	} else if a.Sort().Kind == term.KindInt && b.Sort().Kind == term.KindReal {
		a = d.ToReal(a)
	}
	return a, b
}

func (d *drawer) condition() *term.Term {
	a, b := d.pair()
	switch n := d.draw(20); {
	case n < 9:
		return d.Le(a, b)
	case n < 12:
		return d.Lt(a, b)
	case n < 16:
		return d.Eq(a, b)
	case n < 18:
		return d.Not(d.Eq(a, b))
	}
	if v := d.variables[d.draw(len(d.variables))]; v.Sort().Kind == term.KindBool && d.draw(2) == 0 {
		return d.Or(v, d.Le(a, b))
	}
	return d.Or(d.condition(), d.condition())
}

// path draws conjuncts.
func (d *drawer) path() []*term.Term {
	var out []*term.Term
	for range 2 + d.draw(9) {
		if c := d.condition(); !c.IsConst() {
			out = append(out, c)
		}
	}
	return out
}

// linearCases is how many conjunctions are compared.
func linearCases() int {
	switch {
	case os.Getenv("SEXTANT_LONG") != "":
		return 1_000_000
	case testing.Short():
		return 2_000
	}
	return 20_000
}

// The answers for linear conditions are those of Z3, and for a tenth of them those of cvc5. Neighbouring conjunctions have their beginning in
// common.
func TestLinearAnswersEqualSolvers(t *testing.T) {
	const batch = 1000
	counts := map[linear.Outcome]int{}
	decider := linear.NewDecider()
	for first := 0; first < linearCases(); first += batch {
		var script strings.Builder
		var got []linear.Outcome
		var d *drawer
		var path []*term.Term
		for i := range batch {
			if i%4 == 0 {
				d = newDrawer(uint64(first + i))
				path = d.path()
			} else {
				path = append(path[:d.draw(len(path)+1)], d.path()...)
			}
			script.WriteString(logEntry(Query{Conjuncts: path}, Answer{}))
			outcome := decider.Decide(path)
			got = append(got, outcome)
			counts[outcome]++
		}
		compareWithSolvers(t, script.String(), got, first, first/batch%10 == 0)
		if decider.Mistakes > 0 {
			t.Fatalf("%d answers are not confirmed", decider.Mistakes)
		}
	}
	t.Logf("%d have no solution, %d have one, %d are open", counts[linear.Refuted], counts[linear.Satisfied], counts[linear.Open])
	if all := linearCases(); counts[linear.Open] > all/25 || counts[linear.Refuted] < all/10 || counts[linear.Satisfied] < all/10 {
		t.Error("too many are open, or of one kind")
	}
}

// compareWithSolvers runs a script by Z3 and, if it is installed and wanted, by cvc5, which takes ten times as long.
func compareWithSolvers(t *testing.T, script string, got []linear.Outcome, first int, both bool) {
	t.Helper()
	for _, command := range [][]string{{"z3", "-in", "-smt2", "rlimit=100000"}, {"cvc5", "--incremental", "--lang", "smt2", "--rlimit-per=3000", "-"}} {
		name := command[0]
		if _, err := exec.LookPath(name); name == "cvc5" && (err != nil || !both) {
			continue
		}
		answers := runScript(t, "(set-logic ALL)\n"+script, command...)
		if len(answers) != len(got) {
			t.Fatalf("%s gives %d answers to %d queries", name, len(answers), len(got))
		}
		for i, answer := range answers {
			if answer == "sat" && got[i] == linear.Refuted || answer == "unsat" && got[i] == linear.Satisfied {
				t.Fatalf("case %d: %s answers %s:\n%s", first+i, name, answer, strings.SplitAfter(script, "(pop 1)\n")[i])
			}
		}
	}
}
