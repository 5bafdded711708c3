package concolic

import (
	"slices"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
)

// unreachableInQueueMachines are the transitions that no run takes.
var unreachableInQueueMachines = []string{"never", "hopeless", "crowded", "r.never"}

// TestQueues: a search continues where the queues do not allow its target, and its runs replay.
func TestQueues(t *testing.T) {
	for name, text := range testkit.QueueMachines {
		for _, e := range []Engine{EC, Auto} {
			for _, workers := range teams() {
				if workers > 1 && e == EC {
					continue // EC needs one machine
				}
				t.Run(name+"/"+string(e), func(t *testing.T) {
					o := searchFor(t, testkit.LoadText(t, text), Options{Engine: e, Seed: 1, Workers: workers, Inactivity: 500, Steps: 60_000, Queries: 600})
					for _, m := range missed(o) {
						if name, _, _ := strings.Cut(m, ":"); !slices.Contains(unreachableInQueueMachines, name) {
							t.Error(m)
						}
					}
					mustReplay(t, o)
				})
			}
		}
	}
}

// relay passes a number on through two queues; it is tested after it has arrived and another number has followed it.
const relay = `
channel first(int) fifo 3
channel second(int, bool) fifo 2
input go(x: 0..9999)
machine Source {
  initial s
  send: s -> s in go(x) out first(3 * x + 1)
}
machine Relay {
  initial r
  pass: r -> r in first(y) when y % 2 == 1 out second(y + 7, true)
  drop: r -> r in first(y) when y % 2 == 0 out second(0, false)
}
machine Sink {
  var last: int = 0, before: int = 0
  initial w
  take: w -> w in second(z, good) when good do before := last; last := z
  skip: w -> w in second(_, good) when not good
  pair: w -> done when last == 4472 and before == 2000
}
instance source = Source
instance relay = Relay
instance sink = Sink
`

// TestSignals: messages without payload are ordered, too: A signals before it receives the right number, and B takes the signal before they
// meet.
func TestSignals(t *testing.T) {
	s := testkit.LoadText(t, "channel sig() fifo 2\nchannel meet()\ninput go(x: 0..99999999)\n"+
		"machine A { var k: int = 0 initial a0 first: a0 -> a1 in go(x) do k := 3 * x + 1 out sig() last: a1 -> a2 when k == 136703674 out meet() }\n"+
		"machine B { initial b0 take: b0 -> b1 in sig() met: b1 -> b2 in meet() }\ninstance a = A\ninstance b = B\n")
	o := searchFor(t, s, Options{Engine: Auto, Seed: 1, Steps: 300_000, Queries: 3000})
	if m := missed(o); len(m) > 0 {
		t.Errorf("not reached: %v", m)
	}
	mustReplay(t, o)
}

// TestRelay: AUTO finds two inputs backwards through two queues, which no walk hits by chance.
func TestRelay(t *testing.T) {
	for _, workers := range teams() {
		o := searchFor(t, testkit.LoadText(t, relay), Options{Engine: Auto, Seed: 1, Workers: workers, Inactivity: 500, Steps: 300_000, Queries: 5000})
		if m := missed(o); len(m) > 0 {
			t.Errorf("%d workers: not reached: %v", workers, m)
		}
		mustReplay(t, o)
	}
}
