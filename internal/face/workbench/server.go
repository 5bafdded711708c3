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
	"github.com/sextant-mbt/sextant/internal/base/memory"
	"github.com/sextant-mbt/sextant/internal/face/workbench/history"
)

// Options configure a server.
type Options struct {
	Address   string      // of Listener, as the user wrote it
	Token     string      // that requests must have; none if empty
	AllowExec bool        // runs may execute programs and connect to systems
	Memory    memory.Size // limit for the searches of runs, together; half of the free memory if 0
	Version   string      // of the command
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
	checks  chan struct{} // has a value for each running check
	unlock  func()
	closed  sync.Once
}

// data is the folder of the project that the server writes to.
const data = ".sextant"

// New opens the project in the current folder.
func New(options Options) (*Server, error) {
	p, err := openProject()
	if err != nil {
		return nil, err
	}
	if options.Memory == 0 {
		options.Memory = memory.Default()
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

// prepareData creates and locks the folder that the server writes to. It rejects a link, which an untrusted project may contain.
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
		return nil, fmt.Errorf("another server is running in this folder: %w", err)
	}
	return unlock, nil
}

// Limits for clients.
const (
	headerTime   = 5 * time.Second  // to send the headers of a request
	requestTime  = 30 * time.Second // to send the body of a request
	answerTime   = 60 * time.Second // to read an answer
	idleTime     = 2 * time.Minute  // between requests on a connection
	maxHeader    = 64 << 10
	maxBody      = 4 << 20
	lockPatience = time.Second
	endTime      = 10 * time.Second // for runs to end after they were cancelled
)

// Serve answers requests until ctx ends. Then it cancels all runs and closes everything.
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

// shutDown waits for requests to end, and closes those that do not.
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
