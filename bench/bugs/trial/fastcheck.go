package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"

	"github.com/sextant-mbt/sextant/bench/bugs"
)

// fastcheck is the program that runs fast-check; it is made ready when it is needed for the first time.
var fastcheck struct {
	once  sync.Once
	serve string // program that runs the systems
	err   error
}

// fastcheckTool runs commands of fast-check, in a process of its own.
func fastcheckTool(ctx context.Context, target *bugs.Target, fault string, o Options) (Outcome, error) {
	folder := filepath.Join(o.Dir, "peers", "fastcheck")
	fastcheck.once.Do(func() { fastcheck.serve, fastcheck.err = prepare(o.Dir, folder) })
	if fastcheck.err != nil {
		return Outcome{}, fastcheck.err
	}
	c := exec.CommandContext(ctx, "node", "run.js", fastcheck.serve, target.Name, fault, strconv.FormatInt(o.Seed, 10), strconv.Itoa(o.inputs()), fmt.Sprint(o.Time.Seconds()), strconv.Itoa(o.Shrink))
	c.Dir, c.Stderr = folder, os.Stderr
	written, err := c.Output()
	if ctx.Err() != nil {
		return Outcome{}, nil
	}
	if err != nil {
		return Outcome{}, fmt.Errorf("fast-check: %w", err)
	}
	var r struct {
		Found   bool
		Spent   bool // the processor time
		Inputs  int
		Seconds float64 // of processor time
		Length  int
	}
	if err := json.Unmarshal(written, &r); err != nil {
		return Outcome{}, fmt.Errorf("fast-check wrote %q: %w", written, err)
	}
	out := Outcome{Found: r.Found, Inputs: r.Inputs, Seconds: r.Seconds, Length: r.Length}
	if r.Spent && o.Inputs > 0 {
		out.Trouble = "time limit"
	}
	return out, nil
}

// prepare installs fast-check and builds the program that runs the systems.
func prepare(bench, folder string) (serve string, err error) {
	if _, err := os.Stat(filepath.Join(folder, "node_modules", "fast-check")); errors.Is(err, os.ErrNotExist) {
		if err := command(folder, "npm", "ci", "--no-audit", "--no-fund"); err != nil {
			return "", err
		}
	}
	dir, err := os.MkdirTemp("", "bugs")
	if err != nil {
		return "", err
	}
	serve = filepath.Join(dir, "serve")
	return serve, command(bench, "go", "build", "-o", serve, "./cmd/serve")
}

// Clean removes what the testers have built.
func Clean() error {
	if fastcheck.serve == "" {
		return nil
	}
	return os.RemoveAll(filepath.Dir(fastcheck.serve))
}

func command(dir, name string, args ...string) error {
	c := exec.Command(name, args...)
	c.Dir, c.Stderr = dir, os.Stderr
	if err := c.Run(); err != nil {
		return fmt.Errorf("%s: %w", c, err)
	}
	return nil
}
