package value

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
)

// HasNames reports whether a map is an object in plain data: its keys are strings, integers or members of an enumeration.
func HasNames(t *sts.Type) bool {
	if t.Key.Scalar == nil {
		return false
	}
	switch t.Key.Scalar.Kind {
	case term.KindString, term.KindInt, term.KindBits, term.KindEnum:
		return true
	}
	return false
}

func encodeCollection(t *sts.Type, v term.Value) (any, error) {
	if t.Form == sts.Map {
		return encodeMap(t, v.Items())
	}
	list := make([]any, len(v.Items()))
	for i, item := range v.Items() {
		var err error
		if list[i], err = Encode(t.Elem, t.Elem.Unpack(item)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func encodeMap(t *sts.Type, items []term.Value) (any, error) {
	object, pairs := make(map[string]any, len(items)/2), make([]any, 0, len(items)/2)
	for i := 0; i+1 < len(items); i += 2 {
		key, err := Encode(t.Key, t.Key.Unpack(items[i]))
		if err != nil {
			return nil, err
		}
		data, err := Encode(t.Elem, t.Elem.Unpack(items[i+1]))
		if err != nil {
			return nil, err
		}
		object[fmt.Sprint(key)] = data
		pairs = append(pairs, []any{key, data})
	}
	if HasNames(t) {
		return object, nil
	}
	return pairs, nil
}

func (d *decoder) collection(t *sts.Type, data any) (v term.Value, err error) {
	var items []term.Value
	switch t.Form {
	case sts.Map:
		return d.mapOf(t, data)
	case sts.Set:
		if items, err = d.elements(t, data, "a list of different elements"); err != nil {
			return v, err
		}
		return d.setOf(t, items)
	}
	items, err = d.elements(t, data, "a list")
	return term.ListValue(items...), err
}

// elements decodes the elements of a sequence or set.
func (d *decoder) elements(t *sts.Type, data any, expected string) ([]term.Value, error) {
	list, ok := data.([]any)
	switch {
	case !ok:
		return nil, mismatch("expected %s for %s, got %s", expected, t, Describe(data))
	case t.Form == sts.Sequence && t.Length >= 0 && len(list) > t.Length:
		return nil, mismatch("expected a list of at most %d for %s, got %s", t.Length, t, Describe(data))
	}
	var items []term.Value
	for i, element := range list {
		item, err := d.element(t.Elem, element)
		if err != nil {
			return nil, within("["+strconv.Itoa(i)+"]", err)
		}
		items = append(items, item)
	}
	return items, nil
}

// element decodes one element of a collection, and packs it.
func (d *decoder) element(t *sts.Type, data any) (term.Value, error) {
	if d.left -= 1 + t.Size(); d.left < 0 {
		return term.Value{}, mismatch("the collections of a value have more than %d elements", maxElements)
	}
	scalars := make([]term.Value, t.Size())
	if err := d.value(t, data, scalars); err != nil {
		return term.Value{}, err
	}
	return t.Pack(scalars), nil
}

func (d *decoder) setOf(t *sts.Type, items []term.Value) (term.Value, error) {
	v := term.SetValue(items...)
	if len(v.Items()) < len(items) {
		return v, mismatch("expected a list of different elements for %s, got one of them twice", t)
	}
	return v, nil
}

func (d *decoder) mapOf(t *sts.Type, data any) (term.Value, error) {
	var entries []term.Value
	var err error
	if object, ok := data.(map[string]any); ok && HasNames(t) {
		entries, err = d.object(t, object)
	} else {
		entries, err = d.pairs(t, data)
	}
	if err != nil {
		return term.Value{}, err
	}
	v := term.MapValue(entries...)
	if len(v.Items()) < len(entries) {
		return v, mismatch("expected different keys for %s, got one of them twice", t)
	}
	return v, nil
}

func (d *decoder) object(t *sts.Type, object map[string]any) ([]term.Value, error) {
	var entries []term.Value
	for _, name := range slices.Sorted(maps.Keys(object)) {
		key, err := decodeName(t.Key.Scalar, name)
		if err != nil {
			return nil, err
		}
		item, err := d.element(t.Elem, object[name])
		if err != nil {
			return nil, within("["+strconv.Quote(name)+"]", err)
		}
		entries = append(entries, key, item)
	}
	return entries, nil
}

// decodeName decodes a key that is the name of a member of an object.
func decodeName(s *term.Sort, name string) (term.Value, error) {
	var data any = name
	if s.Kind == term.KindInt || s.Kind == term.KindBits {
		n, err := parseInteger(name)
		if err != nil || n.String() != name {
			return term.Value{}, mismatch("expected keys of type %s, got %s", s, Describe(name))
		}
		data = n
	}
	return DecodeScalar(s, data)
}

// pairs decodes a map given as pairs, or as an object although its keys are not names: other languages have one form for all maps.
func (d *decoder) pairs(t *sts.Type, data any) ([]term.Value, error) {
	list, ok := data.([]any)
	if object, isObject := data.(map[string]any); isObject {
		list, ok = namedPairs(object), true
	}
	if !ok {
		return nil, mismatch("expected %s for %s, got %s", expectedMap(t), t, Describe(data))
	}
	var entries []term.Value
	for i, entry := range list {
		pair, ok := entry.([]any)
		if !ok || len(pair) != 2 {
			return nil, within("["+strconv.Itoa(i)+"]", mismatch("expected a pair of a key and a value for %s, got %s", t, Describe(entry)))
		}
		for k, part := range []*sts.Type{t.Key, t.Elem} {
			item, err := d.element(part, pair[k])
			if err != nil {
				return nil, within(fmt.Sprintf("[%d][%d]", i, k), err)
			}
			entries = append(entries, item)
		}
	}
	return entries, nil
}

func namedPairs(object map[string]any) []any {
	out := make([]any, 0, len(object))
	for _, name := range slices.Sorted(maps.Keys(object)) {
		out = append(out, []any{name, object[name]})
	}
	return out
}

func expectedMap(t *sts.Type) string {
	if HasNames(t) {
		return "an object"
	}
	return "a list of pairs, each of a key and a value,"
}
