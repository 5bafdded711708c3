package certify

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sextant-mbt/sextant/internal/base/file"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/verify"
)

// CoreName is the file with the core.
const CoreName = "core.txt"

// write writes the core, which is the first of the texts, the certificates, and the list of all with their hashes. The list is written last, so
// that a folder of which a part was written is not taken for a whole one. Certificates that were in the folder before are removed.
func write(folder string, c *result.Certification, texts []string) error {
	if err := clear(folder); err != nil {
		return err
	}
	names := []string{CoreName}
	for _, claim := range c.Claims {
		if claim.File != "" {
			names = append(names, claim.File)
		}
	}
	var list strings.Builder
	for i, name := range names {
		if err := file.Write(filepath.Join(folder, name), []byte(texts[i])); err != nil {
			return err
		}
		list.WriteString(verify.Hash(texts[i]) + " " + name + "\n")
	}
	return file.Write(filepath.Join(folder, verify.ListName), []byte(list.String()))
}

// clear makes a folder, or removes the certificates of one that has a list. Other folders with files are refused.
func clear(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) == 0 {
		return err
	}
	if _, err := os.Stat(filepath.Join(folder, verify.ListName)); err != nil {
		return fmt.Errorf("%s has files that are no certificates: give an empty folder", folder)
	}
	for _, e := range entries {
		name := e.Name()
		if name == verify.ListName || name == CoreName || strings.HasPrefix(name, "claim-") && strings.HasSuffix(name, ".txt") {
			if err := os.Remove(filepath.Join(folder, name)); err != nil {
				return err
			}
		}
	}
	return nil
}
