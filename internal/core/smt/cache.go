package smt

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// Cache holds answers by the set of conjuncts, whatever their order. Several workers may share one. It keeps two generations: when the young
// one is full it becomes the old one, and the old one is dropped. An entry that is used again becomes young again.
type Cache struct {
	mu    sync.Mutex
	limit int
	count int // entries of the young generation
	young map[uint64][]cached
	old   map[uint64][]cached
}

// cached is an answer that is sat or unsat.
type cached struct {
	conjuncts []*term.Term // ordered, without duplicates
	answer    Answer
}

// DefaultCacheEntries bounds a cache that New makes itself.
const DefaultCacheEntries = 100_000

// NewCache makes an empty cache that keeps at most maxEntries answers.
func NewCache(maxEntries int) *Cache {
	return &Cache{limit: max(1, maxEntries/2), young: map[uint64][]cached{}, old: map[uint64][]cached{}}
}

// Len is the number of answers kept.
func (c *Cache) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, generation := range []map[uint64][]cached{c.young, c.old} {
		for _, bucket := range generation {
			n += len(bucket)
		}
	}
	return n
}

// key is the set of conjuncts as an ordered slice, and its hash.
func key(conjuncts []*term.Term) ([]*term.Term, uint64) {
	set := slices.Clone(conjuncts)
	slices.SortFunc(set, func(a, b *term.Term) int { return cmp.Compare(a.ID(), b.ID()) })
	set = slices.Compact(set)
	var hash uint64
	for _, c := range set {
		hash += c.Hash() * 0x9e3779b97f4a7c15
	}
	return set, hash
}

// find is the answer to a query, if the cache has it with all the wanted values. The entry becomes young.
func (c *Cache) find(set []*term.Term, hash uint64, values []*term.Term) (Answer, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.take(set, hash)
	if !ok {
		return Answer{}, false
	}
	c.put(entry, hash)
	answer := entry.answer
	if answer.Status == Sat {
		answer.Model, ok = answer.Model.restrict(values)
	}
	return answer, ok
}

// add keeps an answer, in place of one that is kept for the same conjuncts.
func (c *Cache) add(set []*term.Term, hash uint64, answer Answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.take(set, hash)
	c.put(cached{set, answer}, hash)
}

// take removes the entry of a set of conjuncts.
func (c *Cache) take(set []*term.Term, hash uint64) (cached, bool) {
	for k, generation := range []map[uint64][]cached{c.young, c.old} {
		bucket := generation[hash]
		i := slices.IndexFunc(bucket, func(entry cached) bool { return slices.Equal(entry.conjuncts, set) })
		if i < 0 {
			continue
		}
		if k == 0 {
			c.count--
		}
		entry := bucket[i]
		generation[hash] = slices.Delete(bucket, i, i+1)
		return entry, true
	}
	return cached{}, false
}

// put adds an entry to the young generation.
func (c *Cache) put(entry cached, hash uint64) {
	if c.count >= c.limit {
		c.old, c.young, c.count = c.young, map[uint64][]cached{}, 0
	}
	c.young[hash] = append(c.young[hash], entry)
	c.count++
}

// cacher is a Solver that remembers the answers of the next one.
type cacher struct {
	Solver
	cache *Cache
	hits  int
}

// Stats adds the hits to the counts of the next solver.
func (c *cacher) Stats() Stats {
	stats := c.Solver.Stats()
	stats.CacheHits += c.hits
	return stats
}

// Check sends only queries without a cached answer to the next solver. Unknown is not cached: a later query may have a longer time limit.
func (c *cacher) Check(ctx context.Context, q Query) (Answer, error) {
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	set, hash := key(q.Conjuncts)
	if answer, ok := c.cache.find(set, hash, q.Values); ok {
		c.hits++
		return answer, nil
	}
	answer, err := c.Solver.Check(ctx, q)
	if err == nil && answer.Status != Unknown {
		kept := answer
		kept.Model = maps.Clone(answer.Model)
		c.cache.add(set, hash, kept)
	}
	return answer, err
}
