package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// cost is what one run of the program cost, and what it said.
type cost struct {
	cpu    float64 // seconds, of the program and the solvers that it ended
	wall   float64 // seconds
	peak   float64 // the most memory that the program had, in KB
	states float64
	zones  float64 // of clocks
	bytes  float64 // per state, of a search of all states
	stop   string
}

// grace is how long after its time limit a run may go on.
const grace = 20 * time.Second

// sextant runs a program with a time limit and arguments.
func (c *config) sextant(ctx context.Context, program string, limit time.Duration, args ...string) (cost, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+grace)
	defer cancel()
	command := exec.CommandContext(ctx, program, append(args, "--json", "--timeout", limit.String())...)
	var out, trouble bytes.Buffer
	command.Stdout, command.Stderr = &out, &trouble
	begun := time.Now()
	err := command.Run()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() >= 0 {
		err = nil // findings, and work that was not completed
	}
	if err != nil {
		return cost{}, err
	}
	used := command.ProcessState
	got := cost{cpu: (used.UserTime() + used.SystemTime()).Seconds(), wall: time.Since(begun).Seconds()}
	if usage, ok := used.SysUsage().(*syscall.Rusage); ok {
		got.peak = float64(usage.Maxrss)
	}
	var document struct {
		Stop  string
		Zones float64
		Stats struct{ States float64 }

		Explicit struct{ BytesPerState float64 }
	}
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		message, _, _ := strings.Cut(trouble.String(), "\n")
		return cost{}, fmt.Errorf("%s: no result: %s", args[0], message)
	}
	got.states, got.zones, got.bytes, got.stop = document.Stats.States, document.Zones, document.Explicit.BytesPerState, document.Stop
	return got, nil
}

// tree explores a model level by level, with one worker.
func (c *config) tree(ctx context.Context, program, model string, depth, states int) (cost, error) {
	return c.sextant(ctx, program, c.limit, "explore", model, "--strategy", "bfs", "--workers", "1", "--prove", "0",
		"--depth", fmt.Sprint(depth), "--states", fmt.Sprint(states))
}

// write writes a model that was made.
func (c *config) write(name, text string) (string, error) {
	path := filepath.Join(c.folder, name+".sxt")
	return path, os.WriteFile(path, []byte(text), 0o644)
}
