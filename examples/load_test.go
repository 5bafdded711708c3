package examples

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
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
	{"memcached", memcached.model, 150, startMemcached},
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

// burden is what is measured of a burdened system, right or with its fault.
type burden struct {
	burdened
	faulty bool
	loaded *model.Loaded
	slots  []rig.SystemOptions // how it is connected, for each of the runs at once

	counts map[result.Verdict]int
	broken int // runs that ended with an error
}

// found is the number of runs that report a fault.
func (b *burden) found() int { return b.counts[result.Fail] + b.counts[result.Flaky] }

// miss returns what is promised and was missed; empty if nothing was.
func (b *burden) miss(runs int) string {
	switch {
	case b.broken > 0:
		return fmt.Sprintf("%d runs ended with an error", b.broken)
	case b.faulty && 4*b.found() < 3*runs:
		return fmt.Sprintf("the fault is found in %d of %d runs only", b.found(), runs)
	case !b.faulty && b.found() > 0:
		return "a right system fails"
	case !b.faulty && 5*b.counts[result.Inconclusive] >= runs:
		return "a fifth of the runs say nothing"
	}
	return ""
}

// crowdTest is a run of TestUnderLoad.
type crowdTest struct {
	*testing.T
	runs    int
	begun   time.Time
	burdens []*burden

	mu   sync.Mutex // guards the counts
	done int
}

// TestUnderLoad: on a busy machine no right system fails, few runs are inconclusive, and most runs of a system with a fault find it. It is run by
// make crowd, beside programs that compute, since it takes long and leaves nothing of the machine to others. SEXTANT_RUNS is how often each
// system is tested, SEXTANT_AT_ONCE how many runs of each there are at once: they mostly wait.
// SEXTANT_CROWD is how many programs compute, and SEXTANT_SYSTEMS are the systems, all if it is empty.
func TestUnderLoad(t *testing.T) {
	runs, err := strconv.Atoi(os.Getenv("SEXTANT_RUNS"))
	if err != nil {
		t.Skip("make crowd runs it")
	}
	atOnce, err := strconv.Atoi(os.Getenv("SEXTANT_AT_ONCE"))
	if err != nil {
		atOnce = 3
	}
	c := &crowdTest{T: t, runs: runs, begun: time.Now()}
	for _, b := range burdens {
		if only := os.Getenv("SEXTANT_SYSTEMS"); only != "" && !slices.Contains(strings.Split(only, ","), b.name) {
			continue
		}
		for _, faulty := range []bool{false, true} {
			next := &burden{burdened: b, faulty: faulty, loaded: load(t, b.model), counts: map[result.Verdict]int{}}
			for range atOnce {
				next.slots = append(next.slots, b.start(t, faulty))
			}
			c.burdens = append(c.burdens, next)
		}
	}
	crowded(t)
	for _, timed := range []bool{true, false} { // those without clocks compute much
		c.runAll(timed)
	}
	c.judge()
}

// runAll tests the systems with clocks, or those without.
func (c *crowdTest) runAll(timed bool) {
	var all sync.WaitGroup
	for _, b := range c.burdens {
		if b.loaded.System.Timed() != timed {
			continue
		}
		seeds := make(chan int64, c.runs)
		for seed := range int64(c.runs) {
			seeds <- seed + 1
		}
		close(seeds)
		for _, system := range b.slots {
			all.Go(func() {
				for seed := range seeds {
					c.run(b, system, seed)
				}
			})
		}
	}
	all.Wait()
}

// crowded starts SEXTANT_CROWD programs that only compute, until the end of the test.
func crowded(t *testing.T) {
	t.Helper()
	n, _ := strconv.Atoi(os.Getenv("SEXTANT_CROWD"))
	script := fmt.Sprintf("while kill -0 %d; do i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done; done", os.Getpid())
	for range n {
		loop := exec.Command("sh", "-c", script) // in our session, as a crowd in one's own terminal is
		if err := loop.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = loop.Process.Kill()
			_ = loop.Wait()
		})
	}
}

// run tests a system once.
func (c *crowdTest) run(b *burden, system rig.SystemOptions, seed int64) {
	begun := time.Now()
	r, err := rig.Run(c.Context(), b.loaded, rig.RunOptions{Options: tester.Options{Seed: seed, Steps: b.steps}, SystemOptions: system})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done++
	what := fmt.Sprintf("%4.0f s, %3d of %d: %-9s %-6s %2d", time.Since(c.begun).Seconds(), c.done, c.runs*len(c.burdens), b.name, kind(b.faulty), seed)
	if err != nil {
		b.broken++
		c.Logf("%s: %v", what, err)
		return
	}
	b.counts[r.Verdict]++
	tolerance := ""
	if r.Time != nil {
		tolerance = ", tolerance " + r.Time.Tolerance
	}
	c.Logf("%s: %s in %.1f s, %d inputs, %d starts%s %+v %s", what, r.Verdict, time.Since(begun).Seconds(), r.Sent, r.Starts, tolerance, r.Repeats, r.Evidence)
}

func kind(faulty bool) string {
	if faulty {
		return "faulty"
	}
	return "right"
}

// judge prints what was measured, and compares it with what is promised.
func (c *crowdTest) judge() {
	table := &strings.Builder{}
	w := tabwriter.NewWriter(table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "system\t\truns\tpass\tfail\tflaky\tinconclusive\tfault found\t")
	for _, b := range c.burdens {
		found := "-"
		if b.faulty {
			found = strconv.Itoa(b.found())
		}
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", b.name, kind(b.faulty), c.runs, b.counts[result.Pass]+b.counts[result.WeakPass],
			b.counts[result.Fail], b.counts[result.Flaky], b.counts[result.Inconclusive], found, b.miss(c.runs))
	}
	w.Flush()
	c.Logf("after %.0f s:\n%s", time.Since(c.begun).Seconds(), table)
	for _, b := range c.burdens {
		if miss := b.miss(c.runs); miss != "" {
			c.Errorf("%s, %s: %s", b.name, kind(b.faulty), miss)
		}
	}
}
