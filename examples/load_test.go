package examples

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
)

// burdened is a system that is tested on a busy machine, right and with a fault.
type burdened struct {
	name  string
	model string
	steps int // inputs; 0 is the default
	start func(t *testing.T, faulty bool) rig.SystemOptions
}

// burdens are the systems of TestUnderLoad: without clocks, and with.
var burdens = []burdened{
	{"lamp", "light/light.sxt", 0, programWith("./light/lamp", "", "-fault")},
	{"heartbeat", "internal/timers/heartbeat.sxt", 40, programWith("./internal/timers", "-system=heartbeat", "-fault=skip")},
	{"retry", "internal/timers/retry.sxt", 40, programWith("./internal/timers", "-system=retry", "-fault=fourth")},
	{"light", "internal/timers/light.sxt", 40, programWith("./internal/timers", "-system=light", "-fault=stay")},
	{"session", "session/session.sxt", 40, programWith("./session/endpoint", "", "-fault=missing")},
	{"memcached", memcached.model, 400, startMemcached},
}

// programWith starts a program, with a fault or without.
func programWith(folder, always, fault string) func(*testing.T, bool) rig.SystemOptions {
	return func(t *testing.T, faulty bool) rig.SystemOptions {
		t.Helper()
		words := []string{build(t, folder), always}
		if faulty {
			words = append(words, fault)
		}
		return rig.SystemOptions{System: "exec:" + strings.Join(strings.Fields(strings.Join(words, " ")), " ")}
	}
}

// startMemcached starts memcached; its fault is a proxy that says DELETED where it should say NOT_FOUND.
func startMemcached(t *testing.T, faulty bool) rig.SystemOptions {
	t.Helper()
	system := memcached.start(t)
	if faulty {
		return behindProxy(t, system, answered(`^NOT_FOUND$`, "DELETED"))
	}
	return system
}

// verdicts counts the runs of a system by their verdicts.
type verdicts map[result.Verdict]int

func (v verdicts) String() string {
	return fmt.Sprintf("%d pass, %d inconclusive, %d flaky, %d fail", v[result.Pass]+v[result.WeakPass], v[result.Inconclusive], v[result.Flaky], v[result.Fail])
}

// TestUnderLoad: on a busy machine no right system fails, few runs are inconclusive, and most runs of a system with a fault find it. It is run by
// make crowd, beside programs that compute, since it takes long and leaves nothing of the machine to others. SEXTANT_RUNS is how often each
// system is tested.
func TestUnderLoad(t *testing.T) {
	runs, err := strconv.Atoi(os.Getenv("SEXTANT_RUNS"))
	if err != nil {
		t.Skip("make crowd runs it")
	}
	for _, b := range burdens {
		for kind, faulty := range map[string]bool{"right": false, "faulty": true} {
			t.Run(b.name+"/"+kind, func(t *testing.T) {
				t.Parallel()
				b.judge(t, runs, faulty, b.repeat(t, load(t, b.model), b.start(t, faulty), runs, faulty))
			})
		}
	}
}

// repeat tests a system many times, with different seeds, and counts the verdicts.
func (b burdened) repeat(t *testing.T, l *model.Loaded, system rig.SystemOptions, runs int, faulty bool) verdicts {
	t.Helper()
	counts := verdicts{}
	for seed := range int64(runs) {
		begun := time.Now()
		r := test(t, l, system, tester.Options{Seed: seed + 1, Steps: b.steps})
		counts[r.Verdict]++
		tolerance := ""
		if r.Time != nil {
			tolerance = r.Time.Tolerance
		}
		t.Logf("%-10s %-5v %2d: %-12s %4d inputs %2d resets %5.1f s %6s %+v %s", b.name, faulty, seed+1, r.Verdict, r.Sent, r.Starts, time.Since(begun).Seconds(), tolerance, r.Repeats, r.Evidence)
	}
	return counts
}

// judge compares the verdicts with what is promised.
func (b burdened) judge(t *testing.T, runs int, faulty bool, counts verdicts) {
	t.Helper()
	t.Logf("%s, faulty %v: %v", b.name, faulty, counts)
	found := counts[result.Fail] + counts[result.Flaky]
	switch {
	case faulty && 4*found < 3*runs:
		t.Errorf("the fault of %s is found in %d of %d runs", b.name, found, runs)
	case !faulty && counts[result.Fail]+counts[result.Flaky] > 0:
		t.Errorf("%s is right: %v", b.name, counts)
	case !faulty && 5*counts[result.Inconclusive] >= runs:
		t.Errorf("too many runs of %s say nothing: %v", b.name, counts)
	}
}
