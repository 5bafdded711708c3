package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// Explicit search beside SPIN: the same model in both languages, all states without reductions, in the same run. The row has no figure unless both
// find the number of states that it names. SPIN searches depth first, in a program that it writes for the model and that gcc -O2 compiles; the time
// to compile is not counted, and neither is a search for cycles in either program: every step of the models can be seen, and SPIN looks for
// safety only.

// rival is the processor time of another program for the work of a row, in seconds.
type rival func(ctx context.Context, c *config) (float64, error)

// besideSpin is the row of a model.
func besideSpin(model string, states int, base figure, goal string) row {
	return row{name: fmt.Sprintf("all states of %s, %d", model, states), unit: rateBytes, base: base, goal: goal, measure: enumerated(model, states), rival: spin(model, states)}
}

// enumerated is the time for all states of a model of this folder, and the memory of each.
func enumerated(model string, states int) func(context.Context, *config, string) (figure, error) {
	return func(ctx context.Context, c *config, program string) (figure, error) {
		got, err := c.allStates(ctx, program, model, 1)
		if err == nil && (got.stop != "exhausted" || got.states != float64(states)) {
			err = fmt.Errorf("%s after %.0f states, expected %d", got.stop, got.states, states)
		}
		return figure{got.cpu, got.bytes}, err
	}
}

// allStates explores all states of a model of this folder.
func (c *config) allStates(ctx context.Context, program, model string, workers int) (cost, error) {
	return c.sextant(ctx, program, 2*time.Minute, "explore", filepath.Join("bench/speed/models", model+".sxt"), "--prune", "--strategy", "bfs", "--prove", "0",
		"--workers", fmt.Sprint(workers), "--states", "20000000")
}

// twice is how much faster, by the clock, two workers are than one: the median of five pairs of runs. It means something on a quiet machine with two
// cores or more.
func twice(model string) func(context.Context, *config, string) (figure, error) {
	return func(ctx context.Context, c *config, program string) (figure, error) {
		var gains []figure
		for range 5 {
			one, err := c.allStates(ctx, program, model, 1)
			if err != nil {
				return figure{}, err
			}
			two, err := c.allStates(ctx, program, model, 2)
			if err != nil {
				return figure{}, err
			}
			gains = append(gains, figure{value: one.wall / two.wall})
		}
		return median(gains), nil
	}
}

// stored is the line in which a program of SPIN says how many states it found.
var stored = regexp.MustCompile(`(\d+) states, stored`)

// spin is the time of SPIN for all states of a model.
func spin(model string, states int) rival {
	return func(ctx context.Context, c *config) (float64, error) {
		source, err := filepath.Abs(filepath.Join("bench/speed/models", model+".pml"))
		if err != nil {
			return 0, err
		}
		for _, arguments := range [][]string{{"spin", "-a", source}, {"gcc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"}} {
			command := exec.CommandContext(ctx, arguments[0], arguments[1:]...)
			command.Dir = c.folder
			if text, err := command.CombinedOutput(); err != nil {
				return 0, fmt.Errorf("%s: %w\n%s", arguments[0], err, text)
			}
		}
		command := exec.CommandContext(ctx, filepath.Join(c.folder, "pan"), "-m2000000", "-E", "-n")
		command.Dir = c.folder
		text, err := command.Output()
		if err != nil {
			return 0, fmt.Errorf("the program of SPIN: %w", err)
		}
		found := stored.FindSubmatch(text)
		if found == nil || string(found[1]) != strconv.Itoa(states) {
			return 0, fmt.Errorf("SPIN does not find %d states: %s", states, text)
		}
		used := command.ProcessState
		return (used.UserTime() + used.SystemTime()).Seconds(), nil
	}
}
