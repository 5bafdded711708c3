package main

import (
	"fmt"
	"strings"

	"github.com/sextant-mbt/sextant/internal/driver"
	"github.com/sextant-mbt/sextant/internal/result"
	"github.com/sextant-mbt/sextant/internal/text"
)

// fewTests is how many tests and misses a text lists.
const fewTests = 40

// shortened lists the steps of a test, and only the ends of a long one.
func shortened(steps []string) string {
	const most = 12
	if len(steps) <= most {
		return strings.Join(steps, ", ")
	}
	return strings.Join(steps[:most/2], ", ") + ", ..., " + strings.Join(steps[len(steps)-most/2:], ", ")
}

func more(b *strings.Builder, n int, things string) {
	if n > fewTests {
		fmt.Fprintf(b, "  ... and %d more %s\n", n-fewTests, things)
	}
}

func writeMisses(b *strings.Builder, title string, misses []result.Miss) {
	if len(misses) == 0 {
		return
	}
	b.WriteString("\n" + title + "\n")
	for _, m := range misses[:min(len(misses), fewTests)] {
		fmt.Fprintf(b, "  %s  %s\n", m.Name, m.Reason)
	}
	more(b, len(misses), "goals")
}

// writeSilent says so if tests have steps, but no inputs.
func writeSilent(b *strings.Builder, tests []driver.SuiteTest) {
	steps := 0
	for _, t := range tests {
		if len(t.Inputs) > 0 {
			return
		}
		steps += len(t.Transitions)
	}
	if steps > 0 {
		b.WriteString("\nThe model has no inputs: the system chooses every step, so a replay observes and cannot steer.\n")
	}
}

// writeReplay says how the suite in a folder is run.
func writeReplay(b *strings.Builder, path, folder string) {
	fmt.Fprintf(b, "\nrun the suite: sextant replay %s %s --sut exec:COMMAND\n", text.Quote(path), text.Quote(folder))
}
