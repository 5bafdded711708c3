// Package lru is a cache that forgets the entry that was not used for the longest time.
package lru

import "strings"

// Room is the number of entries.
const Room = 3

type entry struct {
	key   string
	value int64
}

// Cache is a cache of numbers. The zero value cannot be used.
type Cache struct {
	fault   string
	order   []string // of keys as index returns them, the last one used first
	entries map[string]*entry
	count   int
	last    *entry // that was found by Get, to find it quickly again
}

// New returns an empty cache with a fault.
func New(fault string) *Cache { return &Cache{fault: fault, entries: map[string]*entry{}} }

// index returns the key by which an entry is found.
func (c *Cache) index(key string) string {
	if c.fault == "keys-ignore-case" {
		return strings.ToLower(key)
	}
	return key
}

// Put adds or changes an entry. If another one had to go, its key is returned.
func (c *Cache) Put(key string, value int64) (evicted string, was bool) {
	if c.fault == "value-int32" {
		value = int64(int32(value))
	}
	i := c.index(key)
	e, known := c.entries[i]
	room := Room
	if c.fault == "one-too-many" {
		room++
	}
	if c.count >= room && (!known || c.fault == "update-evicts" && len(c.order) > 1) {
		evicted, was = c.evict(), true
		e, known = c.entries[i]
	}
	if known {
		e.value = value
		c.touch(i)
		return evicted, was
	}
	c.entries[i] = &entry{key: c.kept(key), value: value}
	c.order = append([]string{i}, c.order...)
	c.count++
	return evicted, was
}

// kept returns a key as it is stored.
func (c *Cache) kept(key string) string {
	if runes := []rune(key); c.fault == "key-cut-at-64" && len(runes) > 64 {
		return string(runes[:64])
	}
	return key
}

func (c *Cache) evict() string {
	if len(c.order) == 0 {
		return ""
	}
	last := c.order[len(c.order)-1]
	e := c.entries[last]
	c.drop(last)
	return e.key
}

func (c *Cache) drop(i string) {
	delete(c.entries, i)
	c.last = nil
	c.count--
	for n, other := range c.order {
		if other == i {
			c.order = append(c.order[:n], c.order[n+1:]...)
			return
		}
	}
}

// touch makes an entry the one used last.
func (c *Cache) touch(i string) {
	for n, other := range c.order {
		if other == i {
			copy(c.order[1:n+1], c.order[:n])
			c.order[0] = i
			return
		}
	}
}

// Get returns the value of a key.
func (c *Cache) Get(key string) (int64, bool) {
	i := c.index(key)
	if c.last != nil && c.last.key == key {
		c.touch(i)
		return c.last.value, true
	}
	e, known := c.entries[i]
	if !known {
		return 0, false
	}
	if c.fault != "get-is-no-use" {
		c.touch(i)
	}
	if c.fault == "clear-keeps-last" {
		c.last = e
	}
	return e.value, true
}

// Remove forgets a key.
func (c *Cache) Remove(key string) bool {
	i := c.index(key)
	if _, known := c.entries[i]; !known {
		return false
	}
	c.drop(i)
	if c.fault == "remove-keeps-count" {
		c.count++
	}
	return true
}

// Len returns the number of entries.
func (c *Cache) Len() int { return c.count }

// Clear forgets everything.
func (c *Cache) Clear() {
	c.entries, c.order, c.count = map[string]*entry{}, nil, 0
	if c.fault != "clear-keeps-last" {
		c.last = nil
	}
}
