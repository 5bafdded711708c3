package lsp

import (
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/sextant-mbt/sextant/internal/base/diag"
	"github.com/sextant-mbt/sextant/internal/language/syntax/modelfile"
	"github.com/sextant-mbt/sextant/internal/language/syntax/token"
)

// Limits for reading the folders of the user.
const (
	maxModels  = 1000
	maxEntries = 50000
)

// disk is a cache of files, valid until the editor reports changes on disk.
type disk struct {
	folders []string
	models  func() []string // the models in the folders

	reading  sync.Mutex
	texts    map[string]diskText
	imported map[string][]string
}

// diskText is the text of a file, or the error of reading it.
type diskText struct {
	text []byte
	err  error
}

func newDisk(folders []string) *disk {
	return &disk{folders: folders, texts: map[string]diskText{}, imported: map[string][]string{},
		models: sync.OnceValue(func() []string { return findModels(folders) })}
}

// findModels lists the models in folders, without those in hidden ones.
func findModels(folders []string) []string {
	var out []string
	entries := 0
	for _, folder := range folders {
		filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			entries++
			switch {
			case entries > maxEntries || len(out) >= maxModels:
				return fs.SkipAll
			case err != nil:
				return fs.SkipDir
			case entry.IsDir() && path != folder && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "node_modules"):
				return fs.SkipDir
			case entry.Type().IsRegular() && filepath.Ext(path) == ".sxt":
				out = append(out, path)
			}
			return nil
		})
	}
	return out
}

// read returns the text of a file.
func (d *disk) read(path string) ([]byte, error) {
	d.reading.Lock()
	defer d.reading.Unlock()
	known, ok := d.texts[path]
	if !ok {
		known.text, known.err = modelfile.Read(path)
		d.texts[path] = known
	}
	return known.text, known.err
}

// imports returns the files that a file imports.
func (d *disk) imports(path string) []string {
	text, err := d.read(path)
	if err != nil {
		return nil
	}
	d.reading.Lock()
	defer d.reading.Unlock()
	known, ok := d.imported[path]
	if !ok {
		known = importsOf(path, string(text))
		d.imported[path] = known
	}
	return known
}

// importsOf returns the paths of the files that a text imports.
func importsOf(path, text string) []string {
	if !strings.Contains(text, token.Import.String()) {
		return nil
	}
	source := diag.NewFile(path, text)
	tokens, _ := token.Scan(source, false)
	var out []string
	for i, t := range tokens[:len(tokens)-1] {
		if t.Kind == token.Import && tokens[i+1].Kind == token.String {
			out = append(out, filepath.Join(filepath.Dir(path), token.Unquote(tokens[i+1].Text(source))))
		}
	}
	return out
}
