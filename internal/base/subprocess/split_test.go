package subprocess_test

import (
	"slices"
	"testing"

	"github.com/sextant-mbt/sextant/internal/base/subprocess"
)

func TestSplit(t *testing.T) {
	for command, want := range map[string][]string{
		`./integr --flag`:       {"./integr", "--flag"},
		"  a\t b\r\n":           {"a", "b"},
		`a 'b c' "d e"f`:        {"a", "b c", "d ef"},
		`a\ b "x\"y" '\' "" ''`: {"a b", `x"y`, `\`, "", ""},
		`a #b $c *`:             {"a", "#b", "$c", "*"},
		``:                      nil,
		` `:                     nil,
		`""`:                    nil,
		`a "b`:                  nil,
		`a 'b`:                  nil,
		`a \`:                   nil,
	} {
		got, err := subprocess.Split(command)
		if (err == nil) != (want != nil) || !slices.Equal(got, want) {
			t.Errorf("%q splits into %q, %v; want %q", command, got, err, want)
		}
	}
}
