package xlia

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
	for _, c := range codes.Section(f, codes.XLIA) {
		f.Add(c.Example)
	}
	f.Add(system("@public: port input p; @region: state< initial > s { transition --> s { input p; } } @com: connect< env >{ input p; }"))
	f.Fuzz(converter.CheckAny)
}

// FuzzStatements does the same with the statements of a transition in an otherwise correct system.
func FuzzStatements(f *testing.F) {
	f.Add("input in2( x, u ); guard( 1/3 <= q <= 2.5 && cl >= p ); { |,| x := y; y := x; } output out1( x ); x++; cl := q;")
	f.Add("guard exists< z : urational > (z > q || forall< x : pos_int > x > u); newfresh p; output out2( cl ); cl := 0; guard( cl < n );")
	f.Add("b := e == r ? b : x * y > m => b; s := \"\\t\"; output out2( p - cl ); p -= 1; q /= 3;")
	f.Fuzz(func(t *testing.T, statements string) { converter.CheckAny(t, doing(statements)) })
}
