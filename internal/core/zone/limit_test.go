package zone

import (
	"math/big"
	"testing"
)

// TestRefused: all predicates of a zone with a bound beyond the limit are false, after any operation.
func TestRefused(t *testing.T) {
	for name, make := range map[string]func(*Zone){
		"constraint": func(z *Zone) { z.Up(); z.Constrain(1, 0, AtMost(Limit+1)) },
		"reset":      func(z *Zone) { z.Reset(1, -Limit-1) },
		"sum": func(z *Zone) {
			z.Reset(1, Limit)
			z.Reset(2, -Limit)
		},
		"shift": func(z *Zone) {
			z.Reset(1, Limit)
			z.Assign(1, 1, 1)
		},
	} {
		t.Run(name, func(t *testing.T) {
			z := Zero(2)
			make(z)
			z.Up()
			z.Reset(1, 0)
			z.Constrain(1, 0, Less(0))
			z.Free(2)
			if !z.Refused() || z.IsEmpty() || z.Point() != nil {
				t.Errorf("refused %v, empty %v, point %v; want only refused", z.Refused(), z.IsEmpty(), z.Point())
			}
			if all := Universe(2); all.Includes(z) || z.Includes(all) || z.Equal(z) || z.SimulatedBy(all, NewBounds(2)) || all.SimulatedBy(z, NewBounds(2)) {
				t.Error("a refused zone is compared")
			}
		})
	}
}

// TestLimit: bounds at the limit are exact.
func TestLimit(t *testing.T) {
	z := Zero(1)
	z.Reset(1, Limit)
	if z.Refused() || z.Bound(1, 0) != AtMost(Limit) || z.Bound(0, 1) != AtMost(-Limit) {
		t.Errorf("x := limit gives %v", z)
	}
}

func TestUnits(t *testing.T) {
	u := NewUnits(big.NewRat(1, 2), big.NewRat(5, 6), big.NewRat(-7, 4))
	for _, row := range []struct {
		in   *big.Rat
		want int64
		ok   bool
	}{
		{big.NewRat(1, 2), 6, true},
		{big.NewRat(5, 6), 10, true},
		{big.NewRat(-7, 4), -21, true},
		{big.NewRat(3, 1), 36, true},
		{big.NewRat(1, 5), 0, false},
		{big.NewRat(Limit, 1), 0, false},
		{big.NewRat(Limit/12+1, 1), 0, false},
	} {
		got, ok := u.Int(row.in)
		if ok != row.ok || ok && got != row.want {
			t.Errorf("%v is %d units, %v; want %d, %v", row.in, got, ok, row.want, row.ok)
		}
	}
	if got := u.Rat(big.NewRat(21, 1)); got.Cmp(big.NewRat(7, 4)) != 0 {
		t.Errorf("21 units are %v, want 7/4", got)
	}
}

func TestString(t *testing.T) {
	z := Zero(1)
	z.Up()
	z.Constrain(1, 0, Less(3))
	if got, want := z.String(), "x0 - x1 <= 0, x1 - x0 < 3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
