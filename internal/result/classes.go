package result

// Classes is the result of the command classes.
type Classes struct {
	Head
	Steps        Span         `json:"steps"` // of the runs that were divided
	Classifiers  []Classifier `json:"classifiers"`
	Classes      []Class      `json:"classes"`
	Combinations int          `json:"combinations,omitempty"` // of values that the types allow; 0 if these are too many to count
	Impossible   [][]string   `json:"impossible,omitempty"`   // combinations that were proved to be those of no run within the bounds, if these are few
	Complete     bool         `json:"complete"`               // no run within the bounds is in another class
	Doubts       []string     `json:"doubts,omitempty"`       // what the solver left open
	Paths        int          `json:"paths"`
	Replay       string       `json:"replay,omitempty"` // the command that runs the stored tests
}

// Span is a range of numbers.
type Span struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Classifier is a term over runs.
type Classifier struct {
	Name string `json:"name"`
	Term string `json:"term"` // as written
	Source
}

// Class is the runs for which all classifiers have the same values, with a test that follows one of them.
type Class struct {
	Values []string  `json:"values"` // by classifier
	Test   SuiteTest `json:"test"`
	Trace  Trace     `json:"trace"`
}
