package workbench

import (
	"context"
	"time"
)

// The intervals of checking known models, and of searching the project for new ones.
const (
	watchInterval  = 300 * time.Millisecond
	searchInterval = 3 * time.Second
)

// fileEvent reports that a model was changed. The hash is empty if it was removed.
type fileEvent struct {
	File string `json:"file"`
	Hash string `json:"hash"`
}

// stamp is the data by which changes of a file are detected.
type stamp struct {
	modified time.Time
	size     int64
}

// watch sends events about changed models, as long as clients are connected.
func (s *Server) watch(ctx context.Context) {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	var known map[string]stamp
	var searched time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch {
		case s.hub.listeners() == 0:
			known = nil // new clients read everything
		case known == nil || time.Since(searched) >= searchInterval:
			searched = time.Now()
			found := s.stamps()
			if known != nil {
				s.tellNew(known, found)
			}
			known = found
		default:
			s.lookAgain(known)
		}
	}
}

// stamps returns the stamps of all models.
func (s *Server) stamps() map[string]stamp {
	out := map[string]stamp{}
	for _, m := range s.project.models() {
		if now, ok := s.stampOf(m.File); ok {
			out[m.File] = now
		}
	}
	return out
}

func (s *Server) stampOf(name string) (stamp, bool) {
	info, err := s.project.root.Stat(name)
	if err != nil {
		return stamp{}, false
	}
	return stamp{info.ModTime(), info.Size()}, true
}

// tellNew sends events about the differences between known and found models.
func (s *Server) tellNew(known, found map[string]stamp) {
	for name, now := range found {
		if known[name] != now {
			s.tellFile(name)
		}
	}
	for name := range known {
		if _, ok := found[name]; !ok {
			s.tellFile(name)
		}
	}
}

// lookAgain checks known models, and sends events about those that changed.
func (s *Server) lookAgain(known map[string]stamp) {
	for name, before := range known {
		now, ok := s.stampOf(name)
		if now == before {
			continue
		}
		if known[name] = now; !ok {
			delete(known, name)
		}
		s.tellFile(name)
	}
}

func (s *Server) tellFile(name string) {
	_, hash, err := s.project.read(name)
	if err != nil {
		hash = ""
	}
	s.hub.send("file", fileEvent{File: name, Hash: hash})
}
