package diag

// JSONDiagnostic is a diagnostic for programs.
type JSONDiagnostic struct {
	Code     Code          `json:"code"`
	Severity string        `json:"severity"`
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Column   int           `json:"column"`
	Message  string        `json:"message"`
	Hint     string        `json:"hint,omitempty"`
	Related  []JSONRelated `json:"related,omitempty"`
}

// JSONRelated is a related place for programs.
type JSONRelated struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// ToJSON converts diagnostics for encoding/json. It returns an empty slice, not nil, for no diagnostics, so that the
// text is [] and not null.
func ToJSON(list []Diagnostic) []JSONDiagnostic {
	out := make([]JSONDiagnostic, 0, len(list))
	for _, d := range list {
		at := d.Span.Position()
		out = append(out, JSONDiagnostic{Code: d.Code, Severity: d.Severity.String(), File: d.Span.FileName(),
			Line: at.Line, Column: at.Column, Message: d.Message, Hint: d.Hint, Related: relatedJSON(d.Related)})
	}
	return out
}

func relatedJSON(list []Related) []JSONRelated {
	var out []JSONRelated
	for _, r := range list {
		at := r.Span.Position()
		out = append(out, JSONRelated{r.Span.FileName(), at.Line, at.Column, r.Message})
	}
	return out
}
