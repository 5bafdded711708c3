package main

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/diag"
	"github.com/sextant-mbt/sextant/internal/driver"
)

// session is one run of an analysis by a command.
type session struct {
	*driver.Job
	c        *cobra.Command
	json     bool
	progress *progress
	spoken   atomic.Bool   // the result is being written, or the session was given up
	over     chan struct{} // is closed when the session has ended
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
	return s
}

// run reads the model, runs the analysis within its time limit, prints the result, and writes the reports that are wanted.
func (s *session) run(begun time.Time) error {
	document, err := s.analyse(begun)
	return s.WriteJUnit(begun, document, err)
}

func (s *session) analyse(begun time.Time) (document any, err error) {
	ctx, cancel := s.limited(begun)
	defer func() {
		cancel()
		close(s.over)
	}()
	if s.Analysis.Models != driver.NoModel {
		if err := s.load(ctx); err != nil {
			return nil, err
		}
	}
	if s.Analysis.Untimed != nil && s.Analysis.Untimed(s.Options) {
		cancel()
		ctx, cancel = s.watched(s.c.Context(), nil)
	}
	var before []diag.Diagnostic
	if s.Loaded != nil && s.Analysis.Models == driver.OneModel {
		before = s.Loaded.List.Sorted()
	}
	document, err = s.Run(ctx)
	s.progress.close()
	if s.Loaded != nil && !(s.json && s.Analysis.Models == driver.EachModel) {
		s.showNew(before)
	}
	if printErr := s.show(document); printErr != nil {
		return document, printErr
	}
	if err == nil {
		err = driver.Judge(document)
	}
	return document, err
}

// load reads the model. One with errors is refused, and the errors are shown, unless the analysis is about them.
func (s *session) load(ctx context.Context) error {
	if err := s.Load(ctx); err != nil {
		document, err := s.Ended(ctx, nil, err)
		if printErr := s.show(document); printErr != nil {
			return printErr
		}
		return err
	}
	if s.Analysis.Models == driver.EachModel {
		return nil
	}
	s.showDiagnostics(diag.Error)
	unusable := s.Loaded.Usable()
	if unusable != nil && s.json {
		if err := s.show(driver.Faulty(s.Analysis.Name, s.Loaded)); err != nil {
			return err
		}
	}
	return unusable
}

// limited is a context that ends with the time limit of the command, or when the user interrupts it.
func (s *session) limited(begun time.Time) (context.Context, context.CancelFunc) {
	timeout := s.Timeout()
	if timeout <= 0 {
		return s.watched(s.c.Context(), nil)
	}
	ctx, cancel := context.WithDeadline(s.c.Context(), begun.Add(timeout))
	return s.watched(ctx, cancel)
}

// watched ends the command if it does not end by itself after ctx did. The function that it returns ends the watch, and calls
// cancel, which may be nil.
func (s *session) watched(ctx context.Context, cancel context.CancelFunc) (context.Context, context.CancelFunc) {
	stopWatching := context.AfterFunc(ctx, func() { s.giveUp(ctx) })
	return ctx, func() {
		stopWatching()
		if cancel != nil {
			cancel()
		}
	}
}
