package result

// CurvePoint is a point of the curve of coverage: what had been spent when so many transitions were covered.
type CurvePoint struct {
	Seconds float64 `json:"seconds"`
	Steps   int     `json:"steps"`
	Queries int     `json:"queries"`
	Covered int     `json:"covered"`
}

// Curve is the coverage of one search against time. The last point says when the search ended.
type Curve struct {
	Name   string       `json:"name"`
	Total  int          `json:"total"`
	Points []CurvePoint `json:"points"`
}

// Reach is a transition that a search reached: when, by which of its parts, and by what path, which ends with it. Of a long
// path only the end is told.
type Reach struct {
	Name    string   `json:"name"`
	How     string   `json:"how"`
	Seconds float64  `json:"seconds"`
	Steps   int      `json:"steps"`
	Queries int      `json:"queries"`
	Length  int      `json:"length"`
	Path    []string `json:"path"`
}

// Spread is the middle and the ends of several values.
type Spread struct {
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
}
