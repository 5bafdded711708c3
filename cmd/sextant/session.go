package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/jobs/driver"
)

// session is one run of an analysis by a command.
type session struct {
	*driver.Job
	c        *cobra.Command
	json     bool
	progress *progress
	spoken   atomic.Bool   // the result is being written, or the session was abandoned
	over     chan struct{} // closed when the session has ended
}

func newSession(c *cobra.Command, a *driver.Analysis, options any, args []string) *session {
	s := &session{c: c, over: make(chan struct{}), progress: &progress{w: c.ErrOrStderr()}}
	s.Job = &driver.Job{Analysis: a, Options: options, Args: args, Version: version, In: c.InOrStdin(), Given: c.Flags().Changed, Progress: s.progress.show}
	s.Print = func(text string) {
		if !s.json {
			s.progress.print(c.OutOrStdout(), text)
		}
	}
	s.Note = func(text string) { fmt.Fprintln(c.ErrOrStderr(), "note: "+text) }
	s.json = s.JSON()
	if c.Flags().Changed("report") {
		s.Keep()
	}
	return s
}

// run reads the model, runs the analysis within its time limit, prints the result, and writes the requested reports.
func (s *session) run(begun time.Time) error {
	document, err := s.analyse(begun)
	return s.WriteReport(document, s.WriteJUnit(begun, document, err))
}

func (s *session) analyse(begun time.Time) (any, error) {
	var before known
	read := func() {
		if s.Analysis.Models == driver.OneModel {
			s.showErrors()
			before = s.known()
		}
	}
	document, err := s.Execute(s.c.Context(), begun, driver.Hooks{Bounded: s.watch, Read: read})
	defer close(s.over)
	s.progress.close()
	if s.Loaded != nil && !(s.json && s.Analysis.Models == driver.EachModel) {
		s.showNew(before)
	}
	shown := document
	switch {
	case s.json:
		shown = s.Document(document, err)
	case s.faulty():
		shown = nil
	}
	if printErr := s.show(shown); printErr != nil {
		return document, printErr
	}
	return document, err
}

// faulty reports whether the analysis was not run because the model has errors, which were shown.
func (s *session) faulty() bool {
	return s.Analysis.Models == driver.OneModel && s.Loaded != nil && s.Loaded.Usable() != nil
}

// watch ends the command if it does not end by itself after ctx did. The function that it returns ends the watch.
func (s *session) watch(ctx context.Context) (over func()) {
	stop := context.AfterFunc(ctx, func() { s.giveUp(ctx) })
	return func() { stop() }
}
