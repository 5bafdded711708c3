package certify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
	"github.com/sextant-mbt/sextant/internal/verify"
)

// certified returns the claims of a system, with the core and the certificates.
func certified(t *testing.T, s *sts.System) (*result.Certification, []string) {
	t.Helper()
	options := *Defaults()
	options.Workers, options.States, options.Prove = 1, 500, 300
	reply, err := ask(t.Context(), s, options)
	if err != nil {
		t.Fatal(err)
	}
	out := &result.Certification{}
	return out, certificates(s, reply.Answers, out)
}

func z3(t *testing.T) []verify.Solver {
	t.Helper()
	s, err := verify.SolverOf("z3")
	if err != nil {
		t.Fatal(err)
	}
	return []verify.Solver{s}
}

// isUndecided reports whether a certificate was not accepted only because something was not decided.
func isUndecided(err error) bool {
	unable := (*verify.ErrUnable)(nil)
	return errors.As(err, &unable)
}

// TestCertificatesEqualExplicitStates: of random models whose states are listed by an execution of their own, no certificate claims something
// untrue, all are accepted that are decided, and no change of a certificate makes one accepted that claims something untrue.
func TestCertificatesEqualExplicitStates(t *testing.T) {
	changes := 4
	if testkit.Long() {
		changes = 40
	}
	random, count := rand.New(rand.NewPCG(1, 2)), map[string]int{}
	for seed, compared := uint64(0), 0; compared < max(testkit.Models()/10, 5); seed++ {
		drawn := explicit.Draw(seed)
		seen := drawn.Explore(20_000)
		s := testkit.TryText(t, drawn.Text())
		if s == nil || !seen.Complete || drawn.IsHard() {
			continue
		}
		compared++
		made, texts := certified(t, s)
		for _, c := range made.Claims {
			if c.Status == result.ClaimOpen || c.About != result.AboutTransition {
				continue
			}
			count["claims"]++
			if seen.Taken[c.Name] != (c.Status == result.ClaimReached) {
				t.Fatalf("seed %d: %s is %s\n%s", seed, c.Name, c.Status, drawn.Text())
			}
		}
		names := transitionNames(s)
		for _, text := range texts[1:] {
			claim, err := verify.Certificate(t.Context(), texts[0], text, z3(t))
			if err != nil && !isUndecided(err) {
				t.Fatalf("seed %d: %v: %v\n%s\n%s", seed, claim, err, text, drawn.Text())
			}
			if err == nil {
				count["accepted"]++
			}
			for range changes {
				changed := change(random, text, names)
				claim, err := verify.Certificate(t.Context(), texts[0], changed, z3(t))
				switch {
				case err != nil:
					count["changes refused"]++
				case claim.What == "transition" && seen.Taken[claim.Name] == claim.Never:
					t.Fatalf("seed %d: %v is accepted\n%s\n%s", seed, claim, changed, drawn.Text())
				default:
					count["changes accepted"]++
				}
			}
		}
	}
	t.Log(count)
	if count["accepted"] < 20 || count["changes refused"] < 20 || count["changes accepted"] < 5 {
		t.Errorf("%v are too few to mean something", count)
	}
}

func transitionNames(s *sts.System) []string {
	var out []string
	for _, t := range s.Transitions() {
		out = append(out, t.Name)
	}
	return out
}

// change changes a certificate: its claim, a clause, a line, a word or a byte.
func change(random *rand.Rand, text string, names []string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	i := 1 + random.IntN(len(lines)-1)
	switch random.IntN(8) {
	case 0:
		return strings.NewReplacer("(never ", "(reaches ", "(reaches ", "(never ").Replace(text)
	case 1:
		claim := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, " transition ") })
		word, _, _ := strings.Cut(lines[claim], " ")
		lines[claim] = fmt.Sprintf("%s transition %q)", word, names[random.IntN(len(names))])
	case 2:
		return "" + text + "(clause false)\n"
	case 3:
		return text + fmt.Sprintf("(clause (at 0 %d) false)\n", random.IntN(3))
	case 4:
		lines = slices.Delete(lines, i, i+1)
	case 5:
		lines = slices.Insert(lines, i, lines[1+random.IntN(len(lines)-1)])
	case 6:
		words := strings.Fields(lines[i])
		words[random.IntN(len(words))] = []string{"0", "1", "-1", "s0", "true", "false", "(not", ")"}[random.IntN(8)]
		lines[i] = strings.Join(words, " ")
	case 7:
		b := []byte(text)
		b[random.IntN(len(b))] = "01 ()s#ax"[random.IntN(9)]
		return string(b)
	}
	return strings.Join(lines, "\n") + "\n"
}
