package chance

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/analyses/chance/automaton"
	"github.com/sextant-mbt/sextant/internal/analyses/chance/space"
	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/imports/jani"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/language/compile"
)

// The public benchmarks of QComp are not part of this repository. Where the environment variable SEXTANT_JANI names the folder
// "benchmarks" of theirs, this test compares our numbers of states and values with the published ones, which it reads there.

// publicCases lists the benchmarks: folder, file and parameters. Where a ~ is before it, the published number of states is not that of
// the automaton with maximal progress, so only values are compared.
var publicCases = []string{
	"ctmc/cluster cluster.jani N=2,T=2000,t=20",
	"ctmc/embedded embedded.jani MAX_COUNT=2,T=12",
	"ctmc/fms fms.jani n=3",
	"ctmc/kanban kanban.jani t=2",
	"ctmc/mapk_cascade mapk_cascade.jani N=2,T=30",
	"ctmc/philosophers philosophers.4.jani TIME_BOUND=1",
	"ctmc/polling polling.6.jani T=16",
	"ctmc/tandem tandem.jani c=31,T=1000,t=0.2",
	"dtmc/brp brp.jani N=16,MAX=2",
	"dtmc/brp brp.jani N=64,MAX=5",
	"dtmc/coupon coupon.5-2.jani B=5",
	"dtmc/crowds crowds.jani TotalRuns=5,CrowdSize=5",
	"dtmc/egl egl.jani N=5,L=2",
	"dtmc/haddad-monmege haddad-monmege.jani N=100,p=0.7",
	"dtmc/herman herman.5.jani",
	"dtmc/leader_sync leader_sync.4-2.jani",
	"dtmc/nand nand.jani N=20,K=1",
	"~ ma/bitcoin-attack bitcoin-attack.jani MALICIOUS=20,CD=6",
	"~ ma/breakdown-queues breakdown-queues.jani K=8",
	"ma/erlang erlang.jani K=10,R=10,TIME_BOUND=5",
	"ma/jobs jobs.5-2.jani",
	"ma/jobs jobs.10-3.jani",
	"~ ma/readers-writers readers-writers.5.jani",
	"ma/stream stream.jani N=100",
	"mdp/beb beb.3-4.jani N=3",
	"mdp/blocksworld blocksworld.5.jani",
	"mdp/cdrive cdrive.6.jani",
	"mdp/consensus consensus.2.jani K=16",
	"mdp/csma csma.2-2.jani",
	"mdp/elevators elevators.a-3-3.jani",
	"mdp/firewire_abst firewire_abst.jani delay=3",
	"mdp/firewire_dl firewire_dl.jani delay=3,deadline=200",
	"mdp/ij ij.10.jani",
	"mdp/pacman pacman.jani MAXSTEPS=5",
	"mdp/philosophers-mdp philosophers-mdp.3.jani",
	"mdp/pnueli-zuck pnueli-zuck.3.jani",
	"mdp/rabin rabin.3.jani",
	"mdp/rectangle-tireworld rectangle-tireworld.5.jani",
	"mdp/resource-gathering resource-gathering.jani B=200,GOLD_TO_COLLECT=15,GEM_TO_COLLECT=15",
	"mdp/tireworld tireworld.17.jani",
	"mdp/triangle-tireworld triangle-tireworld.9.jani",
	"mdp/wlan wlan.0.jani COL=0",
	"mdp/zeroconf zeroconf.jani N=20,K=2,reset=True",
	"mdp/zeroconf_dl zeroconf_dl.jani N=1000,K=1,reset=True,deadline=10",
}

// published is what index.json says of one benchmark with given parameters.
type published struct {
	states []json.Number
	values map[string]json.RawMessage
}

func TestPublicBenchmarks(t *testing.T) {
	root := os.Getenv("SEXTANT_JANI")
	if root == "" {
		t.Skip("SEXTANT_JANI does not name the folder of the public benchmarks")
	}
	for _, c := range publicCases {
		plain, uncounted := strings.CutPrefix(c, "~ ")
		words := strings.Fields(plain)
		t.Run(strings.ReplaceAll(c, " ", "_"), func(t *testing.T) {
			define := map[string]string{}
			if len(words) > 2 {
				for _, d := range strings.Split(words[2], ",") {
					name, value, _ := strings.Cut(d, "=")
					define[name] = value
				}
			}
			comparePublic(t, filepath.Join(root, words[0]), words[1], define, !uncounted)
		})
	}
}

// comparePublic compares one benchmark.
func comparePublic(t *testing.T, folder, file string, define map[string]string, counted bool) {
	want := readPublished(t, folder, file, define)
	data, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil {
		t.Skip(err)
	}
	begin := time.Now()
	var list diag.List
	converted, properties := jani.Options{Define: define}.Convert(diag.NewFile(file, string(data)), &list)
	read := func(string) ([]byte, error) { return []byte(converted.Text), nil }
	m, err := compile.Load("model.sxt", compile.Options{ReadFile: read}, &list)
	if err != nil || list.HasErrors() {
		t.Fatal(err, list.Sorted())
	}
	s, err := space.Build(context.Background(), m.System, space.Options{States: 500_000})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s %s %v: %d states, published %v, %.2f s", filepath.Base(folder), file, define, len(s.States), want.states, time.Since(begin).Seconds())
	equal := !counted || want.hasStates(len(s.States))
	x := &chance{system: m.System, interpreter: sts.NewInterpreter(m.System)}
	for _, p := range properties {
		begin = time.Now()
		goal, avoid := publicSets(t, x, s, p)
		equal = equal || want.hasStates(before(s.Automaton, goal, avoid))
		answer := publicAnswer(t, s, p, goal, avoid)
		reference, known := want.values[p.Name]
		t.Logf("    %s: %s  published %.60s  %.2f s", p.Name, describe(answer), reference, time.Since(begin).Seconds())
		if known && answer.Kind != automaton.Unknown && !agrees(answer, reference) {
			t.Errorf("%s is %s, published %.200s", p.Name, describe(answer), reference)
		}
	}
	if !equal {
		t.Errorf("%d states, published %v", len(s.States), want.states)
	}
}

// before counts the states up to the goal of a property, which is what is published where a tool stops there.
func before(a *automaton.Automaton, goal, avoid []bool) int {
	seen := make([]bool, len(a.States))
	work := append([]int(nil), a.Initial...)
	count := 0
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[s] {
			continue
		}
		seen[s] = true
		if count++; goal[s] || avoid != nil && avoid[s] {
			continue
		}
		for _, c := range a.States[s].Choices {
			for _, b := range c.Branches {
				work = append(work, b.To)
			}
		}
	}
	return count
}

func describe(a automaton.Answer) string {
	switch a.Kind {
	case automaton.Exact:
		return exactDigits(a.Value) + " (exact)"
	case automaton.Bounds:
		return certainDigits(a.Low, a.High) + " (bounds)"
	case automaton.Infinite:
		return "infinite"
	}
	return "unknown: " + string(a.Why)
}

// publicSets finds the states of the goal of a property, and those that it avoids.
func publicSets(t *testing.T, x *chance, s *space.Space, p jani.Property) (goal, avoid []bool) {
	t.Helper()
	purpose, err := model.Purpose(x.system, p.Purpose)
	if err != nil {
		t.Fatal(err)
	}
	if goal, err = s.Where(context.Background(), x.at(purpose.Machine, purpose.Location, purpose.Cond)); err != nil {
		t.Fatal(err)
	}
	if unless := x.unless(p.Purpose); unless != nil {
		if avoid, err = s.Where(context.Background(), unless); err != nil {
			t.Fatal(err)
		}
	}
	return goal, avoid
}

// publicAnswer computes a property.
func publicAnswer(t *testing.T, s *space.Space, p jani.Property, goal, avoid []bool) automaton.Answer {
	t.Helper()
	ctx := context.Background()
	objective := automaton.Minimum
	if p.Maximum {
		objective = automaton.Maximum
	}
	solver := automaton.NewSolver(s.Automaton)
	var answer automaton.Answer
	var err error
	switch {
	case p.Measure == jani.ExpectedSteps:
		answer, err = solver.ExpectedSteps(ctx, goal, objective)
	case p.Measure == jani.ExpectedTime:
		answer, err = solver.ExpectedTime(ctx, goal, objective)
	case p.Steps != nil:
		answer, err = solver.WithinSteps(ctx, goal, avoid, *p.Steps, objective)
	case p.Time != nil:
		answer, err = solver.WithinTime(ctx, goal, avoid, p.Time)
	default:
		answer, err = solver.Probability(ctx, goal, avoid, objective)
	}
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

// readPublished finds the entry of a file with given parameters.
func readPublished(t *testing.T, folder, file string, define map[string]string) published {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, "index.json"))
	if err != nil {
		t.Skip(err)
	}
	var index struct {
		Files []struct {
			File       string
			Parameters []struct {
				Values []struct {
					Name  string
					Value json.RawMessage
				}
				States  []struct{ Number json.Number }
				Results []struct {
					Property string
					Value    json.RawMessage
				}
			} `json:"open-parameter-values"`
		}
	}
	if err := json.Unmarshal([]byte(strings.TrimPrefix(string(data), "\ufeff")), &index); err != nil {
		t.Fatal(err)
	}
	for _, f := range index.Files {
		for _, p := range f.Parameters {
			same := f.File == file && len(p.Values) == len(define)
			for _, v := range p.Values {
				same = same && strings.EqualFold(define[v.Name], string(v.Value))
			}
			if !same {
				continue
			}
			out := published{values: map[string]json.RawMessage{}}
			for _, s := range p.States {
				out.states = append(out.states, s.Number)
			}
			for _, r := range p.Results {
				out.values[r.Property] = r.Value
			}
			return out
		}
	}
	t.Fatalf("%s has no entry for %v", file, define)
	return published{}
}

func (p published) hasStates(n int) bool {
	for _, s := range p.states {
		if string(s) == fmt.Sprint(n) {
			return true
		}
	}
	return len(p.states) == 0
}

// agrees compares an answer with a published value: a fraction, which must be met exactly; a decimal, to its digits or to 9 of them; true,
// which is probability 1; or an interval.
func agrees(a automaton.Answer, reference json.RawMessage) bool {
	var parts map[string]json.Number
	if json.Unmarshal(reference, &parts) == nil {
		if parts["num"] != "" {
			v, ok := new(big.Rat).SetString(string(parts["num"]) + "/" + string(parts["den"]))
			return ok && a.Contains(v)
		}
		low, _ := parts["lower"].Float64()
		high, _ := parts["upper"].Float64()
		return a.Low <= high && a.High >= low
	}
	text := strings.Trim(string(reference), `"`)
	if text == "true" {
		return a.Kind == automaton.Exact && a.Value.Cmp(big.NewRat(1, 1)) == 0
	}
	if text == "∞" || a.Kind == automaton.Infinite {
		return text == "∞" && a.Kind == automaton.Infinite
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		return false
	}
	near := new(big.Rat).Mul(v, big.NewRat(1, 1_000_000_000))
	low, high := new(big.Rat).SetFloat64(a.Low), new(big.Rat).SetFloat64(a.High)
	return low.Sub(low, near).Cmp(v) <= 0 && high.Add(high, near).Cmp(v) >= 0
}
