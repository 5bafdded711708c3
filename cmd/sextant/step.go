package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/jobs/analysis/step"
	"github.com/sextant-mbt/sextant/internal/jobs/driver"
	"github.com/sextant-mbt/sextant/internal/jobs/model"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

// stepOptions are the options of step.
type stepOptions struct {
	model.Common
	model.Backend
}

// stepping describes the command step in the form of the table of analyses.
var stepping = &driver.Analysis{
	Name: "step", Args: "MODEL", Least: 1, Most: 1, Needs: "a model file", Without: []string{"json", "seed", "timeout", "workers", "report", "save", "recheck", "no-dep", "no-nocorres", "cross-check", "log-smt"},
	Short: "Go through a model step by step",
	Long: "Step shows the state of a model, with the values of a run beside the terms of its path, and the transitions that can be taken.\n" +
		"You choose one by its number or name, perhaps with values; what you leave open is chosen such that the transition can be taken.\n" +
		"You can go back, and save the run as a test for sextant replay. It reads lines, so a script can be piped to it; a line that is\n" +
		"refused makes it end with 2. Write help for the commands.",
	Example: "  sextant step examples/vending/vending.sxt\n  printf 'take turnOn\\nsave on.json\\n' | sextant step examples/light/light.sxt",
	New:     func() any { return &stepOptions{Common: model.CommonDefaults(), Backend: model.BackendDefaults()} },
}

// stepCommand returns the command that runs a model step by step.
func stepCommand() *cobra.Command {
	c := newCommand(stepping)
	options := stepping.New().(*stepOptions)
	c.ResetFlags()
	addFlags(c, stepping, options)
	c.RunE = func(c *cobra.Command, args []string) error { return runStep(c, options, args) }
	return c
}

// runStep reads the model and follows the lines of standard input.
func runStep(c *cobra.Command, options *stepOptions, args []string) error {
	s := newSession(c, stepping, options, args)
	if err := s.Load(c.Context()); err != nil {
		return err
	}
	s.showErrors()
	if err := s.Loaded.Usable(); err != nil {
		return err
	}
	before := s.known()
	walk, err := step.Open(c.Context(), s.Loaded, options.Backend)
	s.showNew(before)
	if err != nil {
		return err
	}
	defer walk.Close()
	w := &walker{walk: walk, out: c.OutOrStdout(), color: isTerminal(c.OutOrStdout())}
	if f, ok := c.InOrStdin().(*os.File); ok && isTerminal(f) {
		w.prompt = "> "
	}
	return w.follow(c.Context(), c.InOrStdin())
}

// walker executes the commands of a user.
type walker struct {
	walk    *step.Session
	out     io.Writer
	color   bool
	prompt  string // empty if the lines come from a pipe
	state   *result.StepState
	refused int // lines
}

// maxLine bounds a line of input.
const maxLine = 1 << 20

// lines reads lines until the end in a separate goroutine, since a read from a terminal cannot be interrupted.
func lines(in io.Reader) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(nil, maxLine)
		for scanner.Scan() {
			out <- scanner.Text()
		}
	}()
	return out
}

// follow executes lines until quit, the end of input, or Ctrl-C.
func (w *walker) follow(ctx context.Context, in io.Reader) error {
	var err error
	if w.state, err = w.walk.State(ctx); err != nil {
		return err
	}
	w.show()
	input := lines(in)
	for {
		fmt.Fprint(w.out, w.prompt)
		select {
		case <-ctx.Done():
			return nil
		case line, more := <-input:
			if !more || isQuit(line) {
				return w.end()
			}
			if err := w.obey(ctx, line); err != nil {
				return err
			}
		}
	}
}

func isQuit(line string) bool {
	word := strings.TrimSpace(line)
	return word == "quit" || word == "q" || word == "exit"
}

// end returns an error if a script had lines that were rejected.
func (w *walker) end() error {
	if w.prompt != "" || w.refused == 0 {
		return nil
	}
	return fmt.Errorf("%s of the script could not be obeyed", text.Count(w.refused, "line"))
}

// stepLimit is the time limit of one line.
const stepLimit = time.Minute

// obey executes a line, and shows the result.
func (w *walker) obey(ctx context.Context, line string) error {
	words := splitWords(line)
	if len(words) == 0 || strings.HasPrefix(words[0], "#") {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, stepLimit)
	defer cancel()
	state, err := w.do(ctx, words)
	var wrong *errLine
	switch {
	case errors.As(err, &wrong):
		w.refuse(wrong.Error())
	case errors.Is(err, context.DeadlineExceeded):
		w.refuse("the time was up: it takes more than " + stepLimit.String())
	case err != nil:
		return err
	case state == nil: // nothing has changed
	case state.Error != "":
		w.refuse(state.Error)
	case state.Saved != "":
		fmt.Fprintf(w.out, "saved as %s\n", text.Visible(state.Saved))
	default:
		w.state = state
		w.show()
	}
	return nil
}

func (w *walker) refuse(reason string) {
	w.refused++
	fmt.Fprintln(w.out, w.paint(red, "no: "+text.Visible(reason)))
}

// errLine is the error for an invalid line.
type errLine struct{ reason string }

// Error describes the error in the line.
func (e *errLine) Error() string { return e.reason }

// do executes one command. A nil state means that nothing changed.
func (w *walker) do(ctx context.Context, words []string) (*result.StepState, error) {
	rest := words[1:]
	if _, err := strconv.Atoi(words[0]); err == nil {
		return w.take(ctx, words)
	}
	switch words[0] {
	case "take", "t":
		return w.take(ctx, rest)
	case "undo", "u":
		return w.walk.Undo(ctx)
	case "jump", "j":
		return w.jump(ctx, rest)
	case "save", "s":
		if len(rest) != 1 {
			return nil, &errLine{"name one file: save walk.json"}
		}
		return w.walk.Save(ctx, rest[0])
	case "show":
		w.show()
		return nil, nil
	case "trace":
		w.showTrace()
		return nil, nil
	case "help", "h", "?":
		fmt.Fprint(w.out, stepHelp)
		return nil, nil
	}
	if w.choice(words[0]) != nil {
		return w.take(ctx, words)
	}
	return nil, &errLine{fmt.Sprintf("there is no command %q; write help for those that there are", text.Clip(words[0], 40))}
}

const stepHelp = `  3                 take choice 3, with values that are found for it
  take NAME         the same by its name; the first letter of a command, or the name alone, will do
  take NAME n=3     take it with these values; those that are not given are found
  undo              go one step back
  jump 2            go to the state after step 2 of the walk
  trace             list the steps
  show              show the state again
  save FILE         write the walk as a test, for sextant replay
  quit              end
`

func (w *walker) jump(ctx context.Context, words []string) (*result.StepState, error) {
	if len(words) != 1 {
		return nil, &errLine{"write the number of a step, as in jump 2"}
	}
	to, err := strconv.Atoi(words[0])
	if err != nil {
		return nil, &errLine{fmt.Sprintf("%q is not the number of a step", text.Clip(words[0], 40))}
	}
	return w.walk.Jump(ctx, to)
}

// take takes a choice, by its number or its name, with the values that follow.
func (w *walker) take(ctx context.Context, words []string) (*result.StepState, error) {
	if len(words) == 0 {
		return nil, &errLine{"write the number or the name of a choice, as in take 1"}
	}
	name := words[0]
	if n, err := strconv.Atoi(name); err == nil {
		if n < 1 || n > len(w.state.Choices) {
			return nil, &errLine{fmt.Sprintf("there is no choice %d", n)}
		}
		name = w.state.Choices[n-1].Transition
	}
	inputs, err := w.inputs(name, words[1:])
	if err != nil {
		return nil, err
	}
	return w.walk.Take(ctx, name, inputs)
}

// inputs reads values: name=value, or values in the order of the parameters.
func (w *walker) inputs(name string, words []string) (map[string]any, error) {
	c := w.choice(name)
	if len(words) == 0 || c == nil {
		return nil, nil
	}
	inputs := map[string]any{}
	for i, word := range words {
		key, value, named := cutName(word)
		if !named {
			if c.Input == nil || i >= len(c.Input.Parameters) {
				return nil, &errLine{fmt.Sprintf("%s is too much: %s does not take so many values", text.Clip(word, 40), name)}
			}
			key, value = c.Input.Parameters[i].Name, word
		}
		inputs[key] = step.Text(value)
	}
	return inputs, nil
}

// choice finds a choice by its name; nil if there is none.
func (w *walker) choice(name string) *result.StepChoice {
	for i := range w.state.Choices {
		if w.state.Choices[i].Transition == name {
			return &w.state.Choices[i]
		}
	}
	return nil
}
