package term

import (
	"fmt"
	"math"
	"runtime"
	"testing"
)

// kept counts the entries for constants in a store, including stale ones.
func kept(s *Store) int {
	n := 0
	for i := range s.shards {
		for _, list := range s.shards[i].constants {
			n += len(list)
		}
	}
	return n
}

// TestConstantsAreForgotten: a store that has seen very many numbers does not keep unused ones.
func TestConstantsAreForgotten(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it long")
	}
	const rounds, many = 20, 50_000
	s := NewStore()
	for r := range int64(rounds) {
		for i := range int64(many) {
			s.Int(1_000_000 + r*many + i)
			s.Const(String, StringValue(fmt.Sprint("text ", r*many+i)))
		}
		runtime.GC()
	}
	if n := kept(s); n > 4*2*many {
		t.Errorf("%d constants are kept of %d", n, rounds*2*many)
	}
}

// TestConstantsThatComeBack: a constant that is dropped and created again repeatedly, as in a log with few different texts, has constant cost
// each time.
func TestConstantsThatComeBack(t *testing.T) {
	s := NewStore()
	for range 50 {
		s.Const(String, StringValue("started"))
		s.Int(1_000_000)
		runtime.GC()
	}
	if n := kept(s); n > 2*2 {
		t.Errorf("%d are kept of 2 constants", n)
	}
}

// TestIdentitiesDoNotRunOut: short-lived constants use more identities than 32 bits allow.
func TestIdentitiesDoNotRunOut(t *testing.T) {
	s := NewStore()
	x := s.Var("x", Int)
	s.next.Store(math.MaxUint32 - 1)
	for i := range 10 {
		if y := s.Var(fmt.Sprint("y", i), Int); y.ID() <= x.ID() {
			t.Fatalf("the variable after %d is %d", x.ID(), y.ID())
		}
	}
}

// TestConstantsStayTheSame: while a constant, or a term that contains it, is referenced, the same value gives the same term.
func TestConstantsStayTheSame(t *testing.T) {
	s := NewStore()
	x := s.Var("x", Int)
	held, sums := map[int64]*Term{}, map[int64]*Term{}
	for n := int64(-200_000); n < 200_000; n += 2 {
		c := s.Int(n * 1001)
		switch {
		case n%100 == 0:
			held[n] = c
		case n%100 == 2:
			sums[n] = s.Add(x, c)
		}
		if n%50_000 == 0 {
			runtime.GC()
		}
	}
	runtime.GC()
	for n, c := range held {
		if s.Int(n*1001) != c {
			t.Fatalf("%d is two terms", n*1001)
		}
	}
	for n, sum := range sums {
		if s.Add(x, s.Int(n*1001)) != sum {
			t.Fatalf("x + %d is two terms", n*1001)
		}
	}
}
