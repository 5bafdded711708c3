package main

import (
	"context"
	"fmt"
	"strings"
)

// The timed systems that tools for timed automata are usually compared with. Each text is written for this language; the automata are the same
// as those that the peer was measured with, so the numbers of zones must be equal.

// fischer is Fischer's protocol: processes share a variable, and time keeps them apart.
func fischer(processes int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `system Fischer

var id: 0..%d = 0

machine Process(me: int) {
  clock x
  location request while x <= 10
  initial idle
  try:   idle -> request     when id == 0 do x := 0
  write: request -> waiting  when x <= 10 do x := 0; id := me
  again: waiting -> request  when id == 0 do x := 0
  enter: waiting -> critical when x > 10 and id == me
  leave: critical -> idle    do id := 0
}
`, processes)
	instances(&b, "Process", processes)
	return b.String()
}

// instances adds machines that are called p1, p2 and so on, with their number.
func instances(b *strings.Builder, machine string, count int) {
	for i := range count {
		fmt.Fprintf(b, "instance p%d = %s(%d)\n", i+1, machine, i+1)
	}
}

// csmacd is stations that send over one bus, and detect collisions.
func csmacd(stations int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `system Csmacd

const full = 808    # for a message
const collide = 26  # until a collision is seen
const stations = %d

channel begin()
channel busy()
channel end()
channel detect(station: int)

machine Bus {
  clock y
  var next: 1..stations+1 = 1
  location collision while y < collide, loop committed
  initial idle
  start:   idle -> active      in begin() do y := 0
  meet:    active -> collision in begin() when y < collide do y := 0
  refuse:  active -> active    when y >= collide out busy()
  done:    active -> idle      in end() do y := 0
  tell:    collision -> loop   when y < collide do next := 1
  each:    loop -> loop        when next <= stations do next := next + 1 out detect(next - 1)
  free:    loop -> idle        when next == stations + 1 and y < collide do y := 0; next := 1
}

machine Station(me: int) {
  clock x
  location sending while x <= full, retry while x < 2 * collide
  initial waiting
  begin:  waiting -> sending do x := 0 out begin()
  busy:   waiting -> retry   in busy() do x := 0
  ignore: waiting -> waiting in detect(s) when s == me do x := 0
  hear:   waiting -> retry   in detect(s) when s == me do x := 0
  end:    sending -> waiting when x == full do x := 0 out end()
  detect: sending -> retry   in detect(s) when s == me and x < collide do x := 0
  again:  retry -> sending   when x < 2 * collide do x := 0 out begin()
  still:  retry -> retry     in busy() when x < 2 * collide do x := 0
  both:   retry -> retry     in detect(s) when s == me and x < 2 * collide do x := 0
}

instance bus = Bus
`, stations)
	instances(&b, "Station", stations)
	return b.String()
}

// criticalRegion is production cells that an arbiter each lets into a critical region.
func criticalRegion(cells int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `system CriticalRegion

const cells = %d
var id: 0..cells = 0

channel enter(cell: int)
channel leave(cell: int)

machine Counter {
  initial first
  start: first -> count when id == 0 do id := 1
  next:  count -> count when id < cells do id := id + 1
  round: count -> count when id == cells do id := 1
}

machine Arbiter(me: int) {
  initial requested
  grant: requested -> granted in enter(c) when c == me and id == me do id := 0
  back:  granted -> requested in leave(c) when c == me do id := me
}

machine Cell(me: int) {
  clock x
  location testing while x <= 10, critical while x <= 20, checking while x <= 10
  initial idle
  begin:   idle -> testing       when x <= 20 do x := 0
  fail:    testing -> idle       when x >= 10 do x := 0
  pass:    testing -> requesting when x <= 9
  enter:   requesting -> critical do x := 0 out enter(me)
  stay:    critical -> broken    when x >= 20
  leave:   critical -> checking  when x <= 9 do x := 0 out leave(me)
  late:    checking -> broken    when x >= 10
  finish:  checking -> safe      when x <= 9
}

instance counter = Counter
`, cells)
	for i := range cells {
		fmt.Fprintf(&b, "instance a%d = Arbiter(%d)\n", i+1, i+1)
	}
	instances(&b, "Cell", cells)
	return b.String()
}

// corsso is clients that collect certificates for one of two policies before they get access.
func corsso(clients int) string {
	var b strings.Builder
	b.WriteString(`system Corsso

machine Client {
  clock x, y
  var certificates: 0..3 = 0, policy: 0..3 = 0
  initial asking
  take:  asking -> asking when policy > 0 and x > 2 and certificates < 2 do certificates := certificates + 1; x := 0
  one:   asking -> asking when policy == 0 do policy := 1; certificates := 0; x := 0; y := 0
  two:   asking -> asking when policy == 0 do policy := 2; certificates := 0; x := 0; y := 0
  pass1: asking -> inside when y < 10 and policy == 1 and certificates >= 1
  pass2: asking -> inside when y < 10 and policy == 2 and certificates >= 2
  leave: inside -> asking do policy := 0
}

`)
	for i := range clients {
		fmt.Fprintf(&b, "instance c%d = Client\n", i+1)
	}
	return b.String()
}

// diners is philosophers who put the left fork back if they do not get the right one in time.
func diners(philosophers int) string {
	var b strings.Builder
	b.WriteString(`system Diners

channel take(fork: int)
channel release(fork: int)

machine Philosopher(left: int, right: int) {
  clock x
  location waiting while x <= 3, eating while x <= 10, leaving while x <= 0
  initial thinking
  left:    thinking -> waiting do x := 0 out take(left)
  giveUp:  waiting -> thinking when x >= 3 out release(left)
  right:   waiting -> eating   when x <= 3 do x := 0 out take(right)
  done:    eating -> leaving   when x >= 10 do x := 0 out release(right)
  leave:   leaving -> thinking out release(left)
}

machine Fork(me: int) {
  initial free
  take:    free -> taken in take(f) when f == me
  release: taken -> free in release(f) when f == me
}

`)
	for i := range philosophers {
		fmt.Fprintf(&b, "instance p%d = Philosopher(%d, %d)\ninstance f%d = Fork(%d)\n", i+1, (i+philosophers-1)%philosophers+1, i+1, i+1, i+1)
	}
	return b.String()
}

// trains is trains before a bridge with one track, and its gate with a queue.
func trains(count int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `system Trains

const trains = %d

channel approach(train: int)
channel stop(train: int)
channel go(train: int)
channel leave(train: int)

machine Gate {
  var queue: int[trains] = [%s], head: 0..trains-1 = 0, length: 0..trains = 0
  location telling committed
  initial free
  go:    free -> taken    when length > 0 out go(queue[head])
  first: free -> taken    in approach(t) when length == 0 do queue[(head + length) %% trains] := t; length := length + 1
  next:  taken -> telling in approach(t) when length < trains do queue[(head + length) %% trains] := t; length := length + 1
  leave: taken -> free    in leave(t) when length > 0 and queue[head] == t do head := (head + 1) %% trains; length := length - 1
  stop:  telling -> taken when length > 0 out stop(queue[(head + length - 1) %% trains])
}

machine Train(me: int) {
  clock x
  location near while x <= 20, starting while x <= 15, crossing while x <= 5
  initial far
  approach: far -> near          do x := 0 out approach(me)
  reach:    near -> crossing     when x >= 10 do x := 0
  stop:     near -> stopped      in stop(t) when t == me and x <= 10
  go:       stopped -> starting  in go(t) when t == me do x := 0
  restart:  starting -> crossing when x >= 7 do x := 0
  leave:    crossing -> far      when x >= 3 out leave(me)
}

instance gate = Gate
`, count, strings.TrimSuffix(strings.Repeat("1, ", count), ", "))
	instances(&b, "Train", count)
	return b.String()
}

// timedModel is a timed system with what the peer found: TChecker 0.8 with the abstraction aLU. It is not packaged and no part of this repository,
// so it is not run here; it was measured in November 2026, on the two busy cores of the virtual server of the other figures, in seconds of user and
// system time.
type timedModel struct {
	name    string
	text    string
	seconds float64
	zones   float64 // that no other covers
	before  float64 // our time then, with the program of commit 4ff8396
}

var timedModels = []timedModel{
	{"fischer 5", fischer(5), 0.02, 727, 0.52},
	{"fischer 6", fischer(6), 0.08, 2378, 3.5},
	{"fischer 7", fischer(7), 0.41, 7737, 16.6},
	{"csmacd 5", csmacd(5), 0.03, 850, 0.85},
	{"csmacd 6", csmacd(6), 0.09, 2594, 2.9},
	{"critical region 3", criticalRegion(3), 0.07, 3015, 9.1},
	{"corsso 3", corsso(3), 0.17, 8746, 7.5},
	{"philosophers 4", diners(4), 0.01, 177, 0.29},
	{"train gate 3", trains(3), 0.02, 765, 0.22},
}

// timedRows are the rows of the timed systems. The goal is 4 times the time of the peer.
func timedRows() (out []row) {
	for _, m := range timedModels {
		ratio := m.seconds / m.before
		out = append(out, row{name: "zones, " + m.name, unit: seconds, base: figure{value: m.before}, peer: span{ratio, ratio}, goal: "0.25 × the peer", measure: m.measure})
	}
	return out
}

// measure is the time to find all zones. Their number must be that of the peer.
func (m timedModel) measure(ctx context.Context, c *config, program string) (figure, error) {
	path, err := c.write("timed", m.text)
	if err != nil {
		return figure{}, err
	}
	got, err := c.sextant(ctx, program, c.limit, "explore", path, "--prune-timed", "--strategy", "bfs", "--workers", "1", "--prove", "0",
		"--depth", "1000", "--states", "1000000")
	if err == nil && (got.stop != "exhausted" || got.zones != m.zones) {
		err = fmt.Errorf("%.0f zones, by the peer %.0f: %s", got.zones, m.zones, got.stop)
	}
	return figure{value: got.cpu}, err
}
