// Package documents checks documents that commands print against their JSON Schemas.
package documents

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/sextant-mbt/sextant/internal/results/schema"
)

// common are the documents that any command may print: those of models with errors, of work that was ended, and of work that could not
// be done.
var common = []string{"check", "unfinished", "error"}

// Printed checks what a command printed against the schemas of its documents, and against those that are common to all; a document that
// names no command may fit any. It returns the name of the schema that fits.
func Printed(text []byte) (string, error) {
	var head struct{ Command string }
	if err := json.Unmarshal(text, &head); err != nil {
		return "", err
	}
	var errs []error
	for _, d := range schema.Documents {
		if head.Command != "" && !slices.Contains(d.Commands, head.Command) && !slices.Contains(common, d.Name) {
			continue
		}
		err := Check(d, text)
		if err == nil {
			return d.Name, nil
		}
		errs = append(errs, err)
	}
	return "", fmt.Errorf("no schema of %q fits: %w", head.Command, errors.Join(errs...))
}

// resolved has the schemas that were needed so far, by the names of their documents: func() (*jsonschema.Resolved, error). To resolve one takes
// longer than to check most documents.
var resolved sync.Map

func resolve(d schema.Document) (*jsonschema.Resolved, error) {
	s, err := d.Schema()
	if err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}

// Check checks a document against one schema.
func Check(d schema.Document, text []byte) error {
	once, _ := resolved.LoadOrStore(d.Name, sync.OnceValues(func() (*jsonschema.Resolved, error) { return resolve(d) }))
	s, err := once.(func() (*jsonschema.Resolved, error))()
	if err != nil {
		return err
	}
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		return err
	}
	if err := s.Validate(document); err != nil {
		return fmt.Errorf("%s: %w", d.Name, err)
	}
	return nil
}
