package classicalb

import (
	"testing"

	"github.com/sextant-mbt/sextant/internal/testkit"
	"github.com/sextant-mbt/sextant/internal/testkit/codes"
)

// FuzzConvert checks that any text quickly yields errors with positions in it, or a model that compiles.
func FuzzConvert(f *testing.F) {
	for _, path := range converter.Files(f) {
		f.Add(testkit.ReadFile(f, path))
	}
	for _, c := range codes.Section(f, codes.MachineB) {
		f.Add(c.Example)
	}
	f.Add(around("x = 1"))
	f.Fuzz(converter.CheckAny)
}

// FuzzGuard does the same with predicates and substitutions in an otherwise correct machine.
func FuzzGuard(f *testing.F) {
	f.Add("x / (i / (i / 2)) = 1 & bool(bool(q = TRUE) : {TRUE, FALSE}) = q")
	f.Add("card({k | k : 1..n & card({l | l : S & l /= c}) = 2 & f(k) = 0}) /= 3")
	f.Add("x = 1 THEN IF x = 2 THEN CHOICE f(1) := 2 OR ANY k WHERE k : 1..x THEN f(k) := k END END ELSE c :: S - {r} END WHEN x = 2")
	f.Add("f : 1..n --> NAT1 & !k.(k : NAT => #l.(l : 1..k & l = x))")
	f.Add("f[{1}] \\/ ran({1} <<| f) = {x, i} & f~ = {(1 |-> 2), x |-> i} & (f ; f) = f <+ {x |-> card(f)}")
	f.Add("[x] ^ [i] <- 2 = rev(tail([1])) & {k, l | k : S & l : BOOL & l = q} /= {} & SIGMA(k).(k : 1..n | f(k)) = 2")
	f.Add("#(s, k).(s <: S & k |-> q : {r |-> TRUE} & s /= {k}) & %k.(k : S | {k}) = {r |-> {}} & g2 : 0..2 >-> S")
	f.Add("c : S THEN ANY h, s WHERE h : S +-> POW(S) & s : seq(S) & size(s) < 3 THEN x := card(h(c)) ; i := x END WHEN q = TRUE THEN x, i : (x > x$0)")
	f.Fuzz(func(t *testing.T, guard string) { converter.CheckAny(t, around(guard)) })
}
