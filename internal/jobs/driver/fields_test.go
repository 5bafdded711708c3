package driver

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// sample has a field of every kind.
type sample struct {
	Group struct {
		Bool bool `flag:"bool" help:"h" replay:"model"`
	}
	Int      int               `flag:"int" min:"1" max:"9" help:"h" replay:"search"`
	Zero     int               `flag:"zero" min:"0" zero:"-1" help:"h" replay:"model"`
	Seed     int64             `flag:"seed" help:"h"`
	Float    float64           `flag:"float" min:"0" max:"100" help:"h"`
	Duration time.Duration     `flag:"duration" min:"1ms" help:"h"`
	Size     memory.Size       `flag:"size" min:"2KB" help:"h"`
	Span     result.Span       `flag:"span" help:"h"`
	Word     string            `flag:"word" choices:"cover,bfs,random" help:"h"`
	List     []string          `flag:"list" help:"h"`
	Commas   []string          `flag:"commas" split:"," help:"h" replay:"model"`
	Pairs    map[string]string `flag:"pairs" pair:"NAME=VALUE" help:"h" replay:"model"`
	NoFlag   string
}

// set sets a flag of a sample.
func set(t *testing.T, s *sample, flag, value string) error {
	t.Helper()
	fields := Fields(s)
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == flag })
	if i < 0 {
		t.Fatalf("there is no flag %s", flag)
	}
	return fields[i].Set(value)
}

func TestFieldsSet(t *testing.T) {
	s := &sample{}
	for _, pair := range [][2]string{{"bool", "true"}, {"int", "3"}, {"zero", "0"}, {"seed", "-4"}, {"float", "0.5"}, {"duration", "2s"}, {"size", "3MB"}, {"span", "2..5"}, {"word", "bfs"},
		{"list", "a,b"}, {"list", "c"}, {"commas", "a,b"}, {"pairs", "y=2"}, {"pairs", "x=1=1"}} {
		if err := set(t, s, pair[0], pair[1]); err != nil {
			t.Errorf("--%s %s: %v", pair[0], pair[1], err)
		}
	}
	if !s.Group.Bool || s.Int != 3 || s.Zero != -1 || s.Seed != -4 || s.Float != 0.5 || s.Duration != 2*time.Second || s.Size != 3<<20 || s.Span != (result.Span{Least: 2, Most: 5}) || s.Word != "bfs" {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(s.List, []string{"a,b", "c"}) || !slices.Equal(s.Commas, []string{"a", "b"}) || s.Pairs["x"] != "1=1" || s.Pairs["y"] != "2" {
		t.Errorf("%+v", s)
	}
	if got := strings.Join(flagWords(s, &sample{Zero: 50}, "search", "seed"), " "); got != "--bool --int 3 --zero 0 --seed -4 --commas a,b --pairs x=1=1 --pairs y=2" {
		t.Errorf("the flags are %s", got)
	}
	if got := strings.Join(flagWords(s, &sample{Zero: 50}, "model"), " "); got != "--bool --zero 0 --commas a,b --pairs x=1=1 --pairs y=2" {
		t.Errorf("the flags for what was found are %s", got)
	}
}

func TestFieldsRefuse(t *testing.T) {
	for _, c := range []struct{ flag, value, want string }{
		{"int", "0", "--int 0: must be at least 1"},
		{"int", "10", "--int 10: must be at most 9"},
		{"zero", "-1", "--zero -1: must not be negative"},
		{"int", "x", "--int x: write a whole number, from 1 to 9"},
		{"int", "1.5", "--int 1.5: write a whole number, from 1 to 9"},
		{"int", "", "--int '': write a whole number, from 1 to 9"},
		{"zero", "x", "--zero x: write a whole number, at least 0"},
		{"zero", "9223372036854775808", "--zero 9223372036854775808: write a whole number, from 0 to 9223372036854775807"},
		{"seed", "x", "--seed x: write a whole number"},
		{"seed", "9223372036854775808", "--seed 9223372036854775808: write a whole number, from -9223372036854775808 to 9223372036854775807"},
		{"bool", "x", "--bool x: write true or false"},
		{"float", "x", "--float x: write a number such as 0.5, from 0 to 100"},
		{"float", "NaN", "--float NaN: write a number such as 0.5, from 0 to 100"},
		{"float", "Inf", "--float Inf: write a number such as 0.5, from 0 to 100"},
		{"duration", "3", "--duration 3: write a duration such as 500ms, 30s or 5m, at least 1ms"},
		{"float", "101", "--float 101: must be at most 100"},
		{"duration", "0s", "--duration 0s: must be at least 1ms"},
		{"size", "2000", "--size 2000: must be at least 2KB"},
		{"size", "much", "--size much: write a size such as 512MB or 2GB"},
		{"span", "5..2", "--span 5..2: the range is empty: 5 is more than 2"},
		{"span", "..5", "--span ..5: write a range such as 2..5, or a number, as in 5 for 1..5"},
		{"span", "99999999999", "--span 99999999999: write a range such as 2..5, or a number, as in 5 for 1..5"},
		{"word", "best", "--word best: write cover, bfs or random"},
		{"word", "randm", "--word randm: did you mean random?"},
		{"pairs", "x", "--pairs x: write NAME=VALUE"},
		{"pairs", "=x", "--pairs =x: write NAME=VALUE"},
	} {
		var wrong *ErrFlag
		if err := set(t, &sample{}, c.flag, c.value); !errors.As(err, &wrong) || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// A value that a flag cannot have is explained in plain words, for every flag.
func TestFlagsInPlainWords(t *testing.T) {
	for _, a := range Analyses {
		for _, f := range a.Flags(a.New()) {
			for _, value := range []string{"x", "", "NaN", "1e999", "99999999999999999999"} {
				err := f.Set(value)
				var wrong *ErrFlag
				if err != nil && (!errors.As(err, &wrong) || strings.Contains(err.Error(), "pars") || strings.Contains(err.Error(), "invalid")) {
					t.Errorf("%s: %v", a.Name, err)
				}
				if err == nil && f.Type() != "string" && f.Type() != "strings" && !(f.Type() == "float64" && value[0] == '9') {
					t.Errorf("%s: --%s, a %s, takes %q", a.Name, f.Name, f.Type(), value)
				}
			}
		}
	}
}

// Every row of the table has its texts, and flags that can be distinguished, have a description, and take their own defaults.
func TestAnalyses(t *testing.T) {
	names := map[string]bool{}
	for _, a := range Analyses {
		if names[a.Name] || a.Short == "" || a.Most != 0 && a.Models != NoModel && a.Needs == "" {
			t.Errorf("%s: %+v", a.Name, a)
		}
		names[a.Name] = true
		flags := map[string]bool{"help": true, "h": true}
		for _, f := range Fields(a.New()) {
			short := f.Tag.Get("short")
			if flags[f.Name] || short != "" && flags[short] {
				t.Errorf("%s has two flags --%s", a.Name, f.Name)
			}
			if f.Was != "" && flags[f.Was] {
				t.Errorf("%s has a flag --%s, which is the old name of --%s too", a.Name, f.Was, f.Name)
			}
			flags[f.Name], flags[short], flags[f.Was] = true, true, f.Was != ""
			if help := f.Tag.Get("help"); help == "" || strings.HasSuffix(help, ".") {
				t.Errorf("%s --%s: the description is %q", a.Name, f.Name, help)
			}
			if value := f.String(); value != "" && f.Set(value) != nil {
				t.Errorf("%s --%s: the default %s is refused", a.Name, f.Name, value)
			}
		}
	}
}

func TestCheckArgs(t *testing.T) {
	one := &Analysis{Name: "explore", Least: 1, Most: 1, Needs: "a model file"}
	for _, c := range []struct {
		a    *Analysis
		args []string
		want string
	}{
		{one, []string{"a"}, ""},
		{one, nil, "explore needs a model file"},
		{one, []string{"a", "b"}, "explore takes one model file, not 2: a b"},
		{&Analysis{Name: "doctor"}, []string{"a"}, "doctor takes no arguments"},
		{&Analysis{Name: "fmt", Most: -1}, []string{"a", "b"}, ""},
	} {
		err := c.a.CheckArgs(c.args)
		if got := ""; err != nil && err.Error() != c.want || err == nil && got != c.want {
			t.Errorf("%s %v: %v, want %s", c.a.Name, c.args, err, c.want)
		}
	}
}
