package value

import "github.com/sextant-mbt/sextant/internal/core/sts"

// Short returns plain data of a type without the fields that are none; Decode reads a missing field as none.
func Short(t *sts.Type, data any) any {
	switch d := data.(type) {
	case []any:
		return shortList(t, d)
	case map[string]any:
		switch {
		case t.Form == sts.Optional && t.Elem.Form == sts.Optional:
			return shortAlternative(some(t), d)
		case t.Form == sts.Optional:
			return Short(t.Elem, d)
		case t.Form == sts.Union:
			return shortAlternative(t, d)
		case t.Form == sts.Map:
			return shortEntries(t, d)
		}
		return shortFields(t.Fields, d)
	}
	return data
}

func shortList(t *sts.Type, list []any) any {
	if t.Form == sts.Optional {
		return shortList(t.Elem, list)
	}
	out := make([]any, len(list))
	for i, element := range list {
		if pair, ok := element.([]any); ok && t.Form == sts.Map {
			out[i] = []any{Short(t.Key, pair[0]), Short(t.Elem, pair[1])}
			continue
		}
		out[i] = Short(t.Elem, element)
	}
	return out
}

func shortEntries(t *sts.Type, object map[string]any) any {
	out := make(map[string]any, len(object))
	for key, data := range object {
		out[key] = Short(t.Elem, data)
	}
	return out
}

func shortAlternative(t *sts.Type, object map[string]any) any {
	out := make(map[string]any, len(object))
	for name, data := range object {
		out[name] = data
		if fields, ok := data.(map[string]any); ok {
			out[name] = shortFields(t.Alternatives[t.Alternative(name)].Fields, fields)
		}
	}
	return out
}

func shortFields(fields []sts.Field, object map[string]any) any {
	out := make(map[string]any, len(object))
	for _, f := range fields {
		if data := object[f.Name]; data != nil {
			out[f.Name] = Short(f.Type, data)
		}
	}
	return out
}
