package mutate

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"github.com/sextant-mbt/sextant/internal/analyses/mutation/joint"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// A mutant that the enumeration of joint states proves harmless never fails by brute force, and where brute force finds a failure, the
// enumeration finds a difference.
func TestEnumerationAgreesWithBruteForce(t *testing.T) {
	proved, differing := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		p := testkit.Mutants(r, testkit.FiniteMachine(r), 6)
		if p == nil {
			return
		}
		space, _ := joint.New(p.Original)
		for _, m := range p.Mutants {
			if space == nil || m.Changes.Start {
				continue
			}
			differences := 0
			found, pairs := space.Compare(context.Background(), enumerable(m), func(joint.Difference) bool {
				differences++
				return differences == 3
			})
			bad := fails(p.Original, m.System, bruteDepth)
			switch {
			case bad && found != joint.Nothing:
				r.Fatalf("%s is proved, but fails by brute force", m)
			case bad && differences == 0 && pairs > 0:
				r.Fatalf("%s fails by brute force, and no difference was seen", m)
			case bad:
				differing++
			case found != joint.Nothing:
				proved++
			}
		}
	})
	if proved == 0 || differing == 0 {
		t.Errorf("%d mutants were proved harmless, %d differ", proved, differing)
	}
}

// A credit that is a multiple of ten needs no invariant to be proved: all its values are enumerated.
func TestEnumerationProvesWhatInductionDoesNot(t *testing.T) {
	needSolver(t)
	p := testkit.Mutants(t, `input coin(two: bool)
output sum(int)
output full()
var m: 0..200 = 0
initial s
add:  s -> s in coin(two) when m + (if two then 20 else 10) <= 100 do m := m + (if two then 20 else 10) out sum(m)
full: s -> s in coin(two) when m + (if two then 20 else 10) > 100 do m := 0 out full()
`, 1000)
	r, err := Run(context.Background(), p, nil, options(p.Original))
	if err != nil {
		t.Fatal(err)
	}
	enumerated := 0
	for i, f := range r.Fates {
		if f.Status == result.FateUndecided {
			t.Errorf("%s: %s", p.Mutants[i], f.Explain())
		}
		if f.Reason == Enumerated {
			enumerated++
		}
	}
	if enumerated == 0 {
		t.Error("nothing was proved by enumeration")
	}
}

// Collections and optional values with few values are listed, as inputs and as choices.
func TestWhatCanBeListed(t *testing.T) {
	for _, text := range []string{
		"input i(s: set 0..2)\noutput o(n: int)\ninitial s\nt: s -> s in i(s) out o(len(s))\n",
		"input i(s: (0..40)?)\noutput o()\ninitial s\nt: s -> s in i(s) when s is some out o()\n",
		"input i()\noutput o(set 0..2)\ninitial s\nt: s -> s any x: set 0..2 in i() out o(x)\n",
		"input i()\noutput o(n: int)\nvar x: 0..3\ninitial s\nt: s -> s in i() out o(x)\n",
	} {
		if _, refusal := joint.New(testkit.LoadText(t, text)); refusal != nil {
			t.Errorf("this is not listed:\n%s", text)
		}
	}
}

// Systems whose inputs, starts or choices cannot be listed are not enumerated.
func TestWhatCannotBeListed(t *testing.T) {
	for _, text := range []string{
		"input i(n: int)\noutput o()\ninitial s\nt: s -> s in i(n) when n > 0 out o()\n",
		"input i()\noutput o(n: int)\nvar x: int\ninitial s\nt: s -> s in i() out o(x)\n",
		"input i()\noutput o(n: int)\nextern F(n: int) -> int\nvar x: int = 0\ninitial s\nt: s -> s in i() do x := F(x) out o(x)\n",
	} {
		if _, refusal := joint.New(testkit.LoadText(t, text)); refusal == nil {
			t.Errorf("this is listed:\n%s", text)
		}
	}
}

// credit is a model with a mutant, credit >= 0, that runs into a model error where the original does not, and conforms otherwise.
const credit = `input data()
output sent(int)
output full()
var credit: 0..3 = 3
initial on
send: on -> on in data() when credit > 0 do credit := credit - 1 out sent(credit)
deny: on -> on in data() when credit <= 0 out full()
`

// TestOwnErrors: a mutant that differs only in model errors, which no test can observe, is reported as such.
func TestOwnErrors(t *testing.T) {
	needSolver(t)
	p := testkit.Mutants(t, credit, 1000)
	r, err := Run(context.Background(), p, nil, options(p.Original))
	if err != nil {
		t.Fatal(err)
	}
	erring := 0
	for i, f := range r.Fates {
		switch {
		case f.Cause() == result.CauseError:
			erring++
		case f.Status == result.FateUndecided:
			t.Errorf("%s: %s", p.Mutants[i], f.Explain())
		}
	}
	if erring != 1 {
		t.Errorf("%d mutants have errors of their own", erring)
	}
}
