package connect

import (
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// place is the position of a key in a mapping, counted from 1.
type place struct{ line, column int }

// placesOf returns the positions of the keys of a TOML document. The elements of a list of tables are numbered, as in reset.steps[0].
func placesOf(text []byte) map[string]place {
	places := map[string]place{}
	var parser unstable.Parser
	parser.Reset(text)
	table, elements := "", map[string]int{}
	for parser.NextExpression() {
		node := parser.Expression()
		key, at := keyOf(&parser, node)
		switch node.Kind {
		case unstable.Table:
			table = key
		case unstable.ArrayTable:
			table = fmt.Sprintf("%s[%d]", key, elements[key])
			elements[key]++
		case unstable.KeyValue:
			notePlace(places, strings.TrimPrefix(table+"."+key, "."), at)
			continue
		default:
			continue
		}
		notePlace(places, table, at)
	}
	return places
}

// notePlace records the position of a key, and of its parent keys if they have none yet.
func notePlace(places map[string]place, key string, at place) {
	for key != "" {
		if _, known := places[key]; known {
			return
		}
		places[key] = at
		key = outer(key)
	}
}

// outer returns the parent of a key; empty if there is none.
func outer(key string) string { return key[:max(strings.LastIndexAny(key, ".["), 0)] }

// keyOf returns the key of a dotted expression, and its position.
func keyOf(parser *unstable.Parser, node *unstable.Node) (string, place) {
	var words []string
	at := place{1, 1}
	for keys := node.Key(); keys.Next(); {
		part := keys.Node()
		if len(words) == 0 {
			start := parser.Shape(part.Raw).Start
			at = place{start.Line, start.Column}
		}
		words = append(words, string(part.Data))
	}
	return strings.Join(words, "."), at
}

// placeOf returns the position of a key, or of its nearest parent that has one.
func (m *Mapping) placeOf(key string) (place, bool) {
	for key != "" {
		if at, ok := m.places[key]; ok {
			return at, true
		}
		key = outer(key)
	}
	return place{}, false
}
