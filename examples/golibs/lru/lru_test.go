// Package lru tests the LRU cache of github.com/hashicorp/golang-lru against ../../lru/lru.sxt, with bindings.
package lru

import (
	"testing"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sextant-mbt/sextant"
)

//go:generate sextant export ../../lru/lru.sxt --format go-bindings --package lru -o lru_sxt_test.go

// cache is the library behind the bindings.
type cache struct {
	library *lru.Cache[int64, int64]
	send    func(CacheOutput)
}

func (c *cache) Put(in Put) error {
	oldest, _, _ := c.library.GetOldest()
	out := Stored{Victim: &oldest}
	if !c.library.Add(in.Key, in.Value) {
		out.Victim = nil
	}
	c.send(out)
	return nil
}

func (c *cache) Read(in Read) error { return c.found(c.library.Get(in.Key)) }

func (c *cache) Peek(in Peek) error { return c.found(c.library.Peek(in.Key)) }

func (c *cache) Drop(in Drop) error {
	value, ok := c.library.Peek(in.Key)
	c.library.Remove(in.Key)
	return c.found(value, ok)
}

func (c *cache) List(List) error {
	c.send(Listed{c.library.Keys()})
	return nil
}

func (c *cache) found(value int64, ok bool) error {
	out := Found{&value}
	if !ok {
		out.Value = nil
	}
	c.send(out)
	return nil
}

func TestCache(t *testing.T) {
	sextant.Test(t, sextant.File("../../lru/lru.sxt"), NewCache(func(send func(CacheOutput)) (Cache, error) {
		library, err := lru.New[int64, int64](3)
		return &cache{library, send}, err
	}), sextant.TestOptions{})
}
