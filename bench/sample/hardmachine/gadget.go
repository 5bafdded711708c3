package hardmachine

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// form is one way to make a gadget of a kind, with its size without the branch that leads to it.
type form struct {
	kind                   Kind
	locations, transitions int
	build                  func(g *gadget)
}

// forms lists them. The first of each kind tests one input at a time, the second stores inputs and tests them later; the
// delayed kind only has the second form.
var forms = []form{
	{Counter, 1, 3, (*gadget).debounce},
	{Counter, 1, 3, (*gadget).tally},
	{Magic, 3, 6, (*gadget).lock},
	{Magic, 3, 4, (*gadget).password},
	{Checksum, 1, 2, (*gadget).frame},
	{Checksum, 4, 5, (*gadget).telegram},
	{Delayed, 2, 4, (*gadget).delay},
}

// largest is the largest value of an input.
const largest = 9999

// gadget is one being built.
type gadget struct {
	*builder
	region     *region
	name       string // such as magic3
	kind       Kind
	home, goal string // where a failure and a success lead
}

// addGadget builds a gadget in a region, and a branch that leads to it.
func (b *builder) addGadget(f form, r *region, goal string) {
	b.numbers[f.kind]++
	g := &gadget{builder: b, region: r, name: fmt.Sprintf("%s%d", f.kind, b.numbers[f.kind]), kind: f.kind, home: r.first(), goal: goal}
	f.build(g)
	b.addBranch(r, branch{arm: arm{name: g.name + "_enter", to: g.place(0)}})
}

// place names the location of a stage.
func (g *gadget) place(stage int) string {
	return fmt.Sprintf("%s_%s_%d", g.region.name, g.name, stage+1)
}

// variable declares a variable of the gadget and returns its name.
func (g *gadget) variable(suffix string) string {
	name := g.name + "_" + suffix
	g.region.variables = append(g.region.variables, name+": int = 0")
	return name
}

func (g *gadget) value() int { return g.random.IntN(largest + 1) }

// step adds a transition from a stage.
func (g *gadget) step(name string, stage int, to, guard string, do ...string) {
	g.region.gadgets = append(g.region.gadgets,
		arm{name: g.name + "_" + name, from: g.place(stage), to: to, guard: guard, do: strings.Join(do, "; ")})
}

// pass adds the transition with the hard guard, and records inputs that take it.
func (g *gadget) pass(name string, stage int, to, guard string, inputs []Input, do ...string) {
	g.step(name, stage, to, guard, do...)
	last := &g.region.gadgets[len(g.region.gadgets)-1]
	if to == g.goal {
		last.out = fmt.Sprintf("signal(%d)", g.random.IntN(100))
	}
	g.hard = append(g.hard, Hard{Name: last.name, Kind: g.kind, From: g.place(0), Inputs: inputs})
}

// limit draws a limit from 5 to 1,000, log-uniformly distributed.
func (g *gadget) limit() int {
	return int(math.Round(5 * math.Pow(200, g.random.Float64())))
}

// window draws an interval of a quarter of the values of x, as a condition and a value in it.
func (g *gadget) window() (condition string, inside int) {
	low := g.random.IntN(largest * 3 / 4)
	return fmt.Sprintf("x >= %d and x <= %d", low, low+largest/4), low + g.random.IntN(largest/4)
}

// debounce counts samples in a window that follow each other without interruption.
func (g *gadget) debounce() { g.count(true) }

// tally counts samples in a window, and goes on counting when it is entered again.
func (g *gadget) tally() { g.count(false) }

// count counts up to a limit; a sample outside of the window leads away, and may reset the count.
func (g *gadget) count(reset bool) {
	count, limit := g.variable("count"), g.limit()
	g.region.counters = append(g.region.counters, counter{count, limit})
	window, inside := g.window()
	var leave []string
	if reset {
		leave = []string{count + " := 0"}
	}
	g.step("count", 0, g.place(0), fmt.Sprintf("%s < %d and %s", count, limit, window), fmt.Sprintf("%s := %s + 1", count, count))
	g.pass("full", 0, g.goal, fmt.Sprintf("%s == %d", count, limit), slices.Repeat([]Input{{inside}}, limit+1), count+" := 0")
	g.step("leave", 0, g.home, "else", leave...)
}

// lock requires three values one after the other, and starts again after each wrong one.
func (g *gadget) lock() {
	var inputs []Input
	for stage := range 3 {
		x := g.value()
		inputs = append(inputs, Input{x})
		name, to, back := fmt.Sprintf("key%d", stage+1), g.place(stage+1), g.place(0)
		if stage == 2 {
			name, to = "open", g.goal
		}
		if stage == 0 {
			back = g.home
		}
		g.pass(name, stage, to, fmt.Sprintf("x == %d", x), slices.Clone(inputs))
		g.step(fmt.Sprintf("wrong%d", stage+1), stage, back, "else")
	}
}

// password accepts any two values and tests them together with a third.
func (g *gadget) password() {
	first, second := g.variable("first"), g.variable("second")
	x, y, factor, offset := g.value(), g.value(), 2+g.random.IntN(8), g.random.IntN(100)
	third := (factor*x + offset) % (largest + 1)
	g.step("first", 0, g.place(1), "", first+" := x")
	g.step("second", 1, g.place(2), "", second+" := x")
	g.pass("open", 2, g.goal, fmt.Sprintf("%s == %d and %s == %d and x == (%d * %s + %d) %% %d", first, x, second, y, factor, first, offset, largest+1),
		[]Input{{x}, {y}, {third}})
	g.step("wrong", 2, g.home, "else")
}

// primes are moduli of checksums.
var primes = []int{997, 1021, 2039, 4093, 8191, 9973}

// checksum draws the condition that the checksum of three numbers is that of three values, which it returns.
func (g *gadget) checksum(a, b, c string) (condition string, values Input) {
	values = Input{g.value(), g.value(), g.value()}
	p, q, prime := 3+g.random.IntN(97), 3+g.random.IntN(97), primes[g.random.IntN(len(primes))]
	sum := (p*values[0] + q*values[1] + values[2]) % prime
	return fmt.Sprintf("(%d * %s + %d * %s + %s) %% %d == %d", p, a, q, b, c, prime, sum), values
}

// frame has its three numbers in one message.
func (g *gadget) frame() {
	condition, values := g.checksum("x", "y", "z")
	g.pass("good", 0, g.goal, condition, []Input{values})
	g.step("bad", 0, g.home, "else")
}

// telegram has its three numbers in messages that follow each other, and is tested after the last.
func (g *gadget) telegram() {
	names := []string{g.variable("a"), g.variable("b"), g.variable("c")}
	for stage, name := range names {
		g.step("part"+fmt.Sprint(stage+1), stage, g.place(stage+1), "", name+" := x")
	}
	condition, values := g.checksum(names[0], names[1], names[2])
	g.pass("good", 3, g.goal, condition, []Input{{values[0]}, {values[1]}, {values[2]}, {}})
	g.step("bad", 3, g.home, "else")
}

// delaySteps is how many steps lie between receiving a value and testing it.
const delaySteps = 50

// delay keeps two values and tests them after a wait.
func (g *gadget) delay() {
	first, second, wait := g.variable("first"), g.variable("second"), g.variable("wait")
	x, y := g.value(), g.value()
	g.step("keep", 0, g.place(1), "", first+" := x", second+" := y", wait+" := 0")
	g.step("wait", 1, g.place(1), fmt.Sprintf("%s < %d", wait, delaySteps), fmt.Sprintf("%s := %s + 1", wait, wait))
	inputs := append([]Input{{x, y}}, make([]Input, delaySteps+1)...)
	g.pass("match", 1, g.goal, fmt.Sprintf("%s == %d and %s == %d and %s == %d", wait, delaySteps, first, x, second, y), inputs)
	g.step("miss", 1, g.home, "else")
}
