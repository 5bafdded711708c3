package workbench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/face/workbench/history"
)

// Options are those of a server.
type Options struct {
	Address   string // that Listener listens at, as the user wrote it
	Token     string // that requests must have; empty demands none
	AllowExec bool   // runs may execute programs and connect to systems
	Version   string // of the command
	Note      func(text string)
}

// Server serves the project in the current folder.
type Server struct {
	options Options
	project *project
	history *history.History
	hub     *hub
	runs    *runs
	walks   *walks
	checks  chan struct{} // holds a value for each check that is under way
	unlock  func()
	closed  sync.Once
}

// data is the folder of the project with what the server writes.
const data = ".sextant"

// New opens the project in the current folder.
func New(options Options) (*Server, error) {
	p, err := openProject()
	if err != nil {
		return nil, err
	}
	s := &Server{options: options, project: p, hub: newHub(), walks: newWalks(), checks: make(chan struct{}, maxChecks)}
	if s.unlock, err = prepareData(p); err != nil {
		p.root.Close()
		return nil, err
	}
	if s.history, err = history.Open(filepath.Join(data, "history.db")); err != nil {
		s.unlock()
		p.root.Close()
		return nil, err
	}
	s.runs = newRuns(s.history, s.hub, options.Note)
	return s, nil
}

// prepareData makes the folder for what the server writes, and locks it. A link in its place, which may come with a project, is refused.
func prepareData(p *project) (unlock func(), err error) {
	if err := p.root.Mkdir(data, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	if info, err := p.root.Lstat(data); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("%s must be a folder, not a file or a link: remove it", data)
	}
	for _, name := range []string{"history.db", "history.db-wal", "history.db-shm", "suites", "failures", "tests"} {
		if info, err := p.root.Lstat(filepath.Join(data, name)); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return nil, fmt.Errorf("%s is a link: remove it", filepath.Join(data, name))
		}
	}
	if err := p.root.WriteFile(filepath.Join(data, ".gitignore"), []byte("*\n"), 0o600); err != nil {
		return nil, err
	}
	unlock, err = file.Lock(data, lockPatience)
	if err != nil {
		return nil, fmt.Errorf("another server works in this folder: %w", err)
	}
	return unlock, nil
}

// Limits of what a client may take.
const (
	headerTime   = 5 * time.Second  // until the headers of a request are read
	requestTime  = 30 * time.Second // until its body is
	answerTime   = 60 * time.Second // until an answer is written
	idleTime     = 2 * time.Minute  // between requests on a connection
	maxHeader    = 64 << 10
	maxBody      = 4 << 20
	lockPatience = time.Second
	endTime      = 10 * time.Second // until runs have ended after they were cancelled
)

// Serve answers requests until ctx ends. Then all runs are cancelled, and everything is closed.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	base, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	server := &http.Server{Handler: newGuard(s.options, listener.Addr(), s.handler()), ReadHeaderTimeout: headerTime, ReadTimeout: requestTime,
		IdleTimeout: idleTime, MaxHeaderBytes: maxHeader, BaseContext: func(net.Listener) context.Context { return base }}
	var group sync.WaitGroup
	group.Go(func() { s.watch(base) })
	failed := make(chan error, 1)
	group.Go(func() { failed <- server.Serve(listener) })
	var err error
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	stop()
	s.hub.close()
	err = errors.Join(err, shutDown(server))
	group.Wait()
	return errors.Join(err, s.Close())
}

// shutDown lets requests end, and ends those that do not.
func shutDown(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), endTime)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		return server.Close()
	}
	return nil
}

// Close cancels all runs, waits until they have ended, and closes the history.
func (s *Server) Close() (err error) {
	s.closed.Do(func() {
		s.walks.close()
		err = s.runs.close()
		err = errors.Join(err, s.history.Close(), s.project.root.Close())
		s.unlock()
	})
	return err
}
