package result

// Miss is a transition, or another goal, that was not covered, and why.
type Miss struct {
	Name string `json:"name"`
	Why
}

// Hit is a covered transition with the length of a path that ends with it, and, for some searches, when and how it was reached.
type Hit struct {
	Name    string   `json:"name"`
	Depth   int      `json:"depth"`
	State   int      `json:"state,omitempty"` // in the tree
	How     string   `json:"how,omitempty"`   // the part of the search that reached it
	Seconds float64  `json:"seconds,omitempty"`
	Steps   int      `json:"steps,omitempty"`
	Queries int      `json:"queries,omitempty"`
	Path    []string `json:"path,omitempty"` // the end of the path

	Products *Products `json:"products,omitempty"` // of a product line: those for which it is covered
}

// Products is a set of products of a product line.
type Products struct {
	Formula string `json:"formula"`         // over features, as a model writes it, or "all products" or "no product"
	Count   int    `json:"count,omitempty"` // if it is known
	Exact   bool   `json:"exact"`           // otherwise there may be more
}

// The formulas of the full and the empty set of products.
const (
	AllProducts = "all products"
	NoProduct   = "no product"
)

// Tally counts what is covered of a kind of goals, with the reason for each miss.
type Tally struct {
	Covered     int    `json:"covered"`
	Total       int    `json:"total"`
	Unreachable int    `json:"unreachable"` // of the misses
	Missing     []Miss `json:"missing"`
	Excluded    []Miss `json:"excluded,omitempty"` // goals that no test can cover; they are not in the total
	Reached     []Hit  `json:"reached,omitempty"`
}

// NewTally counts the unreachable goals among the misses.
func NewTally(covered int, missing []Miss) Tally {
	t := Tally{Covered: covered, Total: covered, Missing: []Miss{}}
	for _, m := range missing {
		t.Miss(m)
	}
	return t
}

// Hit counts a goal that is covered.
func (t *Tally) Hit(h Hit) {
	t.Covered++
	t.Total++
	t.Reached = append(t.Reached, h)
}

// Miss counts a goal that is not covered.
func (t *Tally) Miss(m Miss) {
	t.Total++
	t.Missing = append(t.Missing, m)
	if m.Status == Unreachable {
		t.Unreachable++
	}
}

// Coverage is coverage by every criterion that an analysis reports.
type Coverage struct {
	Transitions Tally          `json:"transitions"`
	Boundary    *ValueCoverage `json:"boundary,omitempty"` // nil if boundary values were not a goal
}

// ValueCoverage counts the values that were tried.
type ValueCoverage struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
}
