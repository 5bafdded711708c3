package analysis

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// Answers are called the same only if both ways decide, and decide the same.
func TestAgreement(t *testing.T) {
	const proved, violated, unknown = result.FamilyProved, result.FamilyViolated, result.FamilyUnknown
	for _, c := range []struct {
		together, alone result.FamilyOutcome
		ended           bool
		want            result.Agreement
	}{
		{proved, proved, false, result.AgreeSame},
		{violated, violated, true, result.AgreeSame},
		{proved, violated, false, result.AgreeDiffer},
		{violated, proved, true, result.AgreeDiffer},
		{unknown, proved, false, result.AgreeOnlyAlone},
		{violated, unknown, false, result.AgreeOnlyTogether},
		{unknown, unknown, false, result.AgreeUndecided},
		{proved, unknown, true, result.AgreeNotCompared},
		{unknown, unknown, true, result.AgreeNotCompared},
	} {
		if got := agreement(c.together, c.alone, c.ended); got != c.want {
			t.Errorf("%s together, %s alone, time up %v: %s, want %s", c.together, c.alone, c.ended, got, c.want)
		}
	}
}

// A difference is a finding; an answer that is missing in one way is none.
func TestOnlyDifferencesAreFindings(t *testing.T) {
	for _, a := range result.Agreements {
		r := &result.Family{Alone: &result.FamilyAlone{Compared: []result.FamilyComparison{{Agreement: a}}}}
		if r.Finding() != (a == result.AgreeDiffer) {
			t.Errorf("%s: finding %v", a, r.Finding())
		}
	}
}

const quickLine = `system quick
feature Quick, Loud
input step()
var moved: int = 0
initial s
a: s -> s in step() when moved < 9 do moved := moved + 1
b: s -> s for Loud in step() when moved > 6 do moved := 100
invariant small: Quick or moved < 50
`

// Wherever the time is up, the comparison has every product once, and calls only those the same that were compared.
func TestComparisonAfterTheTime(t *testing.T) {
	testkit.NeedsSolver(t)
	whole := family(t, context.Background(), nil)
	total := whole.Calls + whole.Alone.Calls
	if len(whole.Alone.Compared) != 1 || whole.Alone.Compared[0].Agreement != result.AgreeSame {
		t.Fatalf("without a limit: %+v", whole.Alone)
	}
	for last := range total {
		t.Run(fmt.Sprint(last), func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			made := 0
			r := family(t, ctx, func(result.Progress) {
				if made++; made > last {
					cancel()
				}
			})
			products, same := 0, 0
			for _, c := range r.Alone.Compared {
				products += c.Products.Count
				if c.Agreement == result.AgreeSame {
					same = c.Products.Count
				}
				if c.Agreement == result.AgreeDiffer {
					t.Errorf("other answers for %s", c.Products.Formula)
				}
			}
			if products != 4 || same > r.Alone.Products || same == 4 {
				t.Errorf("%d of %d products are the same, engines were asked about %d alone", same, products, r.Alone.Products)
			}
		})
	}
}

// family decides about a small line, together and one by one.
func family(t *testing.T, ctx context.Context, progress func(result.Progress)) *result.Family {
	t.Helper()
	path := filepath.Join(t.TempDir(), "quick.sxt")
	if err := os.WriteFile(path, []byte(quickLine), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := model.Load(path, model.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	o := FamilyOptions{Alone: true, Common: model.CommonDefaults(), Solver: model.SolverDefaults()}
	o.Workers, o.Progress = 1, progress
	r, err := Family(ctx, l, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
