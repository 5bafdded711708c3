package term

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

// A long program ends when its context does; with a context that never ends it runs to completion.
func TestSymbolicWithin(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, length := range []int{stepsBetweenChecks / 4, 4 * stepsBetweenChecks} {
		s := NewStore()
		x := s.Var("x", Int)
		chain := x
		for i := range length {
			chain = s.Ite(s.Eq(x, s.Int(int64(i))), s.Var(fmt.Sprint("v", i), Int), chain)
		}
		p := s.Compile([]*Term{chain}, []*Term{x})
		got, err := p.SymbolicWithin(ended, []*Term{s.Var("y", Int)})
		long := length > stepsBetweenChecks
		if errors.Is(err, context.Canceled) != long || (got == nil) != long {
			t.Errorf("a chain of %d gives %v", length, err)
		}
	}
}
