package workbench

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// runRequest is a request for a run of an analysis.
type runRequest struct {
	Analysis string              `json:"analysis"`
	Args     []string            `json:"args"`
	Options  map[string][]string `json:"options"`
}

// bad returns the error for an invalid request.
func bad(format string, args ...any) error {
	return &httpError{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// job checks a request, and returns its job and its initial record.
func (s *Server) job(r runRequest) (*driver.Job, result.Summary, error) {
	none := result.Summary{}
	a, err := findAnalysis(r.Analysis)
	if err != nil {
		return nil, none, err
	}
	args, err := s.arguments(a, r.Args)
	if err != nil {
		return nil, none, err
	}
	options := a.New()
	if err := s.setOptions(a, options, r.Options); err != nil {
		return nil, none, err
	}
	given := func(flag string) bool { return len(r.Options[flag]) > 0 }
	nothing := func(string) {}
	job := &driver.Job{Analysis: a, Options: options, Args: args, Version: s.options.Version, In: bytes.NewReader(nil), Given: given, Print: nothing,
		Note: nothing, Policy: s.policy()}
	summary := job.Summary()
	if common := driver.Part[model.Common](options); common != nil {
		common.Memory = s.options.Memory
	}
	return job, summary, setPlaces(a, options, summary.ID)
}

func findAnalysis(name string) (*driver.Analysis, error) {
	var names []string
	for _, a := range offered() {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	if meant := diag.Closest(name, names); meant != "" {
		return nil, bad("there is no analysis %q; did you mean %s?", name, meant)
	}
	return nil, bad("there is no analysis %q: there are %s", name, strings.Join(names, ", "))
}

// arguments checks arguments: files must be in the project.
func (s *Server) arguments(a *driver.Analysis, given []string) ([]string, error) {
	if err := a.CheckArgs(given); err != nil {
		return nil, bad("%v", err)
	}
	if a.Models == driver.EachModel && len(given) != 1 {
		return nil, bad("%s takes one model", a.Name)
	}
	args := slices.Clone(given)
	for i, described := range arguments(a) {
		if i >= len(args) {
			break
		}
		var err error
		switch described.Kind {
		case "model":
			if args[i], err = s.project.model(args[i]); err == nil {
				args[i], err = s.project.existing(args[i])
			}
		case "file":
			args[i], err = s.project.existing(args[i])
		}
		if err != nil {
			return nil, err
		}
	}
	return args, nil
}

// setOptions sets the options of a request, if a page may set them.
func (s *Server) setOptions(a *driver.Analysis, options any, given map[string][]string) error {
	fields := map[string]driver.Field{}
	var names []string
	for _, f := range a.Flags(options) {
		if isOffered(f) {
			fields[f.Name], fields[f.Was] = f, f // stored runs may have the old name
			names = append(names, f.Name)
		}
	}
	delete(fields, "")
	for name, values := range given {
		f, ok := fields[name]
		if !ok {
			return bad("%s has no option %q that a page can set %s", a.Name, name, diag.DidYouMean(name, names))
		}
		for _, value := range values {
			if err := s.setOption(f, value); err != nil {
				return err
			}
		}
	}
	return checkWorkers(options)
}

// mostWorkers returns how many workers a run may have. Each has a solver process.
func mostWorkers() int { return max(runtime.NumCPU(), 8) }

// checkWorkers rejects options with too many workers.
func checkWorkers(options any) error {
	if common := driver.Part[model.Common](options); common != nil && common.Workers > mostWorkers() {
		return bad("--workers is %d: a run of the workbench has at most %d", common.Workers, mostWorkers())
	}
	return nil
}

func (s *Server) setOption(f driver.Field, value string) (err error) {
	switch f.Tag.Get("page") {
	case "exec":
		if value != "" && !s.options.AllowExec {
			return &httpError{http.StatusForbidden, fmt.Sprintf("--%s runs a program or reaches a system: start the server with --allow-exec", f.Name)}
		}
	case "file":
		if value != "" {
			if value, err = s.project.existing(value); err != nil {
				return err
			}
		}
	}
	if err := f.Set(value); err != nil {
		if wrong := (*driver.ErrFlag)(nil); errors.As(err, &wrong) {
			return bad("%v", wrong)
		}
		return bad("--%s %q is not a value of type %s", f.Name, value, describe(f).Type)
	}
	return nil
}

// setPlaces sets the paths that a run writes, in the folder of the server.
func setPlaces(a *driver.Analysis, options any, id string) error {
	if solver := driver.Part[model.SolverOptions](options); solver != nil {
		solver.SaveDir = data
	}
	for _, f := range a.Flags(options) {
		place := ""
		switch {
		case f.Tag.Get("writes") == "folder":
			place = testsOf(id)
		case f.Name == "failures":
			place = filepath.Join(data, "failures")
		default:
			continue
		}
		if err := f.Set(place); err != nil {
			return err
		}
	}
	return nil
}

// policy returns the permissions of models: to use files of the project, and, if the user allows it, to run programs and to reach servers.
func (s *Server) policy() *consent.Policy {
	return &consent.Policy{Decide: func(r consent.Request) bool {
		if r.Kind != consent.Files {
			return s.options.AllowExec
		}
		path, target, isLink := strings.Cut(r.What, " -> ")
		return file.Inside(".", path) && (!isLink || file.Inside(".", target))
	}}
}

// explained adapts an error about missing consent for users of the page, who give consent by a flag of the server.
func explained(err error) error {
	var refused *consent.Refused
	if !errors.As(err, &refused) {
		return err
	}
	if slices.ContainsFunc(refused.Requests, func(r consent.Request) bool { return r.Kind == consent.Files }) {
		return fmt.Errorf("%s uses files outside of the project, which the workbench does not: %s", refused.Path, refused.Summary())
	}
	return fmt.Errorf("%s runs programs or reaches servers: start the server with --allow-exec to let it: %s", refused.Path, refused.Summary())
}
