package smt

import (
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
)

// crowd simulates a busy machine for a process: it gets one hundredth of the time that passes, and waits for a processor in the rest.
func crowd(t *testing.T, p *Process) {
	t.Helper()
	if err := p.ensure(); err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	p.child.usage = func() subprocess.Usage {
		passed := time.Since(begun)
		return subprocess.Usage{Ran: passed / 100, Waited: passed - passed/100}
	}
}

// TestWaitingForAProcessorIsNoTimeOfTheSolver: a query that the watchdog watches may take longer on a busy machine.
func TestWaitingForAProcessorIsNoTimeOfTheSolver(t *testing.T) {
	slow := script(t, "z3-slow", "sleep 2\nexec z3 -in -smt2")
	for _, crowded := range []bool{true, false} {
		process := NewProcess(Config{Command: []string{slow}, Timeout: longLimit})
		defer process.Close()
		want := Unknown
		if crowded {
			crowd(t, process)
			want = Sat
		}
		if answer := mustCheck(t, process, oneConjunct()); answer.Status != want {
			t.Errorf("crowded %v: %v: %s", crowded, answer.Status, answer.Reason)
		}
	}
}

// impatient is a solver that gives up a query with a limit of less than 800 ms when its limit has passed.
const impatient = `limit=0
while read line; do case "$line" in
*:timeout*) limit=$(echo "$line" | sed 's/[^0-9]//g');;
*reason-unknown*) echo '(:reason-unknown "timeout")';;
*check-sat*) if [ $limit -lt 800 ]; then sleep 0.$limit; answer=unknown; else answer=unsat; fi; echo $answer;;
*echo*) echo "$line" | sed 's/.*"\(.*\)".*/\1/';;
esac; done`

// TestAskedAgainOnABusyMachine: a query that a solver gives up by the clock before it has had its processor time is sent again, with a longer
// limit.
func TestAskedAgainOnABusyMachine(t *testing.T) {
	for _, crowded := range []bool{true, false} {
		process := NewProcess(Config{Command: []string{script(t, "z3-impatient", impatient)}, Timeout: 200 * time.Millisecond, Grace: time.Minute})
		defer process.Close()
		want, timeouts := Unknown, 1
		if crowded {
			crowd(t, process)
			want, timeouts = Unsat, 0
		}
		answer := mustCheck(t, process, oneConjunct())
		if stats := process.Stats(); answer.Status != want || stats.Timeouts != timeouts || stats.Calls != 1 || stats.Restarts != 0 {
			t.Errorf("crowded %v: %v: %s, %+v", crowded, answer.Status, answer.Reason, stats)
		}
	}
}
