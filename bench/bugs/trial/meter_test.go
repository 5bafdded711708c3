package trial

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

func TestParseStat(t *testing.T) {
	rest := " S 42 1 1 0 -1 0 0 0 0 0 3 4 5 6 20 0"
	for _, name := range []string{"z3", "a b", "x) y (z"} {
		if used, ok := parseStat([]byte("17 (" + name + ")" + rest)); !ok || used != 18*tick {
			t.Errorf("%s: got %v, %v", name, used, ok)
		}
	}
	for _, bad := range []string{"", "17", "17 (a) S 42", "17 (a) S 42 1 1 0 -1 0 0 0 0 0 3 x 5 6 20 0"} {
		if _, ok := parseStat([]byte(bad)); ok {
			t.Errorf("%q was read", bad)
		}
	}
}

// What a running child uses counts.
func TestProcessorTimeOfChildren(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("there is no /proc")
	}
	c := exec.Command("sh", "-c", "while :; do :; done")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	}()
	for before := descendants(os.Getpid()); descendants(os.Getpid()) < before+3*tick; {
		time.Sleep(tick) // until the test ends by its time limit
	}
}

// A tester stops when its processor time is used up, and this is no trouble if the budget is one of time.
func TestBudgetOfTime(t *testing.T) {
	target, err := bugs.Find("mailbox")
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range peers {
		t.Run(tool, func(t *testing.T) {
			needs(t, tool)
			o := Options{Dir: "..", Budget: Budget{Time: 300 * time.Millisecond}, Timeout: 10 * time.Minute}
			got, err := toolOf(tool).Try(t.Context(), target, "", o)
			if err != nil || got.Found || got.Inputs == 0 || got.Seconds < o.Time.Seconds() || got.Trouble != "" {
				t.Errorf("got %+v, %v, want inputs and no failure", got, err)
			}
			o.Inputs = 1e9
			if got, err = toolOf(tool).Try(t.Context(), target, "", o); err != nil || got.Trouble != "time limit" {
				t.Errorf("with a budget of inputs: got %+v, %v, want the trouble %q", got, err, "time limit")
			}
		})
	}
}

// A fault that shows after the budget is not found.
func TestLateFind(t *testing.T) {
	p := &pair{first: &find{inputs: 7, seconds: 2}}
	if o := p.outcome(Budget{Time: time.Second}, true, 3); o.Found || o.Trouble != "" {
		t.Errorf("late: got %+v", o)
	}
	if o := p.outcome(Budget{Time: 3 * time.Second}, true, 3); !o.Found || o.Inputs != 7 || o.Seconds != 2 || o.Length != 3 {
		t.Errorf("in time: got %+v", o)
	}
}
