package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/sextant-mbt/sextant/examples/internal/lines"
)

// This file has the commands on lists, hashes and sets, for collections.sxt. An input channel has the name of its command, and
// its first value is a key. A value that is a JSON array is sent as several words, one for each element, and a JSON object as a
// field and a value for each member. A reply that is an array becomes an output whose value is a list, a set or a map; which one
// depends on the command.

// collections has the commands, each with the number of its values that are keys, and the channel for a reply that is an array.
var collections = map[string]struct {
	keys  int
	array string
}{
	"unlink": {keys: 1},
	"rpush":  {keys: 1}, "lpush": {keys: 1}, "lpop": {keys: 1}, "rpop": {keys: 1}, "llen": {keys: 1}, "lindex": {keys: 1},
	"lset": {keys: 1}, "lrem": {keys: 1}, "lrange": {keys: 1, array: "elements"},
	"hset": {keys: 1}, "hget": {keys: 1}, "hdel": {keys: 1}, "hlen": {keys: 1}, "hgetall": {keys: 1, array: "pairs"},
	"sadd": {keys: 1}, "srem": {keys: 1}, "sismember": {keys: 1}, "scard": {keys: 1}, "smove": {keys: 2},
	"smembers": {keys: 1, array: "members"}, "sinter": {keys: 2, array: "members"},
}

// collectionKeys are the keys of collections.sxt, which are removed at the start.
var collectionKeys = []string{"k1", "k2", "k3"}

// collect sends the command of an input, and passes its reply on.
func (a *adapter) collect(in lines.Input) error {
	words, err := a.collectionWords(in)
	if err != nil {
		return err
	}
	r, err := a.first.call(words...)
	if err != nil {
		return err
	}
	return a.tellCollection(collections[in.Channel].array, r)
}

// collectionWords returns the command of an input.
func (a *adapter) collectionWords(in lines.Input) ([]string, error) {
	words := []string{in.Channel}
	for i, text := range in.Payload {
		some, err := wordsOf(text)
		if err != nil {
			return nil, fmt.Errorf("value %d of %s: %w", i+1, in.Channel, err)
		}
		if i < collections[in.Channel].keys {
			if len(some) != 1 {
				return nil, fmt.Errorf("value %d of %s: expected a key", i+1, in.Channel)
			}
			some[0] = a.place(some[0])
		}
		words = append(words, some...)
	}
	return words, nil
}

// place returns the key on the server for a key of the model.
func (a *adapter) place(key string) string { return a.key + ":" + key }

// wordsOf returns the words of a command for a value.
func wordsOf(value json.RawMessage) ([]string, error) {
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.UseNumber()
	var v any
	if err := decoder.Decode(&v); err != nil {
		return nil, err
	}
	var words []string
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			words = append(words, fmt.Sprint(e))
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			words = append(words, name, fmt.Sprint(v[name]))
		}
	default:
		words = []string{fmt.Sprint(v)}
	}
	return words, nil
}

// tellCollection sends a reply to the tester; an array goes to the given channel.
func (a *adapter) tellCollection(channel string, r reply) error {
	switch r.kind {
	case bulk:
		return a.out.Send("bulk", r.text)
	case null:
		return a.out.Send("bulk", nil)
	case array:
		return a.tellArray(channel, r)
	}
	return a.tell(own, r)
}

// tellArray sends an array of texts: pairs of fields and values as an object.
func (a *adapter) tellArray(channel string, r reply) error {
	texts := make([]string, len(r.elements))
	for i, e := range r.elements {
		if e.kind != bulk {
			return fmt.Errorf("element %d of an array of the server is no text", i+1)
		}
		texts[i] = e.text
	}
	if channel != "pairs" {
		return a.out.Send(channel, texts)
	}
	fields := map[string]string{}
	for pair := range slices.Chunk(texts, 2) {
		if len(pair) < 2 {
			return fmt.Errorf("the server sent field %q without a value", pair[0])
		}
		if _, ok := fields[pair[0]]; ok {
			return fmt.Errorf("the server sent field %q twice", pair[0])
		}
		fields[pair[0]] = pair[1]
	}
	return a.out.Send(channel, fields)
}
