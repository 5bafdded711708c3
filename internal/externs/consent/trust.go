package consent

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// lockPatience is how long a change of the trust file waits for another one.
const lockPatience = 5 * time.Second

// maxTrustBytes bounds a trust file.
const maxTrustBytes = 16 << 20

func grantOf(folder string, r Request) result.Grant {
	return result.Grant{Folder: realFolder(folder), Kind: r.Kind, What: r.What, Digest: r.Digest}
}

// realFolder returns the absolute path of a folder without links.
func realFolder(folder string) string {
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute
	}
	return file.Resolve(folder)
}

// Path returns the path of the trust file.
func (p Policy) Path() (string, error) {
	if p.TrustFile != "" {
		return p.TrustFile, nil
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no place for the trust file: %w", err)
	}
	return filepath.Join(folder, "sextant", "trust.json"), nil
}

// grants reads the trust file; without one, or without a place for it, nothing is granted.
func (p Policy) grants() ([]result.Grant, error) {
	path, err := p.Path()
	if err != nil {
		return nil, nil
	}
	data, err := file.Read(path, maxTrustBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the trust file: %w", err)
	}
	var t result.TrustFile
	if err := json.Unmarshal(data, &t); err != nil || t.Format != result.TrustFormat {
		return nil, fmt.Errorf("%s is not a trust file of this version: remove it, and trust your models again", path)
	}
	return t.Grants, nil
}

// Remember adds the requests of a model in a folder to the trust file, and returns its path. Older grants of the same requests,
// with other programs, are removed.
func (p Policy) Remember(folder string, requests []Request) (string, error) {
	return p.change(folder, requests, func(grants []result.Grant) []result.Grant {
		for _, r := range requests {
			grants = append(grants, grantOf(folder, r))
		}
		return grants
	})
}

// Forget removes the requests of a model in a folder from the trust file, and returns its path.
func (p Policy) Forget(folder string, requests []Request) (string, error) {
	return p.change(folder, requests, func(grants []result.Grant) []result.Grant { return grants })
}

// change writes the trust file again: without the grants of the requests, and then as edit makes it.
func (p Policy) change(folder string, requests []Request, edit func([]result.Grant) []result.Grant) (string, error) {
	path, err := p.Path()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	unlock, err := file.Lock(filepath.Dir(path), lockPatience)
	if err != nil {
		return "", err
	}
	defer unlock()
	grants, err := p.grants()
	if err != nil {
		return "", err
	}
	for _, r := range requests {
		grants = slices.DeleteFunc(grants, func(g result.Grant) bool { return sameRequest(g, grantOf(folder, r)) })
	}
	grants = edit(grants)
	data, err := json.MarshalIndent(result.TrustFile{Format: result.TrustFormat, Grants: grants}, "", "  ")
	if err != nil {
		return "", err
	}
	return path, file.Write(path, append(data, '\n'))
}

// sameRequest reports whether two grants differ at most in the content of programs.
func sameRequest(a, b result.Grant) bool {
	a.Digest = b.Digest
	return a == b
}
