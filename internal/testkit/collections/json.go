package collections

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// FromJSON reads a value of a type from a JSON document.
func FromJSON(document []byte, t *Type) (Value, error) {
	var data any
	if err := json.Unmarshal(document, &data); err != nil {
		return nil, err
	}
	return fromData(data, t)
}

// fromData reads a value from what package json makes of a document: arrays for sequences and sets, objects for records and maps, null
// for an optional value that is absent, and {"ok": {"value": 3}} or "busy" for a union.
func fromData(data any, t *Type) (Value, error) {
	if t.Kind == Optional {
		if data == nil {
			return Option{}, nil
		}
		v, err := fromData(data, t.Elem)
		return Option{true, v}, err
	}
	switch data := data.(type) {
	case bool:
		if t.Kind == Bool {
			return data, nil
		}
	case float64:
		if t.Kind == Int {
			return int(data), nil
		}
	case string:
		return fromString(data, t)
	case []any:
		return fromArray(data, t)
	case map[string]any:
		return fromObject(data, t)
	}
	return nil, fmt.Errorf("%v is not of type %s", data, t)
}

// fromString reads a scalar, or a union without fields.
func fromString(data string, t *Type) (Value, error) {
	switch t.Kind {
	case String:
		return data, nil
	case Enum:
		return Member(data), nil
	case Union:
		return Variant{data, nil}, nil
	}
	return nil, fmt.Errorf("%q is not of type %s", data, t)
}

// fromArray reads a collection; a map has pairs of keys and values.
func fromArray(data []any, t *Type) (Value, error) {
	if t.Kind == Map {
		return fromPairs(data, t)
	}
	if t.Kind != Array && t.Kind != Sequence && t.Kind != Set {
		return nil, fmt.Errorf("%v is not of type %s", data, t)
	}
	out := List{}
	for _, x := range data {
		v, err := fromData(x, t.Elem)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	if t.Kind != Set {
		return out, nil
	}
	all := elements(out)
	if len(all) != len(out) {
		return nil, fmt.Errorf("%v has an element twice", data)
	}
	return all, nil
}

func fromPairs(data []any, t *Type) (Value, error) {
	out := Entries{}
	for _, x := range data {
		pair, ok := x.([]any)
		if !ok || len(pair) != 2 {
			return nil, fmt.Errorf("%v is not a key and a value", x)
		}
		key, err := fromData(pair[0], t.Key)
		if err != nil {
			return nil, err
		}
		value, err := fromData(pair[1], t.Elem)
		if err != nil {
			return nil, err
		}
		out = out.with(key, value)
	}
	if len(out) != len(data) {
		return nil, fmt.Errorf("%v has a key twice", data)
	}
	return out, nil
}

// fromObject reads a record, a union with fields, or a map whose keys are scalars.
func fromObject(data map[string]any, t *Type) (Value, error) {
	switch t.Kind {
	case Record:
		fields, err := fromFields(data, t.Fields)
		return Fields(fields), err
	case Union:
		for name, fields := range data {
			inner, ok := fields.(map[string]any)
			if !ok || len(data) != 1 {
				break
			}
			values, err := fromFields(inner, t.alternative(name).Fields)
			return Variant{name, values}, err
		}
	case Map:
		return fromMembers(data, t)
	}
	return nil, fmt.Errorf("%v is not of type %s", data, t)
}

func fromFields(data map[string]any, fields []Field) ([]Value, error) {
	if len(data) != len(fields) {
		return nil, fmt.Errorf("%v has %d fields, not %d", data, len(data), len(fields))
	}
	var out []Value
	for _, f := range fields {
		v, err := fromData(data[f.Name], f.Type)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
	return out, nil
}

func fromMembers(data map[string]any, t *Type) (Value, error) {
	out := Entries{}
	for name, x := range data {
		key, err := Value(name), error(nil)
		switch t.Key.Kind {
		case Int:
			key, err = strconv.Atoi(name)
		case Enum:
			key = Member(name)
		}
		if err != nil {
			return nil, err
		}
		value, err := fromData(x, t.Elem)
		if err != nil {
			return nil, err
		}
		out = out.with(key, value)
	}
	return out, nil
}
