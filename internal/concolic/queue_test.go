package concolic

import (
	"slices"
	"strings"
	"testing"
)

// queueMachines have targets that take a message which never comes, so every technique tries them where queues are empty or full.
var queueMachines = map[string]string{
	"one machine": `
channel q(int) fifo 2
input go(x: 0..9)
var n: int = 0
initial s
put: s -> s in go(x) when n < 300 out q(x)
get: s -> s in q(y) when y < 5 do n := n + 1
big: s -> s in q(y) when y >= 5 and y != 7 do n := 0
never: s -> s in q(y) when y == 11
hopeless: s -> s in q(_) when n == 1000
crowded: s -> s in go(_) when n == 2000 out q(0), q(1)
`,
	"two machines": `
channel q(int) fifo 2
input go(x: 0..9)
machine S {
  initial s
  send: s -> s in go(x) out q(x + 1)
}
machine R {
  var last: int = 0
  initial r
  recv: r -> r in q(y) when y != 10 do last := y
  ten: r -> t in q(y) when y == 10
  never: r -> r in q(y) when y == 0
}
instance s = S()
instance r = R()
`,
}

// unreachableInQueueMachines are what no run takes.
var unreachableInQueueMachines = []string{"never", "hopeless", "crowded", "r.never"}

// TestQueues: a search goes on where the queues do not allow what it looks for, and what it finds replays.
func TestQueues(t *testing.T) {
	for name, text := range queueMachines {
		for _, e := range []Engine{EC, Auto} {
			for _, workers := range []int{1, 2} {
				t.Run(name+"/"+string(e), func(t *testing.T) {
					o := searchFor(t, parse(t, text), Options{Engine: e, Seed: 1, Workers: workers, Inactivity: 500, Steps: 60_000, Queries: 600})
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
