package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/core/term"
	"github.com/sextant-mbt/sextant/internal/core/value"
)

// ParseArguments reads the arguments of calls of x from words of a command line. Each word is one call: its values as a row of a
// table has them, separated by commas. If x has several parameters and every word is one value, the values of a call may be
// words of their own. No words are one call of an extern without parameters.
func ParseArguments(x *sts.Extern, words []string) ([][]term.Value, error) {
	switch {
	case len(words) > 0:
	case len(x.Params) == 0:
		return [][]term.Value{{}}, nil
	default:
		return nil, fmt.Errorf("%s takes %s (%s)", x.Name, text.Count(len(x.Params), "argument"), parameters(x))
	}
	calls, err := splitCalls(x, words)
	if err != nil {
		return nil, err
	}
	var out [][]term.Value
	for _, call := range calls {
		values, err := arguments(x, call)
		if err != nil {
			return nil, err
		}
		out = append(out, values)
	}
	return out, nil
}

// splitCalls takes words apart, and joins those that are one call.
func splitCalls(x *sts.Extern, words []string) ([][]string, error) {
	var calls [][]string
	single := len(x.Params) > 1 && len(words) > 0 && len(words)%len(x.Params) == 0
	for _, word := range words {
		call, err := splitWord(x, word)
		if err != nil {
			return nil, err
		}
		single = single && len(call) == 1
		calls = append(calls, call)
	}
	if !single {
		return calls, nil
	}
	var joined [][]string
	for call := range slices.Chunk(calls, len(x.Params)) {
		joined = append(joined, slices.Concat(call...))
	}
	return joined, nil
}

// splitWord cuts a word at the commas that are outside of brackets and strings. The single argument of a string may be as it is.
func splitWord(x *sts.Extern, word string) ([]string, error) {
	if len(x.Params) == 1 && value.IsString(x.Params[0].Type) && !strings.HasPrefix(word, `"`) {
		return []string{word}, nil
	}
	if strings.ContainsAny(word, "\n\r") {
		return nil, fmt.Errorf("%s: an argument of %s has one line", value.Show(word), x.Name)
	}
	var out []string
	for {
		length := value.Bracketed(word)
		out = append(out, strings.TrimSpace(word[:length]))
		if length == len(word) {
			return out, nil
		}
		word = word[length+1:]
	}
}

// arguments reads the values of one call.
func arguments(x *sts.Extern, texts []string) ([]term.Value, error) {
	if len(texts) != len(x.Params) {
		return nil, fmt.Errorf("%s takes %s (%s), but %s has %d", x.Name, text.Count(len(x.Params), "argument"), parameters(x),
			value.Show(strings.Join(texts, ", ")), len(texts))
	}
	row := newRow(x)
	for i, scalars := range row.columns(x)[:len(texts)] {
		if f := value.Parse(x.Params[i].Type, texts[i], scalars); f != nil {
			return nil, fmt.Errorf("%s of %s: %s; %s", x.Params[i].Name, x.Name, f.Message, f.Hint)
		}
	}
	return row.Args, nil
}

// parameters lists the parameters with their types.
func parameters(x *sts.Extern) string {
	var out []string
	for _, p := range x.Params {
		out = append(out, p.Name+": "+p.Type.String())
	}
	return strings.Join(out, ", ")
}
