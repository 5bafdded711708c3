package emit_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/externs/emit"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
)

// compareGolden compares a text with a file of testdata.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	golden.File(t, filepath.Join("testdata", name), string(got))
}

// allSorts is a model whose contract uses everything that ACSL and Go can both express.
const allSorts = `system Sorts
type Mode = enum { slow, fast }
const K: 1..9
const M: int
assume M >= K
extern F(mode: Mode, on: bool, n: int, m: nat, r: real, b: uint8, i: int8, grid: int[2][2]) -> int
  contract {
    behavior divides: requires mode == slow and on and n != 0 and n % 7 == 3 and grid[1][0] > grid[0][1]
      ensures result == (m - n) / n + m / 3 - 2 * grid[0][0] and (result > 0 <=> on)
    behavior bits: requires mode == fast and not on and (b & 15) + 3 < uint8(n) and i / 2 == -3 and i << 1 != i >> 2
      ensures result >= floor(r * 0.3) or result == int(b ^ 0xf0) * (if n > m then 2 else n * m)
    behavior constants: requires n < K and n < M
      ensures exists k: nat, l: 0..99 :: k <= m and 20 * k + 50 * l == result and (forall j: 0..200 :: j > k => j * 3 != result)
    behavior same: requires real(n) / 3 > r and r != 0.5 and r / real(m) <= 1 ensures result % n == int(~b) and (exists u: uint8, v: bool :: v => u + 1 == b)
  }
initial a
go: a -> a
`

func acsl(t *testing.T, s *sts.System, x *sts.Extern, k *sts.Contract, options emit.ACSLOptions) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := emit.ACSL(&b, s, x, contract.Duty{Contract: *k}, options); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String(), k)
	typechecks(t, b.Bytes())
	return b.Bytes()
}

func TestACSLOfPrice(t *testing.T) {
	s := testkit.LoadExample(t, "vending/vending.sxt", nil)
	price := testkit.Extern(t, s, "Price")
	compareGolden(t, "price.c", acsl(t, s, price, &price.Contracts[0], emit.ACSLOptions{Complete: true, Disjoint: true}))
}

func TestACSLOfReturn(t *testing.T) {
	s := testkit.LoadExample(t, "vending/change.sxt", nil)
	x := testkit.Extern(t, s, "Return")
	compareGolden(t, "return.c", acsl(t, s, x, &x.Contracts[0], emit.ACSLOptions{Disjoint: true}))
}

func TestACSLOfAllSorts(t *testing.T) {
	s := testkit.LoadText(t, allSorts)
	x := testkit.Extern(t, s, "F")
	compareGolden(t, "sorts.c", acsl(t, s, x, &x.Contracts[0], emit.ACSLOptions{}))
}

// The contract that is inferred for Price speaks about variables of paths; they become constants with axioms.
func TestACSLOfInference(t *testing.T) {
	s := testkit.LoadExample(t, "vending/vending.sxt", nil)
	inferred := checker(t, s).Infer(execute(t, s, "start,insert,choose,price,deliver", contract.Choice{}))
	price := testkit.Extern(t, s, "Price")
	k := sts.Contract{Name: "inferred"}
	var axioms []*term.Term
	for i, r := range inferred {
		if r.Call.Extern == price {
			k.Behaviors = append(k.Behaviors, sts.Behavior{Name: fmt.Sprintf("b%d", i+1), Pre: r.Pre, Post: r.Post})
		}
		axioms = append(axioms, r.Axioms...)
	}
	text := string(acsl(t, s, price, &k, emit.ACSLOptions{Axioms: axioms}))
	for _, want := range []string{"logic integer Price_4;", "axiom Price_axiom1:", `ensures \result == Price_4;`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestACSLRefuses(t *testing.T) {
	for name, declaration := range map[string]string{
		"string":  `extern F(s: string) -> int contract { behavior: ensures result > 0 }`,
		"result":  `extern F(n: int) -> string contract { behavior: requires n > 0 ensures result != "" }`,
		"record":  `type R = record { a: int } extern F(r: R) -> int contract { behavior: ensures result > r.a }`,
		"records": `type R = record { a: int } extern F(r: R[2]) -> int contract { behavior: ensures result > r[0].a }`,
		"bound":   `extern F(n: int) -> int contract { behavior: ensures exists s: string :: len(s) == result }`,
	} {
		t.Run(name, func(t *testing.T) {
			s := testkit.LoadText(t, "system S\n"+strings.ReplaceAll(declaration, "} extern", "}\nextern")+"\ninitial a\ngo: a -> a\n")
			x := testkit.Extern(t, s, "F")
			var b bytes.Buffer
			err := emit.ACSL(&b, s, x, contract.Duty{Contract: x.Contracts[0]}, emit.ACSLOptions{})
			if err == nil || !strings.Contains(err.Error(), "cannot be expressed in ACSL") || b.Len() > 0 {
				t.Errorf("%v, and wrote %q", err, b.String())
			}
		})
	}
}

// Names that have another meaning in C or ACSL are changed.
func TestACSLNames(t *testing.T) {
	s := testkit.LoadText(t, "system S\nextern double(long: int, assigns: nat, größe: bool) -> nat\n  contract { behavior: requires größe ensures result > long + assigns }\ninitial a\ngo: a -> a\n")
	x := testkit.Extern(t, s, "double")
	text := string(acsl(t, s, x, &x.Contracts[0], emit.ACSLOptions{}))
	if !strings.Contains(text, "long double_2(long long_2, long assigns_2, int gru00f6u00dfe);") {
		t.Error(text)
	}
}

// wellFormed checks brackets, clauses and behaviours.
func wellFormed(t *testing.T, text string, k *sts.Contract) {
	t.Helper()
	for _, pair := range []string{"()", "[]", "{}"} {
		if strings.Count(text, pair[:1]) != strings.Count(text, pair[1:]) {
			t.Errorf("%s are not balanced:\n%s", pair, text)
		}
	}
	if strings.Count(text, "/*") != strings.Count(text, "*/") || !strings.HasSuffix(text, ");\n") {
		t.Errorf("no annotated prototype:\n%s", text)
	}
	if n := len(regexp.MustCompile(`(?m)^  behavior \w+:$`).FindAllString(text, -1)); n != len(k.Behaviors) {
		t.Errorf("%d behaviors, want %d:\n%s", n, len(k.Behaviors), text)
	}
	_, annotation, _ := strings.Cut(text, "/*@\n")
	annotation, _, _ = strings.Cut(annotation, "*/")
	clause := regexp.MustCompile(`^ +((requires|assigns|assumes|ensures) .+;|behavior \w+:|(complete|disjoint) behaviors;)$`)
	for _, line := range strings.Split(strings.TrimSuffix(annotation, "\n"), "\n") {
		if !clause.MatchString(line) {
			t.Errorf("no clause: %q", line)
		}
	}
}

// typechecks runs Frama-C, where it is installed.
func typechecks(t *testing.T, text []byte) {
	t.Helper()
	program, err := exec.LookPath("frama-c")
	if err != nil {
		t.Log("frama-c is not installed: the text is not type-checked")
		return
	}
	file := filepath.Join(t.TempDir(), "contract.c")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "-typecheck", "-kernel-warn-key", "annot-error=abort", file).CombinedOutput()
	if err != nil || bytes.Contains(out, []byte("Warning")) {
		t.Errorf("frama-c: %v\n%s\n%s", err, out, text)
	}
}

// TestACSLOfSomeInput: a demand on some input is a lemma, and not a clause for every call.
func TestACSLOfSomeInput(t *testing.T) {
	s := testkit.LoadText(t, "system S\nextern F(n: 0..99, m: nat[2]) -> int\n  contract { behavior low: requires n == 0 ensures result == m[1]  behavior high: requires n > 1 ensures result >= 201 and result > m[0] }\ninitial a\ngo: a -> a\n")
	x := testkit.Extern(t, s, "F")
	both := x.Contracts[0].Behaviors
	var b bytes.Buffer
	if err := emit.ACSL(&b, s, x, contract.Duty{Contract: sts.Contract{Behaviors: both[:1]}, Some: both[1:]}, emit.ACSLOptions{}); err != nil {
		t.Fatal(err)
	}
	typechecks(t, b.Bytes())
	for _, want := range []string{
		`logic integer F_result(integer n, integer m_0, integer m_1);`,
		`lemma F_high: \exists integer n, integer m_0, integer m_1; 0 <= n <= 99 && 0 <= m_0 && 0 <= m_1 && (n >= 2) && (F_result(n, m_0, m_1) >= 201) && (m_0 < F_result(n, m_0, m_1));`,
		`  ensures \result == F_result(n, m[0], m[1]);`, "  behavior low:\n    assumes n == 0;\n    ensures \\result == m[1];",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s\nlacks %s", b.String(), want)
		}
	}
	if strings.Contains(b.String(), `ensures \result >= 201`) {
		t.Errorf("the demand on some input binds every call:\n%s", b.String())
	}
}
