// Command cache is the adapter between lru.sxt and the LRU cache of github.com/hashicorp/golang-lru: JSON lines on one side, calls of
// the library on the other. With -fault NAME it uses the library wrongly; -fault list says how.
package main

import (
	"encoding/json"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// capacity is the number of entries of the cache.
const capacity = 3

var faults = []lines.Fault{
	{Name: "victim", What: "wrong victim after an update: who changes an entry does not use it"},
	{Name: "peek", What: "wrong victim after a look: who looks at an entry uses it"},
	{Name: "again", What: "a key that was dropped and comes again has its old value"},
}

// adapter translates between channels of the model and calls of the library. Values are behind pointers, so that they can be changed
// without calls of the library.
type adapter struct {
	fault   string
	cache   *lru.Cache[int, *json.Number]
	dropped map[int]*json.Number // for the fault again
	out     *lines.Writer
}

func main() {
	lines.Main(faults, func(fault string, out *lines.Writer) func(lines.Input) error {
		return newAdapter(fault, out).react
	})
}

func newAdapter(fault string, out *lines.Writer) *adapter {
	cache, err := lru.New[int, *json.Number](capacity)
	if err != nil {
		panic(err) // only if the capacity is not positive
	}
	return &adapter{fault: fault, cache: cache, dropped: map[int]*json.Number{}, out: out}
}

// react makes the call of an input and passes its result on.
func (a *adapter) react(in lines.Input) error {
	var key int
	switch in.Channel {
	case "put":
		var value json.Number
		if err := in.Values(&key, &value); err != nil {
			return err
		}
		return a.put(key, value)
	case "list":
		if err := in.Values(); err != nil {
			return err
		}
		return a.out.Send("listed", a.cache.Keys())
	}
	if err := in.Values(&key); err != nil {
		return err
	}
	switch in.Channel {
	case "read":
		return a.tell(a.cache.Get(key))
	case "peek":
		return a.peek(key)
	case "drop":
		return a.drop(key)
	}
	return in.Unknown()
}

// put adds or changes an entry, and reports which other entry was evicted.
func (a *adapter) put(key int, value json.Number) error {
	if old, ok := a.cache.Peek(key); ok && a.fault == "victim" {
		*old = value
		return a.out.Send("stored", nil)
	}
	if old, ok := a.dropped[key]; ok && a.fault == "again" {
		value = *old
	}
	var victim *int
	if oldest, _, ok := a.cache.GetOldest(); ok {
		victim = &oldest
	}
	if evicted := a.cache.Add(key, &value); !evicted {
		victim = nil
	}
	return a.out.Send("stored", victim)
}

// peek looks at an entry, which does not count as using it.
func (a *adapter) peek(key int) error {
	if a.fault == "peek" {
		return a.tell(a.cache.Get(key))
	}
	return a.tell(a.cache.Peek(key))
}

// drop removes an entry and sends its value.
func (a *adapter) drop(key int) error {
	value, ok := a.cache.Peek(key)
	if ok {
		a.dropped[key] = value
	}
	a.cache.Remove(key)
	return a.tell(value, ok)
}

// tell sends a value, or that there is none.
func (a *adapter) tell(value *json.Number, ok bool) error {
	if !ok {
		return a.out.Send("found", nil)
	}
	return a.out.Send("found", value)
}
