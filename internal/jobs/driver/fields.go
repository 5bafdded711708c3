package driver

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/report/draw"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// The options of an analysis are a struct. Fields with these tags are set by flags, and the flags, their help and the messages about
// wrong values are made from the tags:
//
//	flag      the name of the flag
//	short     its one-letter name
//	help      its description
//	min, max  the bounds of a number, a time or a size
//	choices   the values that a text may have, separated by commas; those of a type with a method Choices are what it returns
//	pair      how an entry of a map is written, as in NAME=VALUE
//	split     "," if the entries of a list or map may be separated by commas
//	zero      the number that stands for 0, if 0 itself means the default
//	group     the group of the flag in the help, if it differs from that of the struct
//	was       the old name of the flag, which still works, with a note; a struct of fields may have the tag for its single field
//	usual     "yes" if --help shows the flag; --help-all shows all
//	writes    what is written to the path: a file, a picture or a folder; the path is checked before the work begins
//	page      "-" if a web page does not offer the flag, because it names files or programs of the machine, or says how the result is
//	          shown; flags with "writes" are not offered either. "exec" if the flag names a system, which may be a program; "file"
//	          if it names a file that is read
//	replay    the flag is part of the command line that repeats the analysis ("search"), or also of those that show what it
//	          found ("model")
//
// Fields that are structs without a flag, embedded or not, are groups of such fields. So an engine declares its options with their flags in its
// own Options, and the options of the analysis have these as a field.

// Field is a field of options with a flag. It is a value of package pflag.
type Field struct {
	Name  string
	Tag   reflect.StructTag
	Group FlagGroup
	Was   string // the old name; empty if there is none
	value reflect.Value
}

// Fields lists the fields with flags of options, a pointer to a struct.
func Fields(options any) []Field { return appendFields(nil, reflect.ValueOf(options).Elem(), "", "") }

func appendFields(out []Field, v reflect.Value, group FlagGroup, was string) []Field {
	group = cmp.Or(groupTypes[v.Type()], group)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if name := f.Tag.Get("flag"); name != "" {
			out = append(out, Field{name, f.Tag, groupOf(f.Tag, group), cmp.Or(f.Tag.Get("was"), was), v.Field(i)})
		} else if f.Type.Kind() == reflect.Struct {
			out = appendFields(out, v.Field(i), group, f.Tag.Get("was"))
		}
	}
	return out
}

// Part is the group of fields of the given type in options; nil if there is none.
func Part[T any](options any) *T { return part[T](reflect.ValueOf(options).Elem()) }

func part[T any](v reflect.Value) *T {
	if group, ok := v.Addr().Interface().(*T); ok {
		return group
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() && v.Field(i).Kind() == reflect.Struct {
			if group := part[T](v.Field(i)); group != nil {
				return group
			}
		}
	}
	return nil
}

// ErrFlag is the error for an invalid value of a flag.
type ErrFlag struct{ Flag, Value, Reason string }

func (e *ErrFlag) Error() string {
	return fmt.Sprintf("--%s %s: %s", e.Flag, text.Quote(e.Value), e.Reason)
}

// Usual reports whether most users need the flag.
func (f Field) Usual() bool { return f.Tag.Get("usual") == "yes" }

// Choices returns the values that the flag may have; nil if they are not a fixed list.
func (f Field) Choices() []string {
	if list, ok := f.value.Interface().(interface{ Choices() []string }); ok {
		return list.Choices()
	}
	if choices := f.Tag.Get("choices"); choices != "" {
		return strings.Split(choices, ",")
	}
	return nil
}

// IsBool reports whether the flag takes no value.
func (f Field) IsBool() bool { return f.value.Kind() == reflect.Bool }

// Type names the kind of value in help.
func (f Field) Type() string {
	switch f.value.Interface().(type) {
	case time.Duration:
		return "duration"
	case memory.Size:
		return "size"
	case result.Span:
		return "range"
	case []string, map[string]string:
		return "strings"
	}
	return f.value.Kind().String()
}

// String writes the value as the flag takes it.
func (f Field) String() string {
	switch v := f.value.Interface().(type) {
	case time.Duration:
		return v.String()
	case []string, map[string]string:
		return strings.Join(f.entries(), ",")
	case memory.Size:
		if v == 0 {
			return "" // the value depends on the machine
		}
	case int:
		if f.Tag.Get("zero") == strconv.Itoa(v) {
			return "0"
		}
	}
	return fmt.Sprint(f.value.Interface())
}

// entries lists the values of a flag that may be given several times.
func (f Field) entries() []string {
	switch v := f.value.Interface().(type) {
	case []string:
		return v
	case map[string]string:
		var out []string
		for name, value := range v {
			out = append(out, name+"="+value)
		}
		slices.Sort(out)
		return out
	}
	return []string{f.String()}
}

// Set reads the value of the flag.
func (f Field) Set(s string) error {
	switch f.value.Interface().(type) {
	case []string:
		f.value.Set(reflect.AppendSlice(f.value, reflect.ValueOf(f.parts(s))))
	case map[string]string:
		return f.setPairs(s)
	case string:
		f.value.SetString(s)
	default:
		v, err := f.parse(s)
		if err != nil {
			return &ErrFlag{f.Name, s, err.Error()}
		}
		f.value.Set(reflect.ValueOf(v).Convert(f.value.Type()))
	}
	return f.check(s)
}

// parse reads a value that is not a text. The error describes a valid value.
func (f Field) parse(s string) (any, error) {
	switch f.value.Interface().(type) {
	case memory.Size:
		return memory.Parse(s)
	case result.Span:
		return result.ParseSpan(s)
	case time.Duration:
		d, err := time.ParseDuration(s)
		return d, f.expected("a duration such as 500ms, 30s or 5m", err)
	case bool:
		b, err := strconv.ParseBool(s)
		return b, f.expected("true or false", err)
	case int, int64:
		n, err := strconv.ParseInt(s, 0, 64)
		return n, f.expected("a whole number", err)
	case float64:
		x, err := strconv.ParseFloat(s, 64)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			err = strconv.ErrRange
		}
		return x, f.expected("a number such as 0.5", err)
	}
	return s, nil
}

// expected returns an error that describes a valid value, with the bounds, if err is not nil.
func (f Field) expected(what string, err error) error {
	if err == nil {
		return nil
	}
	low, high := f.Tag.Get("min"), f.Tag.Get("max")
	if errors.Is(err, strconv.ErrRange) && f.value.CanInt() {
		low, high = cmp.Or(low, strconv.Itoa(math.MinInt64)), cmp.Or(high, strconv.Itoa(math.MaxInt64))
	}
	switch {
	case low != "" && high != "":
		what += fmt.Sprintf(", from %s to %s", low, high)
	case low != "":
		what += ", at least " + low
	case high != "":
		what += ", at most " + high
	}
	return errors.New("write " + what)
}

func (f Field) parts(s string) []string {
	if sep := f.Tag.Get("split"); sep != "" {
		return strings.Split(s, sep)
	}
	return []string{s}
}

func (f Field) setPairs(s string) error {
	if f.value.IsNil() {
		f.value.Set(reflect.ValueOf(map[string]string{}))
	}
	for _, part := range f.parts(s) {
		name, value, ok := strings.Cut(part, "=")
		if !ok || name == "" {
			return &ErrFlag{f.Name, part, "write " + f.Tag.Get("pair")}
		}
		f.value.SetMapIndex(reflect.ValueOf(strings.TrimSpace(name)), reflect.ValueOf(value))
	}
	return nil
}

// check compares a value with its bounds and choices, and replaces 0 by the number that stands for it.
func (f Field) check(s string) error {
	if known := f.Choices(); known != nil {
		if !slices.Contains(known, s) {
			if meant := diag.Closest(s, known); meant != "" {
				return &ErrFlag{f.Name, s, "did you mean " + meant + "?"}
			}
			return &ErrFlag{f.Name, s, "write " + text.Or(known)}
		}
	}
	x, isNumber := f.number()
	if !isNumber {
		return nil
	}
	if low, ok := f.bound("min"); ok && !(x >= low) {
		if low == 0 {
			return &ErrFlag{f.Name, s, "must not be negative"}
		}
		return &ErrFlag{f.Name, s, "must be at least " + f.Tag.Get("min")}
	}
	if high, ok := f.bound("max"); ok && !(x <= high) {
		return &ErrFlag{f.Name, s, "must be at most " + f.Tag.Get("max")}
	}
	if zero := f.Tag.Get("zero"); zero != "" && x == 0 {
		n, err := strconv.ParseInt(zero, 10, 64)
		f.value.SetInt(n)
		return err
	}
	return nil
}

func (f Field) number() (float64, bool) {
	switch v := f.value.Interface().(type) {
	case time.Duration:
		return v.Seconds(), true
	case int, int64, memory.Size:
		return float64(f.value.Int()), true
	case float64:
		return v, true
	}
	return 0, false
}

// bound reads a bound, that of a time in seconds, that of a size in bytes.
func (f Field) bound(tag string) (float64, bool) {
	s, ok := f.Tag.Lookup(tag)
	if d, err := time.ParseDuration(s); err == nil {
		return d.Seconds(), ok
	}
	if _, isSize := f.value.Interface().(memory.Size); isSize {
		size, err := memory.Parse(s)
		return float64(size), ok && err == nil
	}
	x, err := strconv.ParseFloat(s, 64)
	return x, ok && err == nil
}

// CheckOutputs returns an error if an output file of an analysis could not be written after its work.
func CheckOutputs(options any) error {
	for _, f := range Fields(options) {
		path := f.String()
		var err error
		switch f.Tag.Get("writes") {
		case "picture":
			if path != "" {
				_, err = draw.ParseFormat("", path)
			}
			err = cmp.Or(err, file.CanWrite(path))
		case "file":
			err = file.CanWrite(path)
		case "folder":
			err = file.CanWriteFolder(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// flagWords returns the flags of options that differ from the defaults and matter for the given purpose, and the named flags, as
// words of a command line.
func flagWords(options, defaults any, purpose string, always ...string) []string {
	var out []string
	standard := Fields(defaults)
	for i, f := range Fields(options) {
		replay := f.Tag.Get("replay")
		matters := replay == "model" || replay != "" && replay == purpose
		if !slices.Contains(always, f.Name) && !(matters && f.String() != standard[i].String()) {
			continue
		}
		if f.IsBool() {
			out = append(out, "--"+f.Name)
			continue
		}
		entries := f.entries()
		if sep := f.Tag.Get("split"); sep != "" {
			entries = []string{strings.Join(entries, sep)}
		}
		for _, entry := range entries {
			out = append(out, "--"+f.Name, text.Quote(entry))
		}
	}
	return out
}
