package tester_test

import "testing"

// pile is a model with a sequence and a set; nothing in it bounds them.
const pile = `system Pile
input push(x: int)
input pop()
input note(s: string)
input forget(s: string)
input count()
output ok()
output none()
output item(x: int)
output counts(items: nat, names: nat)
var items: int[] = []
var names: set string = {}
var head: int = 0
initial s
push:    s -> s in push(x) do items := append(items, x) out ok()
pop:     s -> s in pop() when len(items) > 0 do head := first(items); items := items[1:] out item(head)
popNone: s -> s in pop() when len(items) == 0 out none()
note:    s -> s in note(n) do names := insert(names, n) out ok()
forget:  s -> s in forget(n) do names := remove(names, n) out ok()
count:   s -> s in count() out counts(len(items), len(names))
`

// pileFaults are limits that are not in the model.
var pileFaults = map[string][2]string{
	"128 elements": {"items := append(items, x)", "items := if len(items) < 128 then append(items, x) else items"},
	"64 names":     {"names := insert(names, n)", "names := if len(names) < 64 then insert(names, n) else names"},
	"the order beyond 50": {"items := append(items, x)",
		"items := if len(items) == 50 then append(reverse(items), x) else append(items, x)"},
}

// TestGrowth: limits of collections that are not in the model are found.
func TestGrowth(t *testing.T) {
	findFaults(t, pile, pileFaults)
}
