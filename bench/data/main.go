// Data measures representations of collections for solvers. It walks along random paths of small models, asks about every
// step on the way, as a symbolic execution does, in several encodings, and prints the time that a query takes. All encodings
// ask the same; answers that differ and models of the solver that cannot be executed are counted. The results are in
// docs/rationale.md.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

type config struct {
	solver           string
	models, encoding string
	depths           []int
	seeds            int
	limit            time.Duration
	naming           bool
}

func main() {
	c := config{depths: []int{5, 10, 20}}
	flag.Func("depths", "lengths of the paths, separated by commas; 5,10,20 if not given", c.setDepths)
	flag.StringVar(&c.solver, "solver", "z3", "z3 or cvc5")
	flag.StringVar(&c.models, "models", "", "models, separated by commas; all if empty")
	flag.StringVar(&c.encoding, "encodings", "", "encodings, separated by commas; all if empty")
	flag.IntVar(&c.seeds, "seeds", 3, "number of paths for each model and depth")
	flag.BoolVar(&c.naming, "names", false, "give names to the terms of every state")
	flag.DurationVar(&c.limit, "limit", 2*time.Second, "time limit of a query")
	flag.Parse()
	if err := c.run(); err != nil {
		fmt.Fprintln(os.Stderr, "data:", err)
		os.Exit(2)
	}
}

func (c *config) setDepths(list string) error {
	c.depths = nil
	for text := range strings.SplitSeq(list, ",") {
		depth, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		c.depths = append(c.depths, depth)
	}
	return nil
}

// chosen reports whether a name is in a list.
func chosen(list, name string) bool {
	return list == "" || slices.Contains(strings.Split(list, ","), name)
}

func (c *config) run() error {
	fmt.Println("| model | depth | encoding | queries | without solver | mean ms | max ms | unknown | differ | wrong models |")
	fmt.Println("|---|---|---|---|---|---|---|---|---|---|")
	for _, m := range models {
		for _, depth := range c.depths {
			if !chosen(c.models, m.name) {
				continue
			}
			if err := c.compare(m, depth); err != nil {
				return fmt.Errorf("%s: %w", m.name, err)
			}
		}
	}
	return nil
}

// guide is how paths are drawn.
var guide = &config{solver: "z3", limit: time.Minute, naming: true}

// compare draws paths with the first encoding, and follows them with all.
func (c *config) compare(m model, depth int) error {
	figures := make([]figure, len(encodings))
	for seed := range c.seeds {
		var path []int
		expected, err := guide.follow(m, encodings[0], depth, atRandom(rand.New(rand.NewPCG(uint64(seed), 1)), &path))
		if err != nil {
			return err
		}
		for i, e := range encodings {
			if chosen(c.encoding, e.name) && e.available(m, c.solver) {
				answers, err := c.follow(m, e, depth, along(path))
				figures[i].add(answers, expected, err)
			}
		}
	}
	for i, e := range encodings {
		if figures[i].queries > 0 {
			fmt.Printf("| %s | %d | %s | %s |\n", m.name, depth, e.name, &figures[i])
		}
	}
	return nil
}

// available reports whether an encoding differs from those before it for a model, and the solver has what it needs.
func (e encoding) available(m model, solver string) bool {
	if e.name != "theory2" {
		return true
	}
	return m.name == "map" || m.name == "set" && solver == "cvc5"
}

// figure is what was measured.
type figure struct {
	queries, asked, folded, unknown, differ, wrong int
	total, max                                     time.Duration
}

// add counts the answers on a path. After an error of the solver, all other queries are unknown.
func (f *figure) add(answers, expected []answer, err error) {
	f.queries += len(expected)
	f.asked += len(answers)
	f.unknown += len(expected) - len(answers)
	if err != nil {
		fmt.Fprintln(os.Stderr, "data:", err)
	}
	for i, a := range answers {
		f.total += a.time
		f.max = max(f.max, a.time)
		switch {
		case a.time == 0:
			f.folded++
		case a.status == "unknown":
			f.unknown++
		}
		if a.status != "unknown" && a.status != expected[i].status {
			f.differ++
		}
		if a.wrong {
			f.wrong++
		}
	}
}

// String is the figure as a cell of the table.
func (f *figure) String() string {
	return fmt.Sprintf("%d | %d | %.2f | %.0f | %d | %d | %d", f.queries, f.folded,
		f.total.Seconds()*1000/float64(max(f.asked, 1)), f.max.Seconds()*1000, f.unknown, f.differ, f.wrong)
}
