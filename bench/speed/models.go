package main

import (
	"fmt"
	"math"
	"strings"
)

// interleaving is independent machines without variables.
func interleaving(machines, places int) string {
	var b strings.Builder
	b.WriteString("system Interleaving\n\nmachine Ring() {\n  initial p0\n")
	for i := range places {
		fmt.Fprintf(&b, "  t%d: p%d -> p%d out step()\n", i, i, (i+1)%places)
	}
	b.WriteString("}\n\noutput step()\n")
	for i := range machines {
		fmt.Fprintf(&b, "instance m%d = Ring()\n", i)
	}
	return b.String()
}

// pair is two machines with data, of which one sends to the other.
func pair() string {
	return `system Pair

channel link(value: int)
input put(value: int)
input ask(limit: int)
output got(value: int)

machine Source(out1: channel) {
  var sum: int = 0, last: int = 0
  initial idle
  take: idle -> full in put(v) when v > 0 do sum := sum + v; last := v
  skip: idle -> idle in put(v) when v <= 0 do last := v
  send: full -> idle out out1(sum)
}

machine Sink(in1: channel) {
  var seen: int = 0, best: int = 0
  initial idle
  rise: idle -> idle in in1(v) when v > best do best := v; seen := seen + 1
  fall: idle -> idle in in1(v) when v <= best do seen := seen + 1
  tell: idle -> idle in ask(n) when n < best out got(best)
  none: idle -> idle in ask(n) when n >= best out got(0)
}

instance source = Source(link)
instance sink = Sink(link)
`
}

// wide is a machine with many variables, of which each step changes two.
func wide(variables int) string {
	var b strings.Builder
	b.WriteString("system Wide\n\ninput put(value: int)\noutput got(value: int)\n\n")
	for i := range variables {
		fmt.Fprintf(&b, "var v%d: int = %d\n", i, i)
	}
	b.WriteString("\ninitial idle\n")
	for i := range 4 {
		fmt.Fprintf(&b, "t%d: idle -> idle in put(x) when x > v%d do v%d := x; v%d := v%d + x out got(v%d)\n", i, i, i, i+4, i+8, i)
	}
	return b.String()
}

// counters is a machine with counters from 0 below a size, which are counted up and reset one by one.
func counters(number, size int) string {
	sizes := make([]int, number)
	for i := range sizes {
		sizes[i] = size
	}
	return counting(sizes)
}

func counting(sizes []int) string {
	var b strings.Builder
	b.WriteString("system Counting\n\n")
	for i, size := range sizes {
		fmt.Fprintf(&b, "input up%d()\ninput reset%d()\nvar c%d: 0..%d = 0\n", i, i, i, size-1)
	}
	b.WriteString("\ninitial busy\n")
	for i, size := range sizes {
		fmt.Fprintf(&b, "up%d: busy -> busy in up%d() when c%d < %d do c%d := c%d + 1\n", i, i, i, size-1, i, i)
		fmt.Fprintf(&b, "reset%d: busy -> busy in reset%d() when c%d > 0 do c%d := 0\n", i, i, i, i)
	}
	return b.String()
}

// finite is a machine with 1,000 to 100,000 states; number i of finiteMachines.
func finite(i int) string {
	states := 1000 * math.Pow(100, float64(i)/(finiteMachines-1))
	counters := 2 + i%3
	size := int(math.Ceil(math.Pow(states, 1/float64(counters))))
	sizes := make([]int, counters)
	for k := range sizes {
		sizes[k] = size
	}
	return counting(sizes)
}
