package lru

import (
	"math/big"
	"testing"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sextant-mbt/sextant"
)

// answer gives the library an input as it comes without bindings.
func answer(library *lru.Cache[int64, int64], in sextant.Message) []sextant.Message {
	switch in.Channel {
	case "put":
		oldest, _, _ := library.GetOldest()
		if library.Add(integer(in, 0), integer(in, 1)) {
			return output("stored", oldest)
		}
		return output("stored", nil)
	case "read":
		return found(library.Get(integer(in, 0)))
	case "peek":
		return found(library.Peek(integer(in, 0)))
	case "drop":
		value, ok := library.Peek(integer(in, 0))
		library.Remove(integer(in, 0))
		return found(value, ok)
	case "list":
		return output("listed", library.Keys())
	}
	return nil
}

func found(value int64, ok bool) []sextant.Message {
	if ok {
		return output("found", value)
	}
	return output("found", nil)
}

// integer is a value of an input.
func integer(in sextant.Message, i int) int64 { return in.Payload[i].(*big.Int).Int64() }

func output(channel string, value any) []sextant.Message {
	return []sextant.Message{{Channel: channel, Payload: []any{value}}}
}

// TestUntyped is TestCache without bindings.
func TestUntyped(t *testing.T) {
	sextant.Test(t, sextant.File("../../lru/lru.sxt"), sextant.Synchronous(func() func(sextant.Message) []sextant.Message {
		library, err := lru.New[int64, int64](3)
		if err != nil {
			t.Error(err)
		}
		return func(in sextant.Message) []sextant.Message { return answer(library, in) }
	}), sextant.TestOptions{})
}
