// Package btree tests the B-tree of github.com/google/btree against btree.sxt, with bindings.
package btree

import (
	"testing"

	"github.com/google/btree"

	"github.com/sextant-mbt/sextant"
)

//go:generate sextant export btree.sxt --format go-bindings --package btree -o btree_sxt_test.go

// tree is the library behind the bindings.
type tree struct {
	*btree.BTreeG[int64]
	send func(OrderedOutput)
}

func (t *tree) Insert(in Insert) error { return t.answer(t.ReplaceOrInsert(in.Item)) }

func (t *tree) Remove(in Remove) error { return t.answer(t.Delete(in.Item)) }

func (t *tree) Has(in Has) error { return t.answer(0, t.BTreeG.Has(in.Item)) }

func (t *tree) answer(_ int64, found bool) error {
	t.send(Answer{found})
	return nil
}

func (t *tree) Least(Least) error {
	out := Item{}
	if least, ok := t.Min(); ok {
		out.Item = &least
	}
	t.send(out)
	return nil
}

func (t *tree) Ascend(in Ascend) error {
	out := Items{}
	t.AscendGreaterOrEqual(in.From, func(item int64) bool {
		out.Items = append(out.Items, item)
		return true
	})
	t.send(out)
	return nil
}

func TestTree(t *testing.T) {
	sextant.Test(t, sextant.File("btree.sxt"), NewOrdered(func(send func(OrderedOutput)) (Ordered, error) {
		return &tree{btree.NewOrderedG[int64](2), send}, nil
	}), sextant.TestOptions{})
}
