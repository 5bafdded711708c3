package workbench

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// form describes the arguments and options of an analysis for a page.
type form struct {
	Name      string      `json:"name"`
	Group     string      `json:"group,omitempty"`
	Short     string      `json:"short"`
	Long      string      `json:"long,omitempty"`
	Example   string      `json:"example,omitempty"`
	Arguments []argument  `json:"arguments"`
	Fields    []formField `json:"fields"`
}

// argument is an argument after the name of an analysis.
type argument struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"` // model, file or text
	Optional bool   `json:"optional,omitempty"`
	Repeated bool   `json:"repeated,omitempty"`
}

// formField is an option.
type formField struct {
	Name       string   `json:"name"`
	Help       string   `json:"help"`
	Type       string   `json:"type"` // bool, int, float, text, texts, duration or choice
	Default    string   `json:"default"`
	Choices    []string `json:"choices,omitempty"`
	Min        string   `json:"min,omitempty"`
	Max        string   `json:"max,omitempty"`
	Group      string   `json:"group"`
	GroupTitle string   `json:"groupTitle"`
	Exec       bool     `json:"exec,omitempty"` // requires a server that may run programs
}

// offered returns the analyses that a page can start.
func offered() []*driver.Analysis {
	return slices.DeleteFunc(slices.Clone(driver.Analyses), func(a *driver.Analysis) bool { return a.Models == driver.NoModel })
}

// forms describes all offered analyses.
func forms() []form {
	var out []form
	for _, a := range offered() {
		f := form{Name: a.Name, Short: a.Short, Long: a.Long, Example: a.Example, Arguments: arguments(a), Fields: []formField{}}
		if group, _, ok := strings.Cut(a.Name, " "); ok {
			f.Group = group
		}
		for _, field := range a.Flags(a.New()) {
			if isOffered(field) {
				f.Fields = append(f.Fields, describe(field))
			}
		}
		out = append(out, f)
	}
	return out
}

// isOffered reports whether a page may set a flag.
func isOffered(f driver.Field) bool { return f.Tag.Get("page") != "-" && f.Tag.Get("writes") == "" }

func describe(f driver.Field) formField {
	out := formField{Name: f.Name, Help: f.Tag.Get("help"), Default: f.String(), Min: f.Tag.Get("min"), Max: f.Tag.Get("max"),
		Group: string(f.Group), GroupTitle: f.Group.Title(), Exec: f.Tag.Get("page") == "exec"}
	switch f.Type() {
	case "int", "int64":
		out.Type = "int"
	case "float64":
		out.Type = "float"
	case "strings":
		out.Type = "texts"
	case "bool", "duration":
		out.Type = f.Type()
	default:
		out.Type = "text"
	}
	if choices := f.Choices(); choices != nil {
		out.Type, out.Choices = "choice", choices
	}
	if f.Name == "workers" {
		out.Max = strconv.Itoa(mostWorkers())
	}
	return out
}

// kinds are the kinds of arguments that are files.
var kinds = map[string]string{"MODEL": "model", "FILE.csv": "file", "TEST": "file", "SUITE": "file", "LOG": "file"}

// arguments parses the usage of arguments, as in MODEL [SUITE], without the flags after them.
func arguments(a *driver.Analysis) []argument {
	out := []argument{}
	for _, word := range strings.Fields(a.Args) {
		if strings.HasPrefix(word, "--") {
			break
		}
		name := strings.Trim(word, "[].")
		kind := kinds[name]
		if kind == "" {
			kind = "text"
		}
		repeated := strings.HasSuffix(strings.Trim(word, "[]"), "...") && a.Models != driver.EachModel
		out = append(out, argument{Name: name, Kind: kind, Optional: strings.HasPrefix(word, "["), Repeated: repeated})
	}
	return out
}
