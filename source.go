package sextant

import (
	"io/fs"
	"path"
	"path/filepath"

	"github.com/sextant-mbt/sextant/internal/externs/consent"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
)

// Text is the text of a model, for models that are made by programs or stand in a test. Its name in messages, and of the folder of its failing
// tests, is model.sxt.
type Text string

func (t Text) load(consts map[string]string) (*Model, error) {
	return LoadText(string(t), LoadOptions{Consts: consts})
}

// FS is the path of a model in a file system, such as one of package embed, with which its imports are read too. Tables and functions of
// externs are read from the disk.
type FS struct {
	FS   fs.FS
	Path string
}

func (f FS) load(consts map[string]string) (*Model, error) {
	return LoadFS(f.FS, f.Path, LoadOptions{Consts: consts})
}

// LoadText is LoadWith for the text of a model; see Text.
func LoadText(text string, options LoadOptions) (*Model, error) {
	const name = "model.sxt"
	read := func(file string) ([]byte, error) {
		if file == name {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: file, Err: fs.ErrNotExist}
	}
	return load(name, options, read)
}

// LoadFS is LoadWith for a file system; see FS.
func LoadFS(files fs.FS, name string, options LoadOptions) (*Model, error) {
	read := func(file string) ([]byte, error) { return fs.ReadFile(files, path.Clean(filepath.ToSlash(file))) }
	return load(name, options, read)
}

// load reads and checks a model, from the disk if read is nil.
func load(path string, options LoadOptions, read func(string) ([]byte, error)) (*Model, error) {
	allowed := consent.Allowed{Exec: options.AllowExec, Net: options.AllowNet, Files: options.AllowFiles}
	l, err := model.Load(path, model.LoadOptions{Consts: options.Consts, Policy: consent.Policy{Allowed: allowed}, ReadFile: read})
	if err != nil {
		return nil, err
	}
	if l.Usable() != nil {
		return nil, &LoadError{Path: path, Diagnostics: diagnostics(l)}
	}
	return &Model{loaded: l}, nil
}
