package bugs

import "github.com/sextant-mbt/sextant/bench/bugs/lru"

func lruTarget() *Target {
	return &Target{
		Name: "lru", Nature: "library in Go: a cache of three entries",
		Ops:  []Op{{"put", []Arg{key("key"), widest("value")}}, {"get", []Arg{key("key")}}, {"remove", []Arg{key("key")}}, {"length", nil}, {"clear", nil}},
		Rare: []string{"clear"},
		Faults: []Fault{
			{"one-too-many", OffByOne, "the cache keeps four entries"},
			{"key-cut-at-64", Truncation, "keys are stored with 64 characters at most"},
			{"keys-ignore-case", CaseFold, "A and a are the same key"},
			{"value-int32", Width, "values are stored with 32 bits"},
			{"get-is-no-use", OrderOfTwo, "reading an entry does not make it the one used last"},
			{"remove-keeps-count", LostUpdate, "removing an entry does not lower the count"},
			{"update-evicts", EqualValue, "changing an entry of a full cache evicts another one"},
			{"clear-keeps-last", AfterReset, "after clearing, the entry that was read last is still found"},
		},
		Start: func(fault string) (Instance, error) { return cache{lru.New(fault)}.instance(), nil },
	}
}

type cache struct{ *lru.Cache }

func (c cache) instance() Instance {
	return local(func(in Message) []Message {
		switch in.Name {
		case "put":
			if evicted, was := c.Put(in.Args[0].(string), in.Args[1].(int64)); was {
				return say("evicted", evicted)
			}
			return say("done")
		case "get":
			if value, known := c.Get(in.Args[0].(string)); known {
				return say("value", value)
			}
			return say("miss")
		case "remove":
			if c.Remove(in.Args[0].(string)) {
				return say("done")
			}
			return say("miss")
		case "length":
			return say("size", int64(c.Len()))
		}
		c.Clear()
		return say("done")
	})
}
