package classicalb

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/sts"
	"github.com/sextant-mbt/sextant/internal/term"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// knownFolder is the environment variable with a folder of machines. Its file known.md has a table with a row for each machine: the
// path, and the number of states that ProB found.
const knownFolder = "SEXTANT_B_MACHINES"

var (
	knownRow   = regexp.MustCompile(`(?m)^\| (\S+\.mch) \| (\d+) \|`)
	preference = regexp.MustCompile(`SET_PREF_(MAXINT|MININT)\s*==\s*(-?\d+)`)
	literal    = regexp.MustCompile(`\d+`)
)

// The machines of a folder become models that compile, or are refused. The numbers of their states are compared with those that are
// known; go test -v shows them. Why some differ is said in docs/import.md.
func TestKnownMachines(t *testing.T) {
	folder := os.Getenv(knownFolder)
	if folder == "" {
		t.Skip("set " + knownFolder + " to a folder with machines and a file known.md: | path | states |")
	}
	rows := knownRow.FindAllStringSubmatch(testkit.ReadFile(t, filepath.Join(folder, "known.md")), -1)
	found := map[string]int{}
	for _, row := range rows {
		want, _ := strconv.Atoi(row[2])
		found[judge(t, filepath.Join(folder, row[1]), row[1], want)]++
	}
	imported := found["agree"] + found["differ"] + found["not countable"]
	t.Logf("%d machines, imported %d: agree %d, differ %d, not countable %d", len(rows), imported, found["agree"], found["differ"], found["not countable"])
	if imported == 0 {
		t.Error("no machine was imported")
	}
}

// judge imports a machine and counts its states. ProB counts the root of its search as a state, and each set-up of constants.
func judge(t *testing.T, path, name string, want int) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return "absent"
	}
	var list diag.List
	model := Convert(diag.NewFile(path, string(data)), &list)
	if list.HasErrors() {
		return "refused"
	}
	converter.MustCompile(t, model.Text)
	s := testkit.TryText(t, model.Text)
	if s == nil {
		return "refused"
	}
	low, high := limits(string(data))
	var why error
	got := 0
	for _, numbers := range [][]term.Value{between(low, high), append(between(low, high), literals(string(data), low, high)...)} {
		c := &census{System: s, in: sts.NewInterpreter(s), numbers: numbers, most: 3*want + 100, seen: map[string]bool{}, setups: map[string]bool{},
			end: time.Now().Add(4 * time.Second)}
		why = c.run()
		got = len(c.seen)
		if len(c.setups) > 1 || strings.Contains(string(data), "CONSTANTS") {
			got += len(c.setups)
		}
		if got == want || got+1 == want {
			return "agree"
		}
	}
	if why != nil {
		t.Logf("%s: %d are known, %d were counted: %v", name, want, got, why)
		return "not countable"
	}
	t.Logf("%s: %d are known, %d were counted", name, want, got)
	return "differ"
}

// limits are MININT and MAXINT of ProB for a machine.
func limits(text string) (low, high int64) {
	low, high = -1, 3
	for _, p := range preference.FindAllStringSubmatch(text, -1) {
		n, _ := strconv.ParseInt(p[2], 10, 64)
		if p[1] == "MAXINT" {
			high = n
		} else {
			low = n
		}
	}
	return low, high
}

// between are the numbers of a range, as far as they can be gone through.
func between(low, high int64) []term.Value {
	var out []term.Value
	for n := low; n <= min(high, low+5000); n++ {
		out = append(out, term.IntValue(n))
	}
	return out
}

// literals are numbers up to the largest of a machine that are not in a range: ProB goes through a set that a parameter is in, and
// through a range of numbers only if there is no such set.
func literals(text string, low, high int64) []term.Value {
	top := high
	for _, word := range literal.FindAllString(text, -1) {
		if n, err := strconv.ParseInt(word, 10, 64); err == nil && n < 2000 {
			top = max(top, n)
		}
	}
	return between(high+1, top)
}

// census counts the states of a system that can be reached.
type census struct {
	*sts.System
	in      *sts.Interpreter
	numbers []term.Value // that stand for all integers
	most    int
	seen    map[string]bool
	setups  map[string]bool // values of constants
	queue   []*sts.Config
	end     time.Time
}

var (
	errTooMany  = errors.New("too many states, or no time")
	errEndless  = errors.New("too many values of a parameter or an initial value")
	errNoValues = errors.New("a condition has no value")
)

func (c *census) run() error {
	if err := c.begin(); err != nil {
		return err
	}
	for len(c.queue) > 0 {
		from := c.queue[0]
		c.queue = c.queue[1:]
		for _, m := range c.Moves() {
			var failed error
			err := c.each(sortsOf(m), func(row []term.Value) {
				step, err := c.in.Try(from, m, row)
				switch {
				case err != nil:
					failed = errNoValues
				case step.Outcome == sts.Done:
					c.add(step.Next)
				}
			})
			if err := errors.Join(err, failed); err != nil {
				return err
			}
		}
	}
	return nil
}

// begin finds the initial states.
func (c *census) begin() error {
	var open []*term.Sort
	for _, slot := range c.Slots {
		if slot.Init == nil {
			open = append(open, slot.Sort)
		}
	}
	return c.each(open, func(row []term.Value) {
		free := make([]term.Value, len(c.Slots))
		for i, slot := range c.Slots {
			if slot.Init == nil {
				free[i], row = row[0], row[1:]
			}
		}
		start, err := c.in.Start(free)
		if err != nil {
			return
		}
		if holds, err := c.in.Holds(start, c.Assume); err == nil && holds {
			c.add(start)
			c.setups[c.constants(start)] = true
		}
	})
}

func (c *census) add(state *sts.Config) {
	var key strings.Builder
	for _, v := range state.Values {
		key.WriteString(v.Encode() + "|")
	}
	if !c.seen[key.String()] {
		c.seen[key.String()] = true
		c.queue = append(c.queue, state)
	}
}

// constants are the values of constants in a state.
func (c *census) constants(state *sts.Config) string {
	var out strings.Builder
	for _, v := range c.Vars {
		if v.Frozen {
			out.WriteString(v.Type.Format(state.Values[v.First:v.First+v.Type.Size()]) + "|")
		}
	}
	return out.String()
}

// each calls do with all rows of values of some sorts.
func (c *census) each(sorts []*term.Sort, do func([]term.Value)) error {
	total := 1
	choices := make([][]term.Value, len(sorts))
	for i, s := range sorts {
		choices[i] = c.values(s)
		if total *= len(choices[i]); len(choices[i]) == 0 || total > 200_000 {
			return errEndless
		}
	}
	return c.combine(choices, nil, do)
}

func (c *census) combine(choices [][]term.Value, row []term.Value, do func([]term.Value)) error {
	if len(row) == len(choices) {
		if len(c.seen) > c.most || time.Now().After(c.end) {
			return errTooMany
		}
		do(row)
		return nil
	}
	for _, v := range choices[len(row)] {
		if err := c.combine(choices, append(row[:len(row):len(row)], v), do); err != nil {
			return err
		}
	}
	return nil
}
