package concolic

import (
	"fmt"
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
)

// chained are machines in which an input decides a guard on the way to a target whose own guard needs another input.
var chained = map[string]string{
	"card": `
input card(g: int)
input sign(a: int)
var g: int = 0, a: int = 0
initial idle
card: idle -> held in card(x) do g := x
drop: held -> idle in sign(x) when g != 1
sign: held -> signed in sign(x) when g == 1 do a := x
pay:  signed -> paid when a == 1
back: signed -> idle when a != 1
`,
	"codes": `
input enter(code: int)
var a: int = 0, b: int = 0, c: int = 0
initial s0
e1:    s0 -> s1 in enter(x) do a := x
e2:    s1 -> s2 in enter(x) when a % 1000 == 471 do b := x
r1:    s1 -> s0 in enter(_) when a % 1000 != 471
e3:    s2 -> s3 in enter(x) when (b + a) % 1000 == 123 do c := x; a := 0; b := 0
r2:    s2 -> s0 in enter(_) when (b + a) % 1000 != 123
goal:  s3 -> s0 when c % 10000 == 77
other: s3 -> s0 when c % 10000 != 77
`,
	"loader": `
input key(k: int)
input amount(n: int)
input next()
var code: int = 0, load: int = 0, sum: int = 0, mode: int = 0
initial off
on:    off -> ready in key(k) do code := k
wait:  ready -> armed in next()
abort: armed -> off in next() when code != 9021
load:  armed -> loaded in amount(n) when code == 9021 do load := n
mode:  loaded -> moded in amount(n) when load > 1000 and load < 1010 do mode := n; sum := load + 17
low:   loaded -> off in next() when load <= 1000 or load >= 1010
fire:  moded -> off when mode == sum
cold:  moded -> off when mode != sum
`,
	// A cash register: a cashier logs in, scans and is paid; a manager can void a receipt. To audit a void, the register must be
	// in the state in which the void was allowed, once more.
	"register": `
input login(pin: int)
input scan(price: int)
input total()
input cash(given: int)
input coupon(code: int)
input void(code: int)
input key(turn: int)
input report()
output open()
var pin: int = 0, sum: int = 0, given: int = 0, code: int = 0, items: int = 0, right: int = 0
initial closed
login:   closed -> checking in login(p) do pin := p
refuse:  checking -> closed in key(_) when pin % 1000 != 421
accept:  checking -> ready in key(_) when pin % 1000 == 421
logout:  ready -> closed in key(t) when t == 0 do pin := 0
begin:   ready -> selling in scan(p) when p > 0 do sum := p; items := 1
scan:    selling -> selling in scan(p) when p > 0 and items < 9 do sum := sum + p; items := items + 1
free:    selling -> selling in scan(p) when p == 0
total:   selling -> due in total()
coupon:  due -> rebate in coupon(c) do code := c
invalid: rebate -> due in key(_) when code != sum % 997
valid:   rebate -> due in key(_) when code == sum % 997 and items > 2 do sum := sum - 5
paid:    due -> change in cash(g) when g >= sum do given := g
more:    due -> due in cash(g) when g < sum and g > 0 do sum := sum - g
even:    change -> done when given == sum
back:    change -> done when given > sum out open()
next:    done -> ready in report() do sum := 0; items := 0
void:    done -> voiding in void(c) do right := c
denied:  voiding -> done in key(_) when right != pin + items
voided:  voiding -> audit in key(t) when right == pin + items and items > 3 do given := t
audit:   audit -> ready in report() when given == 2
skip:    audit -> ready in report() when given != 2
`}

// TestChainedGuards: EC reaches everything where a guard in between tests the first of two inputs, for every seed.
func TestChainedGuards(t *testing.T) {
	testkit.Sequential(t)
	for name, text := range chained {
		for seed := range seeds(4, 10) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				o := searchFor(t, testkit.LoadText(t, text), Options{Engine: EC, Seed: seed, Steps: 500_000, Queries: 10_000})
				if m := missed(o); len(m) > 0 {
					t.Errorf("not reached: %v", m)
				}
				mustReplay(t, o)
			})
		}
	}
}

// TestStatesOfBackjumpsAreKept: the states on the way of a backjump are stored, however many others were found at their locations.
func TestStatesOfBackjumpsAreKept(t *testing.T) {
	s := testkit.LoadText(t, "input go(n: 0..999999)\nvar x: int = 0\ninitial a\nset: a -> b in go(n) do x := n\nlost: b -> a in go(_) when x != 500001\n"+
		"on: b -> c in go(_) when x == 500001\nback: c -> a in go(_)\n")
	o := searchFor(t, s, Options{Engine: EC, Seed: 1, Steps: 100_000})
	if m := missed(o); len(m) > 0 {
		t.Fatalf("not reached: %v", m)
	}
	if how := o.Hits[2].How; how != byBackjumping {
		t.Fatalf("reached by %s", how)
	}
	for _, r := range o.campaign.store.at([]int{1}) {
		if r.at.word(1) == 500001 {
			return
		}
	}
	t.Error("the state between the two steps of the backjump is not stored")
}
