package workbench

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/file"
)

// project is the current folder. Its files are accessed through root, so that no name and no link leads out of it.
type project struct {
	name    string
	root    *os.Root
	writing sync.Mutex
}

// Limits of the search for models in the project.
const (
	maxModels  = 2_000
	maxEntries = 50_000
	maxModel   = 16 << 20 // bytes of a model
)

// modelSuffix is the extension of models.
const modelSuffix = ".sxt"

func openProject() (*project, error) {
	folder, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	return &project{name: filepath.Base(folder), root: root}, nil
}

// modelFile is a model of the project.
type modelFile struct {
	File     string    `json:"file"`
	Modified time.Time `json:"modified"`
}

// models lists the models of the project, without those in hidden folders.
func (p *project) models() []modelFile {
	out := []modelFile{}
	entries := 0
	_ = fs.WalkDir(p.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		entries++
		switch {
		case entries > maxEntries || len(out) >= maxModels:
			return fs.SkipAll
		case err != nil:
			return nil // unreadable files are left out
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, modelSuffix):
			return nil
		}
		if info, err := p.root.Stat(name); err == nil && info.Mode().IsRegular() {
			out = append(out, modelFile{File: name, Modified: info.ModTime()})
		}
		return nil
	})
	return out
}

// inside cleans the name of a file or folder of the project, written with slashes, and rejects names that lead out of it.
func (p *project) inside(name string) (string, error) {
	clean := path.Clean(name)
	if name == "" || strings.ContainsAny(name, "\x00\\") || !filepath.IsLocal(filepath.FromSlash(clean)) {
		return "", &httpError{http.StatusForbidden, fmt.Sprintf("%q is not a file of the project", name)}
	}
	if _, err := p.root.Stat(clean); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", &httpError{http.StatusForbidden, fmt.Sprintf("%q cannot be used: %v", name, err)}
	}
	return clean, nil
}

// existing is like inside, for a file or folder that must exist. No file of a folder may be a link out of the project.
func (p *project) existing(name string) (string, error) {
	clean, err := p.inside(name)
	if err != nil {
		return "", err
	}
	info, err := p.root.Stat(clean)
	if err != nil {
		return "", &httpError{http.StatusNotFound, fmt.Sprintf("there is no file %q in the project", name)}
	}
	switch {
	case info.Mode().IsRegular():
		return clean, nil
	case info.IsDir():
		return clean, p.closedFolder(clean)
	}
	return "", notFile(name)
}

// notFile returns the error for something other than a file, such as a pipe, which may have no end.
func notFile(name string) error {
	return &httpError{http.StatusForbidden, fmt.Sprintf("%q is not a file", name)}
}

func (p *project) closedFolder(folder string) error {
	entries := 0
	return fs.WalkDir(p.root.FS(), folder, func(name string, entry fs.DirEntry, err error) error {
		if entries++; entries > maxEntries {
			return &httpError{http.StatusForbidden, fmt.Sprintf("the folder %q is too large", folder)}
		}
		if err == nil && entry.Type()&fs.ModeSymlink != 0 {
			_, err = p.inside(name)
		}
		return err
	})
}

// model is like inside, for the file of a model.
func (p *project) model(name string) (string, error) {
	clean, err := p.inside(name)
	if err == nil && !strings.HasSuffix(clean, modelSuffix) {
		err = &httpError{http.StatusForbidden, fmt.Sprintf("%q is not a model: its name does not end with %s", name, modelSuffix)}
	}
	return clean, err
}

// read reads a model, and returns its hash.
func (p *project) read(name string) (text, hash string, err error) {
	if info, err := p.root.Stat(name); err == nil && !info.Mode().IsRegular() {
		return "", "", notFile(name)
	}
	f, err := p.root.Open(name)
	if err != nil {
		return "", "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxModel+1))
	if err != nil {
		return "", "", err
	}
	if len(data) > maxModel {
		return "", "", &httpError{http.StatusRequestEntityTooLarge, fmt.Sprintf("%q is too large", name)}
	}
	return string(data), hashOf(data), nil
}

// write writes a model, if the file on disk has the given hash; an empty hash means that the file does not exist.
func (p *project) write(name, text, hash string) error {
	p.writing.Lock()
	defer p.writing.Unlock()
	_, now, err := p.read(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if now != hash {
		return &httpError{http.StatusConflict, fmt.Sprintf("%q was changed on disk since it was read", name)}
	}
	return file.WriteInside(filepath.FromSlash(name), []byte(text))
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
