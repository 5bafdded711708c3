package verify

import (
	"strings"
	"testing"
)

const counter = `(core 1 "Counter")
(sort 0 (int 0 9))
(sort 1 bool)
(sort 2 (int * *))
(sort 3 (seq * #2))
(slot 0 "n" #0 0)
(slot 1 "log" #3 (const #3 ()))
(machine "" 0 "off" "on")
(queue 0 "q" 2)
(assume true)
(invariant "small" (<= #1 s0 9))
(move "up" (part "up" 0 0 0) (param received #0) (guard (<= #1 s0 4) (<= #1 p0 1)) (safe) (set 0 (+ #2 s0 p0)) (set 1 (join #3 s1 (items #3 true s0))))
(move (let (size #2 s1)) "far" (part "far" 0 0 1) (guard (<= #1 7 s0) (<= #1 $0 $0)) (safe))
(move "on" (part "on" 0 0 1) (guard (<= #1 1 s0) (all #1 s1 ((b0 #2)) (<= #1 b0 s0))) (safe) (enqueue 0 s0))
`

func about(claim string) string { return "(certificate 1 " + Hash(counter) + ")\n" + claim }

// claims are certificates about the counter, with the reasons why they are not accepted.
var claims = []struct{ text, want string }{
	{`(reaches transition "up") (begins 0 ()) (step 0 1)`, ""},
	{`(reaches transition "on") (begins 0 ()) (step 0 1) (step 2)`, ""},
	{`(reaches transition "on") (begins 0 ()) (step 2)`, "step 1, on: a condition of the move is false"},
	{`(reaches transition "on") (begins 0 ()) (step 0 1)`, "the run does not show the claim"},
	{`(reaches transition "on") (begins 1 ()) (step 2)`, "n begins with another value"},
	{`(reaches transition "on") (begins 0 (1)) (step 2)`, "log begins with another value"},
	{`(reaches transition "on") (begins 0 ()) (step 0 10) (step 2)`, "step 1, up: parameter 0 is out of range"},
	{`(reaches invariant "small") (begins 0 ()) (step 0 1)`, "the run does not show the claim"},
	{`(sort 0 bool) (never transition "far") (clause (<= #0 s0 5))`, ""},
	{`(sort 0 bool) (never transition "far") (clause (<= #0 s0 4))`, `"the move up keeps the clauses" does not follow from the clauses (z3)`},
	{`(sort 0 bool) (never transition "far") (clause (<= #0 s0 7))`, `"the move far is never taken" depends on operations that solvers are not asked about`},
	{`(never transition "far")`, `"the move far is never taken" depends on operations that solvers are not asked about`},
	{`(never transition "far") (clause false)`, `"the clauses hold where runs begin" does not follow from the clauses (z3)`},
	{`(sort 0 bool) (never transition "on") (clause (<= #0 s0 5))`, `"the move on is never taken" depends on operations that solvers are not asked about`},
	{`(sort 0 bool) (never invariant "small") (clause (<= #0 s0 5))`, ""},
	{`(never transition "nowhere")`, ""},
	{`(reaches transition "nowhere")`, `line 2: the core has no transition "nowhere"`},
	{`(never invariant "large")`, `line 2: the core has no invariant "large"`},
	{`(never transition "far") (assert false)`, `line 2: no such form: "assert"`},
	{`(never transition "far"`, "line 2: the expression that begins here has no end"},
	{`(never transition "far") (never transition "up")`, "line 2: a certificate has one claim, about a transition or an invariant with a name"},
	{`(never transition "far") (clause s0)`, "line 2: a condition is expected"},
	{`(never transition "far") (clause s7)`, `line 2: "7" is not a number below 2`},
	{``, "the certificate has no claim"},
}

// TestClaims: what is true and shown is accepted; otherwise the reason is given.
func TestClaims(t *testing.T) {
	s, err := SolverOf("z3")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		_, err := Certificate(t.Context(), counter, about(c.text), []Solver{s})
		if got := messageOf(err); got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.text, got, c.want)
		}
	}
}

func messageOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// TestSolversThatDoNotAnswer: what a solver says besides unsat is never taken for acceptance.
func TestSolversThatDoNotAnswer(t *testing.T) {
	text := about(claims[8].text)
	for _, script := range []string{"echo unknown", "echo sat", "echo unsat", "echo '(error \"line 1\")'; yes unsat | head -n 20", "yes unsat | head -n 20", "exit 3", "true"} {
		s := Solver{"other", []string{"sh", "-c", "cat >/dev/null; " + script}}
		if _, err := Certificate(t.Context(), counter, text, []Solver{s}); err == nil {
			t.Errorf("accepted with a solver that answers by %s", script)
		}
	}
	if _, err := Certificate(t.Context(), counter, text, nil); err == nil {
		t.Error("accepted without a solver")
	}
}

// FuzzCertificate: no text of a core or of a certificate makes the reader or the evaluator panic.
func FuzzCertificate(f *testing.F) {
	for _, c := range claims {
		f.Add(counter, c.text)
	}
	f.Add(strings.ReplaceAll(counter, "int", "text"), claims[0].text)
	f.Fuzz(func(t *testing.T, core, claim string) {
		_, _ = Certificate(t.Context(), core, "(certificate 1 "+Hash(core)+")\n"+claim, nil)
	})
}
