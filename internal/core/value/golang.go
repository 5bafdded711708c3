package value

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Values of Go types as plain data, and the reverse. Named types and structs stand for values thus:
//
//	struct    a record; a field has the name in its tag, sxt:"name", or its own with a small first letter
//	struct    a union, if its fields have the tag sxt:"name,alternative": they are pointers, all but one of which are nil
//	struct    an entry of a map, if its two fields have the tag sxt:",pair"
//	pointer   an optional value
//	map       a map

// FromGo returns a value of a Go type as plain data. Numbers stay as they are.
func FromGo(v any) (any, error) {
	switch v.(type) {
	case nil, bool, string, *big.Int, *big.Rat, json.Number:
		return v, nil
	}
	return fromGo(reflect.ValueOf(v))
}

func fromGo(v reflect.Value) (any, error) {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool(), nil
	case reflect.String:
		if v.Type() == reflect.TypeFor[json.Number]() {
			return v.Interface(), nil
		}
		return v.String(), nil
	case reflect.Float32, reflect.Float64:
		return FromFloat(v.Float(), v.Type().Bits())
	case reflect.Interface:
		return FromGo(v.Interface())
	case reflect.Pointer:
		return fromPointer(v)
	case reflect.Slice, reflect.Array:
		return fromList(v)
	case reflect.Map:
		return fromMap(v)
	case reflect.Struct:
		return fromStruct(v)
	}
	if v.CanInt() || v.CanUint() {
		return v.Interface(), nil
	}
	return nil, wrongType("a value of the Go type %s is no value of a model", v.Type())
}

// fromPointer returns an optional value, which is wrapped where it may be nil itself.
func fromPointer(v reflect.Value) (any, error) {
	switch {
	case v.Type() == reflect.TypeFor[*big.Int](), v.Type() == reflect.TypeFor[*big.Rat]():
		return v.Interface(), nil
	case v.IsNil():
		return nil, nil
	}
	content, err := fromGo(v.Elem())
	if err == nil && isOptional(v.Type().Elem()) {
		content = map[string]any{"some": map[string]any{"value": content}}
	}
	return content, err
}

// isOptional reports whether a Go type stands for an optional value.
func isOptional(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t != reflect.TypeFor[*big.Int]() && t != reflect.TypeFor[*big.Rat]()
}

func fromList(v reflect.Value) (any, error) {
	out := make([]any, v.Len())
	for i := range out {
		var err error
		if out[i], err = fromGo(v.Index(i)); err != nil {
			return nil, within(fmt.Sprintf("[%d]", i), err)
		}
	}
	return out, nil
}

// fromMap returns a map whose keys are strings as an object, and another as pairs, in any order.
func fromMap(v reflect.Value) (any, error) {
	names, pairs := map[string]any{}, []any{}
	for key, element := range v.Seq2() {
		k, err := fromGo(key)
		if err != nil {
			return nil, err
		}
		e, err := fromGo(element)
		if err != nil {
			return nil, within(fmt.Sprintf("[%v]", k), err)
		}
		if name, ok := k.(string); ok {
			names[name] = e
		}
		pairs = append(pairs, []any{k, e})
	}
	if v.Type().Key().Kind() == reflect.String {
		return names, nil
	}
	return pairs, nil
}

// member is a field of a struct that stands for something of a model.
type member struct {
	name  string
	what  string // alternative or pair; empty is a field of a record
	index int
}

// membersOf returns the fields of a struct that are exported.
func membersOf(t reflect.Type) []member {
	var out []member
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		name, what, _ := strings.Cut(f.Tag.Get("sxt"), ",")
		if name == "" {
			first, size := utf8.DecodeRuneInString(f.Name)
			name = string(unicode.ToLower(first)) + f.Name[size:]
		}
		out = append(out, member{name, what, i})
	}
	return out
}

// has reports whether the members have a tag.
func has(members []member, what string) bool { return len(members) > 0 && members[0].what == what }

func fromStruct(v reflect.Value) (any, error) {
	members := membersOf(v.Type())
	switch {
	case has(members, "alternative"):
		return fromUnion(v, members)
	case has(members, "pair"):
		return fromFields(v, members)
	}
	fields, err := fromFields(v, members)
	if err != nil {
		return nil, err
	}
	out := make(map[string]any, len(members))
	for i, m := range members {
		out[m.name] = fields[i]
	}
	return out, nil
}

// fromFields returns the fields of a struct in their order.
func fromFields(v reflect.Value, members []member) ([]any, error) {
	out := make([]any, len(members))
	for i, m := range members {
		var err error
		if out[i], err = fromGo(v.Field(m.index)); err != nil {
			return nil, within("."+m.name, err)
		}
	}
	return out, nil
}

// fromUnion returns the alternative that is set, or its name if it has no fields.
func fromUnion(v reflect.Value, members []member) (any, error) {
	set := slices.DeleteFunc(slices.Clone(members), func(m member) bool { return v.Field(m.index).IsNil() })
	if len(set) != 1 {
		return nil, mismatch("%d alternatives of %s are set: set one, and leave the others nil", len(set), v.Type().Name())
	}
	fields, err := fromGo(v.Field(set[0].index).Elem())
	if object, ok := fields.(map[string]any); err != nil || ok && len(object) == 0 {
		return set[0].name, err
	}
	return map[string]any{set[0].name: fields}, nil
}

// Fields returns the fields of a struct, or of what a pointer points to, in their order, as plain data.
func Fields(record any) ([]any, error) {
	v := reflect.Indirect(reflect.ValueOf(record))
	if v.Kind() != reflect.Struct {
		return nil, wrongType("expected a struct, got %T", record)
	}
	return fromFields(v, membersOf(v.Type()))
}

// SetFields sets the fields of a struct, given a pointer to it, from plain data in their order.
func SetFields(record any, data []any) error {
	v := reflect.ValueOf(record).Elem()
	members := membersOf(v.Type())
	if len(members) != len(data) {
		return mismatch("%s has %d fields instead of %d: generate the bindings again", v.Type(), len(members), len(data))
	}
	for i, m := range members {
		if err := toGo(data[i], v.Field(m.index)); err != nil {
			return within("."+m.name, err)
		}
	}
	return nil
}

// toGo sets a value of a Go type from plain data, as Encode returns it. A number that does not fit is a mismatch.
func toGo(data any, out reflect.Value) error {
	switch d := data.(type) {
	case bool:
		if out.Kind() == reflect.Bool {
			out.SetBool(d)
			return nil
		}
	case *big.Int:
		return toInteger(d, out)
	case *big.Rat:
		if out.Type() == reflect.TypeFor[*big.Rat]() {
			out.Set(reflect.ValueOf(d))
			return nil
		}
	}
	switch out.Kind() {
	case reflect.Pointer:
		return toPointer(data, out)
	case reflect.Slice, reflect.Array:
		return toList(data, out)
	case reflect.Map:
		return toMap(data, out)
	case reflect.Struct:
		return toStruct(data, out)
	case reflect.String:
		if text, ok := data.(string); ok {
			out.SetString(text)
			return nil
		}
	}
	return wrongType("expected a value for the Go type %s, got %s", out.Type(), Describe(data))
}

func toInteger(n *big.Int, out reflect.Value) error {
	switch {
	case out.Type() == reflect.TypeFor[*big.Int]():
		out.Set(reflect.ValueOf(n))
	case isOptional(out.Type()):
		return toPointer(n, out)
	case out.CanInt() && n.IsInt64() && !out.OverflowInt(n.Int64()):
		out.SetInt(n.Int64())
	case out.CanUint() && n.IsUint64() && !out.OverflowUint(n.Uint64()):
		out.SetUint(n.Uint64())
	default:
		return mismatch("%s does not fit into the Go type %s", Describe(n), out.Type())
	}
	return nil
}

func toPointer(data any, out reflect.Value) error {
	if data == nil {
		out.SetZero()
		return nil
	}
	if object, ok := data.(map[string]any); ok && isOptional(out.Type().Elem()) {
		some, _ := object["some"].(map[string]any)
		data = some["value"]
	}
	out.Set(reflect.New(out.Type().Elem()))
	return toGo(data, out.Elem())
}

func toList(data any, out reflect.Value) error {
	list, ok := data.([]any)
	if object, isObject := data.(map[string]any); isObject {
		list, ok = pairsOf(object), true
	}
	if !ok || out.Kind() == reflect.Array && out.Len() != len(list) {
		return wrongType("expected a value for the Go type %s, got %s", out.Type(), Describe(data))
	}
	if out.Kind() == reflect.Slice {
		out.Set(reflect.MakeSlice(out.Type(), len(list), len(list)))
	}
	for i, element := range list {
		if err := toGo(element, out.Index(i)); err != nil {
			return within(fmt.Sprintf("[%d]", i), err)
		}
	}
	return nil
}

// pairsOf returns the members of an object as pairs.
func pairsOf(object map[string]any) []any {
	out := make([]any, 0, len(object))
	for name, data := range object {
		out = append(out, []any{name, data})
	}
	return out
}

func toMap(data any, out reflect.Value) error {
	list, ok := data.([]any)
	if object, isObject := data.(map[string]any); isObject {
		list, ok = pairsOf(object), true
	}
	if !ok {
		return mismatch("expected a map, got %s", Describe(data))
	}
	out.Set(reflect.MakeMapWithSize(out.Type(), len(list)))
	for _, entry := range list {
		pair, _ := entry.([]any)
		key, element := reflect.New(out.Type().Key()).Elem(), reflect.New(out.Type().Elem()).Elem()
		if err := toKey(pair[0], key); err != nil {
			return err
		}
		if err := toGo(pair[1], element); err != nil {
			return within(fmt.Sprintf("[%v]", pair[0]), err)
		}
		out.SetMapIndex(key, element)
	}
	return nil
}

// toKey sets the key of a map, which may be the name of a member of an object: then an integer is written in digits.
func toKey(data any, out reflect.Value) error {
	name, ok := data.(string)
	if !ok || out.Kind() == reflect.String {
		return toGo(data, out)
	}
	if out.Kind() == reflect.Bool {
		b, err := strconv.ParseBool(name)
		out.SetBool(b)
		return err
	}
	n, ok := new(big.Int).SetString(name, 10)
	if !ok {
		return mismatch("expected an integer as a key, got %s", Describe(data))
	}
	return toInteger(n, out)
}

func toStruct(data any, out reflect.Value) error {
	members := membersOf(out.Type())
	switch {
	case has(members, "alternative"):
		return toUnion(data, out, members)
	case has(members, "pair"):
		return toPair(data, out, members)
	}
	object, ok := data.(map[string]any)
	if !ok {
		return mismatch("expected an object, got %s", Describe(data))
	}
	for _, m := range members {
		if err := toGo(object[m.name], out.Field(m.index)); err != nil {
			return within("."+m.name, err)
		}
	}
	return nil
}

// toPair sets an entry of a map.
func toPair(data any, out reflect.Value, members []member) error {
	pair, ok := data.([]any)
	if !ok || len(pair) != 2 || len(members) != 2 {
		return mismatch("expected a pair, got %s", Describe(data))
	}
	if err := toKey(pair[0], out.Field(members[0].index)); err != nil {
		return err
	}
	return toGo(pair[1], out.Field(members[1].index))
}

// toUnion sets the alternative that is chosen.
func toUnion(data any, out reflect.Value, members []member) error {
	name, fields := "", any(map[string]any{})
	switch d := data.(type) {
	case string:
		name = d
	case map[string]any:
		for name, fields = range d {
		}
	}
	out.SetZero()
	for _, m := range members {
		if field := out.Field(m.index); m.name == name {
			field.Set(reflect.New(field.Type().Elem()))
			return toGo(fields, field.Elem())
		}
	}
	return mismatch("expected an alternative of %s, got %s", out.Type().Name(), Describe(data))
}
