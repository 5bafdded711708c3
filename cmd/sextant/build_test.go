package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs are the systems under test that scripts have asked for. Linking one takes longer than most scripts, so the
// scripts share it.
type programs struct {
	folder string
	mutex  sync.Mutex
	builds map[string]func() error // by package
}

func newPrograms(t *testing.T) *programs {
	return &programs{folder: t.TempDir(), builds: map[string]func() error{}}
}

// file is where the program of a package is, once build has returned.
func (p *programs) file(pkg string) string { return filepath.Join(p.folder, filepath.FromSlash(pkg)) }

// build builds the program of a package, or waits for the script that does.
func (p *programs) build(root, pkg string) error {
	p.mutex.Lock()
	once, ok := p.builds[pkg]
	if !ok {
		once = sync.OnceValue(func() error { return goBuild(root, pkg, p.file(pkg)) })
		p.builds[pkg] = once
	}
	p.mutex.Unlock()
	return once()
}

func goBuild(root, pkg, file string) error {
	out, err := exec.Command("go", "build", "-C", filepath.Join(root, pkg), "-o", file, ".").CombinedOutput()
	if err != nil {
		return fmt.Errorf("go build %s: %w\n%s", pkg, err, out)
	}
	return nil
}

// goCache is the folder in which go keeps what it has compiled, which go would look for below the home folder.
var goCache = sync.OnceValue(func() string {
	cache, _ := exec.Command("go", "env", "GOCACHE").Output()
	return strings.TrimSpace(string(cache))
})

type programsKey struct{}

// buildCommand makes FILE a link to the program, so that the command line of the system under test looks as usual.
func buildCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: build FILE PACKAGE")
	}
	p := ts.Value(programsKey{}).(*programs)
	ts.Check(p.build(ts.Getenv("ROOT"), args[1]))
	ts.Check(os.Symlink(p.file(args[1]), ts.MkAbs(args[0])))
}
