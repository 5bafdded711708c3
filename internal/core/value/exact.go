package value

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/core/term"
)

// MaxEncoded bounds how long the text of a value may be.
const MaxEncoded = 100_000

// ReadExact reads a value of the sort that term.Value.Encode wrote.
func ReadExact(s *term.Sort, text string) (term.Value, error) {
	v, err := readExact(s, text)
	if err == nil && !s.Contains(v) {
		err = fmt.Errorf("%s is not of type %s", v.Format(s), s)
	}
	return v, err
}

func readExact(s *term.Sort, text string) (term.Value, error) {
	switch {
	case len(text) > MaxEncoded:
		return term.Value{}, fmt.Errorf("a value has %d characters, more than %d", len(text), MaxEncoded)
	case !s.IsScalar():
		return readExactList(s, text)
	}
	return readExactScalar(s, text)
}

func readExactScalar(s *term.Sort, text string) (term.Value, error) {
	switch {
	case s.Kind == term.KindString:
		return term.StringValue(text), nil
	case strings.Trim(text, "-/0123456789") != "":
		return term.Value{}, errors.New("not a number")
	}
	switch s.Kind {
	case term.KindInt:
		if n, ok := new(big.Int).SetString(text, 10); ok {
			return term.BigValue(n), nil
		}
	case term.KindReal:
		if r, ok := new(big.Rat).SetString(text); ok {
			return term.RatValue(r), nil
		}
	default:
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return term.IntValue(n), nil
		}
	}
	return term.Value{}, fmt.Errorf("%s is not of type %s", text, s)
}

// readExactList reads a tuple or a collection: [1,"a",[2]].
func readExactList(s *term.Sort, text string) (term.Value, error) {
	r := exactReader{rest: text}
	v := r.value(s)
	if r.err == nil && r.rest != "" {
		r.err = errors.New("more after the end of the list")
	}
	return v, r.err
}

// exactReader reads nested lists. After the first error it does nothing.
type exactReader struct {
	rest string
	err  error
}

func (r *exactReader) fail(err error) term.Value {
	if r.err == nil {
		r.err = err
	}
	return term.Value{}
}

// take skips a sign if it is next.
func (r *exactReader) take(sign string) bool {
	rest, found := strings.CutPrefix(r.rest, sign)
	r.rest = rest
	return found
}

func (r *exactReader) value(s *term.Sort) term.Value {
	switch {
	case r.err != nil:
		return term.Value{}
	case !s.IsScalar():
		return r.list(s)
	case s.Kind == term.KindString:
		return r.string()
	}
	end := strings.IndexAny(r.rest, ",]")
	if end < 0 {
		return r.fail(errors.New("a list is not closed"))
	}
	v, err := readExactScalar(s, r.rest[:end])
	if err != nil {
		return r.fail(err)
	}
	r.rest = r.rest[end:]
	return v
}

func (r *exactReader) string() term.Value {
	quoted, err := strconv.QuotedPrefix(r.rest)
	if err != nil {
		return r.fail(errors.New("expected a string in quotes"))
	}
	text, err := strconv.Unquote(quoted)
	if err != nil {
		return r.fail(err)
	}
	r.rest = r.rest[len(quoted):]
	return term.StringValue(text)
}

func (r *exactReader) list(s *term.Sort) term.Value {
	if !r.take("[") {
		return r.fail(errors.New("expected a list"))
	}
	var items []term.Value
	for r.err == nil && !r.take("]") {
		if len(items) > 0 && !r.take(",") || s.Kind == term.KindTuple && len(items) == len(s.Parts) {
			return r.fail(errors.New("expected the end of a list"))
		}
		items = append(items, r.value(s.Part(len(items))))
	}
	if r.err != nil {
		return term.Value{}
	}
	return r.collect(s, items)
}

// collect makes the value of the items, which must be in the order of the sort.
func (r *exactReader) collect(s *term.Sort, items []term.Value) term.Value {
	stride := 0
	switch s.Kind {
	case term.KindSet:
		stride = 1
	case term.KindMap:
		stride = 2
	}
	if stride > 0 && len(items)%stride != 0 {
		return r.fail(errors.New("a key has no value"))
	}
	for i := stride; stride > 0 && i < len(items); i += stride {
		if items[i-stride].Compare(items[i]) >= 0 {
			return r.fail(fmt.Errorf("the elements of a %s are not in order", s))
		}
	}
	return term.ListValue(items...)
}
