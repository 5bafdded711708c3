package sts_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/language/compile"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/collections"
)

// expressionsAtOnce is the number of expressions in one solver query.
const expressionsAtOnce = 50

// A random expression of collections, optional values, unions and strings has one value, or one reason to have none: the same for a
// computation on plain Go data, for the interpreter with and without simplification, for its term with constants substituted for the
// variables, and for solvers. "make long" draws 100,000 expressions.
func TestExpressionsOfCollections(t *testing.T) {
	testkit.NeedsSolver(t)
	judges, cases, count, begun := newJudges(t), 3*testkit.Models(), map[string]int{}, time.Now()
	if testkit.Long() {
		cases = 100_000
	}
	for seed := uint64(0); count["cases"] < cases; {
		store := term.NewStore()
		var batch []claim
		for ; len(batch) < expressionsAtOnce; seed++ {
			if c := drawClaim(t, seed, store, count); c != nil {
				batch = append(batch, *c)
			}
		}
		count["cases"] += len(batch)
		for _, j := range judges {
			j.judge(t, store, batch)
		}
	}
	t.Logf("%v, in %.0f s", count, time.Since(begun).Seconds())
	for _, j := range judges {
		t.Logf("%s: %d questions, %d of %d expressions left open, %.0f s", j.name, j.questions, j.open, count["cases"], j.spent.Seconds())
		if 20*j.open > count["cases"] {
			t.Errorf("%s leaves %d of %d expressions open", j.name, j.open, count["cases"])
		}
	}
	if 50*count["failures"] < cases || 2*count["values"] < cases {
		t.Errorf("too few of a kind: %v", count)
	}
}

// claim is a condition about an expression for solvers to refute: that it does not have the value computed from certain values of its
// variables.
type claim struct {
	seed   uint64
	text   string
	values []*term.Term // the variables, which no other expression has, have these values
	wrong  *term.Term   // impossible then
}

// drawClaim draws an expression with values for its variables, and compares the ways to compute it. It returns nil if the compiler rejects
// the expression, because it certainly fails, or if it has values that are too large for the oracle.
func drawClaim(t *testing.T, seed uint64, store *term.Store, count map[string]int) *claim {
	r := rand.New(rand.NewPCG(seed, 2))
	c := collections.DrawOpenCase(r, 2+r.IntN(2))
	env := c.Values(r)
	want, failure := c.Expression.Eval(env)
	if failure&collections.TooLarge != 0 {
		count["too large"]++
		return nil
	}
	text := fmt.Sprintf("%s%soutput show(%s)\ninitial s\nt: s -> s out show(%s)\n", c.Declarations(), c.Variables(env), c.Type, c.Expression.Text(nil))
	system := loadExpression(t, text, store)
	if system == nil {
		count["rejected"]++
		return nil
	}
	e := &expression{t: t, text: fmt.Sprintf("seed %d\n%s", seed, text), system: system, typ: c.Type}
	if failure == 0 {
		count["values"]++
		e.want = collections.Text(want)
	} else {
		count["failures"]++
		e.failure = failure
	}
	config, step := e.interpret()
	if raw := loadExpression(t, text, term.NewRawStore()); raw != nil {
		unsimplified := *e
		unsimplified.system = raw
		unsimplified.interpret()
	}
	out := &claim{seed: seed, text: text}
	out.values, out.wrong = e.symbolic(seed, config, step)
	return out
}

// loadExpression compiles a model with an expression; nil if it is certainly wrong.
func loadExpression(t *testing.T, text string, store *term.Store) *sts.System {
	t.Helper()
	var list diag.List
	options := testkit.Text(text)
	options.Store = store
	m, err := compile.Load("model.sxt", options, &list)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list.Sorted() {
		switch d.Code {
		case diag.CodeConstDivZero, diag.CodeConstIndex, diag.CodeConstRange, diag.CodeConstAbsent, diag.CodeTypeMismatch:
		default:
			if d.Severity == diag.Error {
				t.Fatalf("%s: %s\n%s", d.Code, d.Message, text)
			}
		}
	}
	return m.System
}

// expression is an expression that a compiled model outputs, with the value that the oracle computed, or the reason that it has none.
type expression struct {
	t       *testing.T
	text    string
	system  *sts.System
	typ     *collections.Type
	want    string
	failure collections.Failure
}

// interpret computes the expression with the interpreter, and compares the results.
func (e *expression) interpret() (*sts.Config, sts.Step) {
	e.t.Helper()
	in := sts.NewInterpreter(e.system)
	config, err := in.Start(nil)
	if err != nil {
		e.t.Fatalf("%v\n%s", err, e.text)
	}
	step, err := in.Try(config, e.system.Moves()[0], nil)
	switch {
	case err != nil:
		e.t.Fatalf("%v\n%s", err, e.text)
	case step.Outcome == sts.Unsafe && !e.failure.Has(string(step.Violated.Kind)):
		e.t.Fatalf("the interpreter says %s, expected %s%s\n%s", step.Violated.Kind, e.want, e.failure, e.text)
	case step.Outcome == sts.Done && e.shown(step.Outputs) != e.want:
		e.t.Fatalf("the interpreter says %s, expected %s%s\n%s", e.shown(step.Outputs), e.want, e.failure, e.text)
	}
	return config, step
}

// shown is the text of the value that the model outputs, after a round trip through JSON.
func (e *expression) shown(outputs []term.Value) string {
	document, err := value.AppendJSON(nil, e.system.Moves()[0].Outputs[0].Channel.Payload[0], outputs)
	if err != nil {
		e.t.Fatalf("%v\n%s", err, e.text)
	}
	v, err := collections.FromJSON(document, e.typ)
	if err != nil {
		e.t.Fatalf("%v\n%s", err, e.text)
	}
	return collections.Text(v)
}

// symbolic compares the terms of the step with the step of the interpreter, for constants in place of the variables. It returns the condition
// that the variables have the values of the configuration, and the condition that the step differs.
func (e *expression) symbolic(seed uint64, config *sts.Config, step sts.Step) (pinned []*term.Term, other *term.Term) {
	store, state := e.system.Store, sts.SymbolicState{Locations: config.Locations, Store: make([]*term.Term, len(config.Values))}
	values, constants := map[*term.Term]term.Value{}, map[*term.Term]*term.Term{}
	for i, slot := range e.system.Slots {
		v := store.Var(fmt.Sprintf("%s of %d", slot.Name, seed), slot.Sort)
		state.Store[i], values[v], constants[v] = v, config.Values[i], store.Const(slot.Sort, config.Values[i])
		pinned = append(pinned, store.Eq(v, constants[v]))
	}
	begin := e.system.Step(e.system.Moves()[0], &state, 0, nil)
	safe := store.And(slices.Concat(begin.GuardSafety, begin.Effect().StepSafety)...)
	e.isValue(safe, term.BoolValue(step.Outcome == sts.Done), values, constants)
	if step.Outcome != sts.Done {
		return pinned, safe
	}
	different := []*term.Term{store.Not(safe)}
	for i, x := range begin.Effect().Outputs {
		e.isValue(x, step.Outputs[i], values, constants)
		different = append(different, store.Not(store.Eq(x, store.Const(x.Sort(), step.Outputs[i]))))
	}
	return pinned, store.Or(different...)
}

// isValue checks that a term has a value, by evaluation and by substitution of constants for its variables.
func (e *expression) isValue(x *term.Term, want term.Value, values map[*term.Term]term.Value, constants map[*term.Term]*term.Term) {
	e.t.Helper()
	if got, err := e.system.Store.Evaluate(x, values); err != nil || !got.Equal(want) {
		e.t.Fatalf("%s has the value %s (%v), expected %s\n%s", x, got.Format(x.Sort()), err, want.Format(x.Sort()), e.text)
	}
	if got := e.system.Store.Substitute(x, constants); !got.IsConst() || !got.Value().Equal(want) {
		e.t.Fatalf("%s becomes %s, expected %s\n%s", x, got, want.Format(x.Sort()), e.text)
	}
}

// judge checks claims with a solver.
type judge struct {
	name      string
	solver    smt.Solver
	questions int
	open      int // claims that were not decided
	spent     time.Duration
}

func newJudges(t *testing.T) []*judge {
	var out []*judge
	for _, name := range []string{"z3", "cvc5"} {
		if _, err := exec.LookPath(name); err == nil {
			config := smt.Config{Command: []string{name}, NoCache: true, NoSlice: true, Timeout: 5 * time.Second}
			out = append(out, &judge{name: name, solver: testkit.Solver(t, config)})
		}
	}
	return out
}

// judge checks whether one of some claims is possible. If the solver answers sat or unknown, it checks each half of them.
func (j *judge) judge(t *testing.T, store *term.Store, claims []claim) {
	t.Helper()
	var conjuncts, wrong []*term.Term
	for _, c := range claims {
		conjuncts, wrong = append(conjuncts, c.values...), append(wrong, c.wrong)
	}
	begun := time.Now()
	answer, err := j.solver.Check(context.Background(), smt.Query{Conjuncts: append(conjuncts, store.Or(wrong...))})
	j.questions++
	j.spent += time.Since(begun)
	half := len(claims) / 2
	switch {
	case err != nil:
		t.Fatal(err)
	case answer.Status == smt.Unsat:
	case half > 0:
		j.judge(t, store, claims[:half])
		j.judge(t, store, claims[half:])
	case answer.Status == smt.Sat:
		t.Fatalf("%s has another value for seed %d\n%s", j.name, claims[0].seed, claims[0].text)
	default:
		j.open++
		t.Logf("%s does not know about seed %d: %s\n%s", j.name, claims[0].seed, answer.Reason, claims[0].text)
	}
}
