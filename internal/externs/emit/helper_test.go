package emit_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sextant-mbt/sextant/internal/core/path"
	"github.com/sextant-mbt/sextant/internal/core/smt"
	"github.com/sextant-mbt/sextant/internal/core/sts"
	"github.com/sextant-mbt/sextant/internal/externs/contract"
	"github.com/sextant-mbt/sextant/internal/testkit"
)

// checker finds the contracts, inputs and rows that are written.
func checker(t testing.TB, s *sts.System) *contract.Checker {
	t.Helper()
	solver := testkit.Solver(t, smt.Config{Timeout: time.Minute})
	return &contract.Checker{System: s, Solver: solver}
}

// execute follows transitions under a choice of contracts, in all ways that it leaves.
func execute(t testing.TB, s *sts.System, transitions string, choice contract.Choice) []*path.Path {
	t.Helper()
	moves, err := contract.Named(s, strings.Split(transitions, ","))
	if err != nil {
		t.Fatal(err)
	}
	paths, err := contract.Execute(t.Context(), s, moves, choice)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// newModule writes a Go module with an implementation and its tests, if there are any yet, and returns its folder.
func newModule(t *testing.T, implementation string, tests []byte) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, dir, "go.mod", []byte("module machine\n\ngo 1.26\n"))
	writeFile(t, dir, "machine.go", []byte(implementation))
	if tests != nil {
		writeFile(t, dir, "machine_test.go", tests)
	}
	return dir
}

func writeFile(t *testing.T, dir, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// goCommand is a go command in the folder of a module, without a network.
func goCommand(dir string, arguments ...string) *exec.Cmd {
	command := exec.Command("go", arguments...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOPROXY=off", "GOWORK=off", "GOTOOLCHAIN=local")
	return command
}
