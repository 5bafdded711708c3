package draw

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/sextant-mbt/sextant/internal/base/text"
	"github.com/sextant-mbt/sextant/internal/results/result"
	"github.com/sextant-mbt/sextant/internal/testkit/golden"
	"github.com/sextant-mbt/sextant/internal/testkit/samples"
)

// compareGolden compares text with a file in testdata.
func compareGolden(t *testing.T, name, got string) {
	t.Helper()
	golden.File(t, filepath.Join("testdata", name), got)
}

// drawings are all drawings that have golden files, except those that Graphviz makes.
func drawings() map[string]string {
	return map[string]string{
		"microgrid.dot":        modelDOT(microgrid(), nil),
		"microgrid-cover.dot":  modelDOT(microgrid(), microgridColors()),
		"machines.dot":         modelDOT(twoMachines(), twoMachinesColors()),
		"folded.dot":           modelDOT(foldedMachines(), nil),
		"folded.mmd":           modelMermaid(foldedMachines(), nil),
		"empty.dot":            modelDOT(result.Graph{}, nil),
		"tree.dot":             treeDOT(smallTree()),
		"tree-hostile.dot":     treeDOT(hostileTree()),
		"tree-empty.dot":       treeDOT(result.Tree{}),
		"microgrid.mmd":        modelMermaid(microgrid(), nil),
		"microgrid-cover.mmd":  modelMermaid(microgrid(), microgridColors()),
		"machines.mmd":         modelMermaid(twoMachines(), twoMachinesColors()),
		"tree.mmd":             treeMermaid(smallTree()),
		"tree-hostile.mmd":     treeMermaid(hostileTree()),
		"tree.svg":             string(treeSVG(smallTree())),
		"tree-hostile.svg":     string(treeSVG(hostileTree())),
		"tree-empty.svg":       string(treeSVG(result.Tree{})),
		"tree-wide.svg":        string(treeSVG(grownTree(80))),
		"abstract.dot":         AbstractDrawing{Title: "Small: P", Set: samples.SmallAbstraction(), Test: 1}.dot(),
		"abstract.mmd":         AbstractDrawing{Title: "Small: P", Set: samples.SmallAbstraction(), Test: 1}.mermaid(),
		"abstract-hostile.dot": AbstractDrawing{Title: samples.HostileText, Set: samples.HostileAbstraction()}.dot(),
		"abstract-hostile.mmd": AbstractDrawing{Title: samples.HostileText, Set: samples.HostileAbstraction()}.mermaid(),
		"curve.txt":            CurveText(smallCurves()),
		"curve.svg":            string(CurveSVG("Microgrid", smallCurves())),
		"curve-hostile.svg":    string(CurveSVG(hostile, []result.Curve{{Name: hostile, Total: -1}, {Name: "", Total: 2, Points: []result.CurvePoint{{Seconds: -5, Covered: 9}}}})),
		"curve-empty.txt":      CurveText(nil),
	}
}

func TestDrawingsGolden(t *testing.T) {
	for name, text := range drawings() {
		compareGolden(t, name, text)
	}
}

// TestDrawingsAreDeterministic draws everything again.
func TestDrawingsAreDeterministic(t *testing.T) {
	if diff := cmp.Diff(drawings(), drawings()); diff != "" {
		t.Error(diff)
	}
}

// needGraphviz skips a test where Graphviz is not installed.
func needGraphviz(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("Graphviz is not installed")
	}
	return program
}

func TestGraphvizAcceptsDrawings(t *testing.T) {
	program := needGraphviz(t)
	for name, text := range drawings() {
		if !strings.HasSuffix(name, ".dot") {
			continue
		}
		command := exec.Command(program, "-Tcanon")
		command.Stdin = strings.NewReader(text)
		var complaint strings.Builder
		command.Stderr = &complaint
		if err := command.Run(); err != nil || complaint.Len() > 0 {
			t.Errorf("%s: %v: %s", name, err, complaint.String())
		}
	}
}

// readXML reads a picture to its end and returns its text.
func readXML(t *testing.T, picture []byte) string {
	t.Helper()
	var text strings.Builder
	decoder := xml.NewDecoder(strings.NewReader(string(picture)))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return text.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.CharData:
			text.Write(token)
		case xml.StartElement:
			if token.Name.Local == "script" {
				t.Error("the picture has a script")
			}
			for _, attribute := range token.Attr {
				text.WriteString(attribute.Value + "\n") // Graphviz writes tooltips as attributes
			}
		}
	}
}

func TestModelSVG(t *testing.T) {
	needGraphviz(t)
	for _, g := range []result.Graph{microgrid(), twoMachines(), {}} {
		picture, err := Model(context.Background(), SVG, g, microgridColors())
		if err != nil {
			t.Fatal(err)
		}
		found := readXML(t, picture)
		for _, p := range g.Places {
			if !strings.Contains(found, text.Clean(p.Name)) {
				t.Errorf("%s: the place %q is not in the picture", g.Name, p.Name)
			}
		}
	}
}

// TestModelSVGTooltip checks that a tooltip has the whole clause, as it was written.
func TestModelSVGTooltip(t *testing.T) {
	needGraphviz(t)
	picture, err := Model(context.Background(), SVG, twoMachines(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if found := readXML(t, picture); !strings.Contains(found, "when "+text.Clean(hostile)) {
		t.Errorf("the tooltip is missing in %s", found)
	}
}

func TestModelSVGWithoutGraphviz(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Model(context.Background(), SVG, microgrid(), nil)
	if !errors.Is(err, ErrNoGraphviz) {
		t.Fatalf("got %v", err)
	}
	for _, words := range []string{"scripts/install.sh", "apt-get install graphviz", "--format dot", "mermaid"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("%q does not mention %q", err, words)
		}
	}
}

// TestGraphvizLimits runs Graphviz with too little time, too little room, a wrong drawing, and a caller that gives up.
func TestGraphvizLimits(t *testing.T) {
	program := needGraphviz(t)
	stopped, stop := context.WithCancel(context.Background())
	stop()
	drawing := modelDOT(microgrid(), nil)
	for _, test := range []struct {
		name, drawing string
		ctx           context.Context
		limit         time.Duration
		size          int
		want          string
	}{
		{"time", drawing, context.Background(), 1, graphvizBytes, "no answer within 1ns"},
		{"size", drawing, context.Background(), graphvizTime, 100, "larger than 100 bytes"},
		{"syntax", "digraph {", context.Background(), graphvizTime, graphvizBytes, "syntax error"},
		{"cancel", drawing, stopped, graphvizTime, graphvizBytes, "canceled"},
	} {
		_, err := runGraphviz(test.ctx, program, test.drawing, test.limit, test.size)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
		if limited := test.name == "time" || test.name == "size"; limited != strings.Contains(lessOf(err).Error(), "--around") {
			t.Errorf("%s: %v", test.name, lessOf(err))
		}
	}
}

// TestTreeSVGIsXML reads pictures of every form, and looks for the tooltips.
func TestTreeSVGIsXML(t *testing.T) {
	for _, tree := range []result.Tree{{}, smallTree(), hostileTree(), grownTree(80), grownTree(400), chain(400)} {
		text := readXML(t, treeSVG(tree))
		for _, n := range tree.Nodes {
			if fact := factsOf(n, longestTooltip/4)[0]; !strings.Contains(text, fact) {
				t.Errorf("%s: no tooltip %q", tree.Name, fact)
			}
		}
	}
}

// TestLargeTrees draws trees that are very large, or very deep.
func TestLargeTrees(t *testing.T) {
	for _, tree := range []result.Tree{grownTree(20_000), chain(10_000)} {
		picture := treeSVG(tree)
		if perState := len(picture) / len(tree.Nodes); perState > 600 {
			t.Errorf("%s: %d bytes per state", tree.Name, perState)
		}
		treeDOT(tree)
		treeMermaid(tree)
	}
}

// Graphs with many locations ask Graphviz for less care, which keeps its time near linear.
func TestManyPlaces(t *testing.T) {
	for n, want := range map[int]bool{manyPlaces: false, manyPlaces + 1: true} {
		var g result.Graph
		for i := range n {
			g.Places = append(g.Places, result.Place{ID: fmt.Sprint(i)})
		}
		if got := strings.Contains(modelDOT(g, nil), "nslimit"); got != want {
			t.Errorf("%d places: less care %v", n, got)
		}
	}
}
