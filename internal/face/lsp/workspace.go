package lsp

import (
	"context"
	"maps"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/face/lsp/buffer"
	"github.com/sextant-mbt/sextant/internal/face/lsp/protocol"
)

// maxRoots is the maximum number of models that are compiled for one file.
const maxRoots = 8

// document is an open document.
type document struct {
	*buffer.Buffer
	uri     protocol.DocumentURI
	version int32
}

// workspace has the open documents and the folders of the user.
type workspace struct {
	lock    sync.Mutex
	current *snapshot
}

// snapshot has all texts at one time, and caches the results computed from them.
type snapshot struct {
	*disk
	open map[string]document // by path

	ctx    context.Context // ends when a text changes
	cancel context.CancelFunc
	policy consent.Policy // what a model may do that is completed

	analyses  map[string]*analysis // by the path of the main file
	lock      sync.Mutex           // of analyses
	importers func() map[string][]string
}

func (w *workspace) init() { w.current = newSnapshot(map[string]document{}, newDisk(nil)) }

func newSnapshot(open map[string]document, disk *disk) *snapshot {
	s := &snapshot{open: open, disk: disk, analyses: map[string]*analysis{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.importers = sync.OnceValue(s.findImporters)
	return s
}

// snapshot returns the newest snapshot.
func (w *workspace) snapshot() *snapshot {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.current
}

// update makes a new snapshot after a change, and cancels the computations on the old one.
func (w *workspace) update(change func(open map[string]document)) {
	w.lock.Lock()
	defer w.lock.Unlock()
	old := w.current
	open := maps.Clone(old.open)
	change(open)
	w.current = newSnapshot(open, old.disk)
	old.cancel()
}

// reread drops the cache of files, and sets the folders to read.
func (w *workspace) reread(folders []string) {
	w.lock.Lock()
	defer w.lock.Unlock()
	old := w.current
	w.current = newSnapshot(old.open, newDisk(folders))
	old.cancel()
}

// foldersOf returns the paths of folders.
func foldersOf(uris []protocol.DocumentURI) []string {
	var folders []string
	for _, uri := range uris {
		if path := pathOf(uri); uri != "" && filepath.IsAbs(path) && !slices.Contains(folders, path) {
			folders = append(folders, path)
		}
	}
	return folders
}

func (s *Server) didOpen(p protocol.DidOpenTextDocumentParams) {
	d := p.TextDocument
	s.update(func(open map[string]document) { open[pathOf(d.URI)] = document{buffer.New(d.Text), d.URI, d.Version} })
	signal(s.changed)
	signal(s.paused)
}

func (s *Server) didChange(p protocol.DidChangeTextDocumentParams) {
	path := pathOf(p.TextDocument.URI)
	s.update(func(open map[string]document) {
		d, ok := open[path]
		if !ok {
			return
		}
		for _, change := range p.ContentChanges {
			d.Buffer = d.Replace(change.Range, change.Text)
		}
		d.version = p.TextDocument.Version
		open[path] = d
	})
	signal(s.changed)
}

func (s *Server) didClose(p protocol.TextDocumentParams) {
	s.update(func(open map[string]document) { delete(open, pathOf(p.TextDocument.URI)) })
	signal(s.changed)
}

// filesChanged reads files again.
func (s *Server) filesChanged() {
	s.reread(s.snapshot().folders)
	signal(s.changed)
}

// pathOf returns the path of a document. If it is not a file, such as a new document without a name, its address is the path.
func pathOf(uri protocol.DocumentURI) string {
	u, err := url.Parse(string(uri))
	if err != nil || u.Scheme != "file" {
		return string(uri)
	}
	path := u.Path
	if len(path) > 2 && path[0] == '/' && path[2] == ':' { // a drive
		path = path[1:]
	}
	return filepath.Clean(filepath.FromSlash(path))
}

// uriOf returns the address of a file, in the editor's form if the file is open.
func (s *snapshot) uriOf(path string) protocol.DocumentURI {
	if d, ok := s.open[filepath.Clean(path)]; ok {
		return d.uri
	}
	slashed := filepath.ToSlash(path)
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed
	}
	return protocol.DocumentURI((&url.URL{Scheme: "file", Path: slashed}).String())
}

// read returns the text of a file: that of the editor if it is open there, otherwise from disk.
func (s *snapshot) read(path string) ([]byte, error) {
	if d, ok := s.open[filepath.Clean(path)]; ok {
		return []byte(d.Text), nil
	}
	return s.disk.read(filepath.Clean(path))
}

// files lists the models that are open or in the folders of the user.
func (s *snapshot) files() []string {
	out := slices.AppendSeq(slices.Clone(s.models()), maps.Keys(s.open))
	slices.Sort(out)
	return slices.Compact(out)
}

// imports returns the files that a file imports.
func (s *snapshot) imports(path string) []string {
	if d, ok := s.open[path]; ok {
		return importsOf(path, d.Text)
	}
	return s.disk.imports(path)
}

// findImporters finds the files that import each file.
func (s *snapshot) findImporters() map[string][]string {
	out := map[string][]string{}
	for _, from := range s.files() {
		for _, to := range s.imports(from) {
			out[to] = append(out[to], from)
		}
	}
	return out
}

// roots returns the main files of the models that a file belongs to: those that import it, directly or indirectly, and that no other
// file imports; the file itself if there are none.
func (s *snapshot) roots(path string) []string {
	importers := s.importers()
	seen := map[string]bool{path: true}
	var out []string
	for queue := []string{path}; len(queue) > 0; queue = queue[1:] {
		if len(importers[queue[0]]) == 0 {
			out = append(out, queue[0])
		}
		for _, from := range importers[queue[0]] {
			if !seen[from] {
				seen[from] = true
				queue = append(queue, from)
			}
		}
	}
	slices.Sort(out)
	if len(out) == 0 {
		return []string{path} // the imports are a cycle
	}
	return out[:min(len(out), maxRoots)]
}
