package driver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/testgen"
	"github.com/sextant-mbt/sextant/internal/engines/concolic"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/explicit"
)

// The commands share their engines, so what one of them decides, the others decide too, and alike. For the products of
// families one by one, for operations and for mutants, that is a law of their packages, against executions that share no code.

// say is what a command says of a subject.
type say uint8

const (
	open  say = iota // nothing is known
	never            // it is unreachable, or never broken
	some             // a run reaches it, or breaks it
)

// agreement collects what commands say of a model.
type agreement struct {
	says  map[string]map[string]say // by subject and command
	ended map[string]bool           // commands that came to their end
}

func (a *agreement) say(command, subject string, s say) {
	if a.says[subject] == nil {
		a.says[subject] = map[string]say{}
	}
	a.says[subject][command] = s
}

// tally notes what a command says of transitions.
func (a *agreement) tally(command string, l *model.Loaded, tally result.Tally) {
	for _, t := range l.System.Transitions() {
		a.say(command, "transition "+t.Name, some)
	}
	for _, miss := range append(tally.Missing, tally.Excluded...) {
		if miss.Status == result.Unreachable || miss.Status == result.OnlyThroughError {
			a.say(command, "transition "+miss.Name, never)
		} else {
			a.say(command, "transition "+miss.Name, open)
		}
	}
}

// invariant notes what a command says of an invariant.
func (a *agreement) invariant(command, name string, verdict result.InvariantStatus) {
	switch verdict {
	case result.InvariantHolds, result.InvariantByContract:
		a.say(command, "invariant "+name, never)
	case result.InvariantBroken:
		a.say(command, "invariant "+name, some)
	default:
		a.say(command, "invariant "+name, open)
	}
}

// problems lists contradictions, and what a command leaves open though another decides it.
func (a *agreement) problems() []string {
	var out []string
	for subject, says := range a.says {
		for one, s := range says {
			for other, o := range says {
				if s != open && o != open && s != o && one < other || s != open && o == open && a.ended[other] {
					out = append(out, fmt.Sprintf("%s: %s says %d, %s says %d", subject, one, s, other, o))
				}
			}
		}
	}
	return out
}

// askAll asks the commands about a model, each with its usual bounds and some time. Of commands whose time is up only what they decide counts.
func askAll(t *testing.T, path string, limit time.Duration) *agreement {
	t.Helper()
	a := &agreement{map[string]map[string]say{}, map[string]bool{}}
	for command, ask := range map[string]func(context.Context, *model.Loaded) error{"explore": a.explore, "generate": a.generate, "concolic": a.concolic, "check": a.check, "family": a.family} {
		l, err := model.Load(path, model.LoadOptions{})
		if err != nil || l.Usable() != nil {
			t.Fatalf("%v\n%v", err, l)
		}
		ctx, cancel := context.WithTimeout(t.Context(), limit)
		if err := ask(ctx, l); err != nil && ctx.Err() == nil && !errors.As(err, new(*consent.Refused)) {
			t.Fatalf("%s: %s: %v", path, command, err)
		}
		a.ended[command] = ctx.Err() == nil
		cancel()
	}
	return a
}

// shared lets the commands share the programs of solvers, as the solvers of one command do.
func shared[O any](options O) O {
	Part[model.SolverOptions](options).Spares = testkit.Spares()
	return options
}

func (a *agreement) explore(ctx context.Context, l *model.Loaded) error {
	r, err := analysis.Explore(ctx, l, *shared(exploreDefaults()))
	if err != nil {
		return err
	}
	a.tally("explore", l, r.Coverage.Transitions)
	for _, i := range r.Invariants {
		a.invariant("explore", i.Invariant, i.Verdict)
	}
	return nil
}

func (a *agreement) generate(ctx context.Context, l *model.Loaded) error {
	r, err := analysis.Generate(ctx, l, *shared(generateDefaults()))
	if err != nil {
		return err
	}
	a.tally("generate", l, r.Coverage[string(testgen.Transitions)])
	return nil
}

func (a *agreement) concolic(ctx context.Context, l *model.Loaded) error {
	o := shared(concolicDefaults())
	o.Engines = []concolic.Engine{concolic.Auto}
	r, err := analysis.Concolic(ctx, l, *o)
	if err != nil {
		return err
	}
	a.tally("concolic", l, r.Engines[string(concolic.Auto)].Coverage.Transitions)
	return nil
}

func (a *agreement) check(ctx context.Context, l *model.Loaded) error {
	r, _, err := analysis.CheckInvariants(ctx, l, *shared(checkDefaults()))
	if err != nil {
		return err
	}
	for _, v := range r.Verdicts {
		if v.Invariant != "(types)" {
			a.invariant("check", v.Invariant, v.Verdict)
		}
	}
	return nil
}

// family asks about the invariants of a product line, for all products together.
func (a *agreement) family(ctx context.Context, l *model.Loaded) error {
	for _, named := range l.System.Invariants {
		if len(l.System.Features()) == 0 {
			break
		}
		o := shared(familyDefaults())
		o.Property = named.Name
		r, err := analysis.Family(ctx, l, *o)
		if err != nil {
			return err
		}
		known := never
		for _, answer := range r.Answers {
			switch {
			case answer.Outcome == result.FamilyViolated:
				known = some
			case answer.Outcome != result.FamilyProved && known == never:
				known = open
			}
		}
		a.say("family", "invariant "+named.Name, known)
	}
	return nil
}

// claims are conditions about the variables that every random model has.
var claims = []string{"x < 3", "x + y != 4", "y >= 0 or x == 1", "x * y < 6", "x >= 0 and y < 5", "x == 0 => y != 1"}

// drawn is a random finite model, with two invariants.
func drawn(seed uint64) (text string, finite bool) {
	m := explicit.Draw(seed)
	seen, n := m.Explore(20_000), seed%uint64(len(claims))
	return m.Text() + fmt.Sprintf("invariant first: %s\ninvariant second: %s\n", claims[n], claims[(n*n+seed/7)%uint64(len(claims))]), seen.Complete && seen.States > 0
}

// many is the number of random models from which on a test is one that takes its time.
const many = 100

// TestCommandsAgreeOnModels: on random finite models no command leaves open what another decides.
func TestCommandsAgreeOnModels(t *testing.T) {
	testkit.NeedsSolver(t)
	models := min(testkit.Models()/3, 500)
	for part := range uint64(parts) {
		t.Run(fmt.Sprint("part ", part), func(t *testing.T) {
			t.Parallel()
			agreeOnModels(t, part, models/parts)
		})
	}
}

// parts is into how many parts the random models are divided, which are compared at the same time.
const parts = 2

// agreeOnModels asks all commands about random models, of every parts-th seed.
func agreeOnModels(t *testing.T, first uint64, models int) {
	subjects, path := 0, filepath.Join(t.TempDir(), "r.sxt")
	for seed, n := first, 0; n < models; seed += parts {
		text, finite := drawn(seed)
		if !finite || testkit.TryText(t, text) == nil {
			continue
		}
		n++
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		a := askAll(t, path, time.Minute)
		subjects += len(a.says)
		if list := a.problems(); len(list) > 0 {
			t.Errorf("seed %d:\n%s\n%s", seed, strings.Join(list, "\n"), text)
		}
	}
	t.Logf("%d models, %d subjects", models, subjects)
}

// TestCommandsAgreeOnExamples: on the examples no command leaves open what another decides.
func TestCommandsAgreeOnExamples(t *testing.T) {
	testkit.NeedsSolver(t)
	if testkit.Models() < many {
		t.Skip("make differential asks all commands about the examples")
	}
	paths, err := filepath.Glob("../../../examples/*/*.sxt")
	if err != nil || len(paths) == 0 {
		t.Fatal(errors.Join(err, errors.New("there are no examples")))
	}
	for _, path := range paths {
		if l, err := model.Load(path, model.LoadOptions{}); err != nil || l.Usable() != nil {
			continue // a part of another model
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			for _, problem := range askAll(t, path, 5*time.Second).problems() {
				t.Error(problem)
			}
		})
	}
}
