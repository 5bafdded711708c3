package btree

import (
	"math/big"
	"testing"

	"github.com/google/btree"

	"github.com/sextant-mbt/sextant"
)

// answer gives the library an input as it comes without bindings.
func answer(t *btree.BTreeG[int64], in sextant.Message) []sextant.Message {
	switch in.Channel {
	case "insert":
		_, replaced := t.ReplaceOrInsert(integer(in))
		return output("answer", replaced)
	case "remove":
		_, removed := t.Delete(integer(in))
		return output("answer", removed)
	case "has":
		return output("answer", t.Has(integer(in)))
	case "least":
		if least, ok := t.Min(); ok {
			return output("item", least)
		}
		return output("item", nil)
	case "ascend":
		items := []int64{}
		t.AscendGreaterOrEqual(integer(in), func(item int64) bool {
			items = append(items, item)
			return true
		})
		return output("items", items)
	}
	return nil
}

// integer is the value of an input.
func integer(in sextant.Message) int64 { return in.Payload[0].(*big.Int).Int64() }

func output(channel string, value any) []sextant.Message {
	return []sextant.Message{{Channel: channel, Payload: []any{value}}}
}

// TestUntyped is TestTree without bindings.
func TestUntyped(t *testing.T) {
	sextant.Test(t, sextant.File("btree.sxt"), sextant.Synchronous(func() func(sextant.Message) []sextant.Message {
		library := btree.NewOrderedG[int64](2)
		return func(in sextant.Message) []sextant.Message { return answer(library, in) }
	}), sextant.TestOptions{})
}
