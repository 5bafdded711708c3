package driver

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/report/page"
)

// reportFile returns the file for the report page; empty if there is none.
func (j *Job) reportFile() string {
	if output := Part[model.Output](j.Options); output != nil {
		return output.Report
	}
	return ""
}

// WriteReport writes the report page of an analysis that ended with a result and an error, if requested. It returns the error, or that
// of writing.
func (j *Job) WriteReport(document any, err error) error {
	path := j.reportFile()
	if path == "" {
		return err
	}
	var out bytes.Buffer
	writeErr := page.Report(&out, j.Record(j.Summary(), document, err))
	if writeErr == nil {
		writeErr = file.Write(path, out.Bytes())
	}
	return unwritten("the report page", err, writeErr)
}

// unwritten returns the error of an analysis, or if writing failed, an error about that.
func unwritten(what string, err, writeErr error) error {
	if writeErr == nil {
		return err
	}
	if !IsComplete(err) {
		return errors.Join(err, writeErr)
	}
	return fmt.Errorf("%s cannot be written: %w", what, writeErr)
}
