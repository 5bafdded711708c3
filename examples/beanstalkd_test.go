package examples

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/jobs/rig"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testing/sut/proxy"
	"github.com/sextant-mbt/sextant/internal/testing/tester"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

var beanstalkd = target{
	model:   "beanstalkd/beanstalkd.sxt",
	adapter: "./beanstalkd/jobs",
	program: "beanstalkd",
	config: func(_ *testing.T, _ string, port int) []string {
		return []string{"-l", "127.0.0.1", "-p", strconv.Itoa(port)}
	},
}

// beanstalkdTolerance is less than the distance between what a fault does and the window that it misses: a second less 0.25.
const beanstalkdTolerance = 100 * time.Millisecond

// beanstalkdFaults are mistakes of a proxy in front of the server, with a test by hand for each.
var beanstalkdFaults = []seeded{
	{"delays take three seconds", []proxy.Fault{asked(`^(put \d+) [12] `, "$1 3 ")},
		`[{"channel": "put", "payload": [0, 5, 1, 3], "after": "0"}, {"channel": "reserve", "payload": [2], "after": "0.1", "awaits": 1, "rest": "2"}]`},
	{"the time to run is not kept", []proxy.Fault{asked(`^(put \d+ \d+) \d+ `, "$1 9 ")},
		`[{"channel": "put", "payload": [0, 5, 0, 1], "after": "0"}, {"channel": "reserve", "payload": [0], "after": "0.1", "awaits": 1},
		  {"channel": "stat", "payload": [0], "after": "1.5", "awaits": 1}]`},
	{"priorities are lost", []proxy.Fault{asked(`^put \d+ `, "put 5 ")},
		`[{"channel": "put", "payload": [0, 9, 0, 3], "after": "0"}, {"channel": "put", "payload": [1, 1, 0, 3], "after": "0.1", "awaits": 1},
		  {"channel": "reserve", "payload": [0], "after": "0.1", "awaits": 1}]`},
	{"a job is released at once", []proxy.Fault{asked(`^(release \d+ \d+) \d+$`, "$1 0")},
		`[{"channel": "put", "payload": [0, 5, 0, 3], "after": "0"}, {"channel": "reserve", "payload": [0], "after": "0.1", "awaits": 1},
		  {"channel": "release", "payload": [0, 5, 2], "after": "0.1", "awaits": 1}, {"channel": "stat", "payload": [0], "after": "0.1", "awaits": 1}]`},
	{"a worker waits too long", []proxy.Fault{{Fits: regexp.MustCompile("^TIMED_OUT$"), Do: proxy.Delay(time.Second)}},
		`[{"channel": "reserve", "payload": [1], "after": "0", "rest": "2"}]`},
}

// TestBeanstalkd: the server passes in real time, while other tests run.
func TestBeanstalkd(t *testing.T) {
	skipShort(t)
	t.Parallel()
	system := beanstalkd.start(t)
	seeds, steps := int64(1), 30
	if testkit.Long() {
		seeds, steps = 10, 150
	}
	for seed := int64(1); seed <= seeds; seed++ {
		r := testTimed(t, beanstalkd.model, system, seed, tester.Options{Steps: steps, Tolerance: beanstalkdTolerance}, "")
		expectPass(t, fmt.Sprint("seed ", seed), r)
		t.Logf("%s: %d inputs, %d transitions, missing %v", r.Verdict, r.Sent, r.Coverage.Transitions.Covered, r.Coverage.Transitions.Missing)
	}
}

// TestBeanstalkdFaults: a test by hand passes, and fails with its fault. A long test finds the faults online, too.
func TestBeanstalkdFaults(t *testing.T) {
	skipShort(t)
	t.Parallel()
	server := beanstalkd.listen(t)
	for _, f := range beanstalkdFaults {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			right, wrong := beanstalkd.at(t, server), beanstalkd.at(t, proxied(t, server, f.faults...))
			expectPass(t, f.name, replayTimed(t, f.inputs, right))
			r := replayTimed(t, f.inputs, wrong)
			expectFailure(t, r, "allowed was: ")
			t.Log(r.Evidence)
			if testkit.Long() {
				r = testTimed(t, beanstalkd.model, wrong, 1, tester.Options{Steps: 500, Tolerance: beanstalkdTolerance}, "")
				expectFailure(t, r, "allowed was: ")
				t.Logf("online: %d inputs: %s", r.Sent, r.Evidence)
			}
		})
	}
}

// replayTimed replays a test by hand in real time. A run that is inconclusive, because the machine is too busy, is repeated.
func replayTimed(t *testing.T, inputs string, system rig.SystemOptions) *result.Run {
	t.Helper()
	test := &result.Test{}
	if err := json.Unmarshal([]byte(inputs), &test.Inputs); err != nil {
		t.Fatal(err)
	}
	l, o := load(t, beanstalkd.model), rig.RunOptions{Options: tester.Options{Tolerance: beanstalkdTolerance}, SystemOptions: system}
	for range 4 {
		r, err := rig.Replay(t.Context(), l, test, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == result.Pass || r.Verdict == result.Fail {
			return r
		}
		t.Log(r.Evidence)
	}
	t.Skip("the machine is too busy")
	return nil
}
