package result

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// drawGraph draws a graph of some machines, with places that are not reached, loops and several arrows between two places.
func drawGraph(t *rapid.T) Graph {
	g := Graph{Name: "Random", Places: []Place{}, Arrows: []Arrow{}}
	machines := rapid.IntRange(1, 3).Draw(t, "machines")
	for m := range machines {
		machine, first := fmt.Sprintf("m%d", m), len(g.Places)
		if machines == 1 {
			machine = ""
		}
		n := rapid.IntRange(1, 12).Draw(t, "places")
		for i := range n {
			g.Places = append(g.Places, Place{ID: fmt.Sprintf("%s.%d", machine, i), Name: fmt.Sprint("l", i), Machine: machine, Initial: i == 0, Final: i == n-1, While: "x < 5"})
		}
		for range rapid.IntRange(0, 2*n).Draw(t, "arrows") {
			from, to := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			g.Arrows = append(g.Arrows, Arrow{Name: fmt.Sprint("a", len(g.Arrows)), From: g.Places[first+from].ID, To: g.Places[first+to].ID, Guard: "x > 1",
				Source: Source{Line: 1 + len(g.Arrows), Column: 1}})
		}
	}
	g.FindRegions()
	return g
}

// reachedWithout lists the places that are reached from initial ones without passing one place.
func reachedWithout(g Graph, avoid string) map[string]bool {
	seen := map[string]bool{}
	for _, p := range g.Places {
		if p.Initial && p.ID != avoid {
			seen[p.ID] = true
		}
	}
	for before := -1; before < len(seen); {
		before = len(seen)
		for _, a := range g.Arrows {
			if seen[a.From] && a.To != avoid {
				seen[a.To] = true
			}
		}
	}
	return seen
}

// isIn reports whether a place lies in the region that is entered at another.
func isIn(g Graph, place, entry string) bool {
	for place != "" && place != entry {
		place = g.Places[slices.IndexFunc(g.Places, func(p Place) bool { return p.ID == place })].Region
	}
	return place == entry
}

// A place is in a region if it is reached, and is not without the place at which the region is entered.
func TestRegionsEqualBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		reached := reachedWithout(g, "")
		for _, entry := range g.Places {
			rest := reachedWithout(g, entry.ID)
			for _, p := range g.Places {
				want := p.ID == entry.ID || reached[p.ID] && !rest[p.ID]
				if got := isIn(g, p.ID, entry.ID); got != want {
					t.Fatalf("%s is in the region of %s: %v, want %v\n%+v", p.ID, entry.ID, got, want, g)
				}
			}
		}
	})
}

// Folding keeps all places and transitions: each is drawn, or counted in what stands for it. Every arrow ends at a place of its machine.
func TestFoldKeepsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		folded := g.Fold(drawFolds(t, g))
		places, transitions := 0, 0
		for _, p := range folded.Places {
			places += max(p.Folded, 1)
			transitions += p.Inner
		}
		for _, a := range folded.Arrows {
			transitions += max(len(a.Merged), 1)
		}
		if places != len(g.Places) || transitions != len(g.Arrows) {
			t.Fatalf("%d of %d places and %d of %d transitions are left", places, len(g.Places), transitions, len(g.Arrows))
		}
	})
}

func drawFolds(t *rapid.T, g Graph) Folds {
	var f Folds
	for _, p := range g.Places {
		if rapid.IntRange(0, 3).Draw(t, "region") == 0 {
			f.Regions = append(f.Regions, p.ID)
		}
		if p.Initial && rapid.IntRange(0, 3).Draw(t, "machine") == 0 {
			f.Machines = append(f.Machines, p.Machine)
		}
	}
	return f
}

// What must be seen is not folded, and what is folded elsewhere stays so.
func TestFoldsWithout(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		folds := drawFolds(t, g)
		place := rapid.SampledFrom(g.Places).Draw(t, "place")
		without := folds.Without(g, place.ID)
		for _, p := range g.Fold(without).Places {
			if p.ID == place.ID && p.Folded > 0 {
				t.Fatalf("%s is folded", place.ID)
			}
		}
		for _, id := range folds.Regions {
			if !isIn(g, place.ID, id) && !slices.Contains(without.Regions, id) {
				t.Fatalf("%s is not folded any more", id)
			}
		}
	})
}

// An outline has at most the number of places that it may have, if the places that are in no region leave room; and it unfolds all if it may.
func TestOutline(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		roots := 0
		for _, p := range g.Places {
			if p.Region == "" {
				roots++
			}
		}
		most := rapid.IntRange(1, 40).Draw(t, "most")
		outline := g.Outline(most)
		if n := len(g.Fold(Folds{Regions: outline}).Places); n > max(most, roots) {
			t.Fatalf("the outline has %d places, %d are allowed", n, most)
		}
		if most >= len(g.Places) && len(outline) > 0 {
			t.Fatalf("%v are folded where there is room for all", outline)
		}
	})
}

// A chain is folded from its end on, so that an outline has as many places as it may have.
func TestOutlineOfAChain(t *testing.T) {
	g := chain(100)
	g.Places[0].Initial = true
	g.FindRegions()
	folded := g.Fold(Folds{Regions: g.Outline(10)})
	if last := folded.Places[9]; len(folded.Places) != 10 || last.ID != "9" || last.Folded != 91 || last.Inner != 90+91 {
		t.Errorf("%d places, the last of which is %+v", len(folded.Places), last)
	}
}

// The page folds graphs as the command does.
func TestPageFoldsTheSame(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	var in bytes.Buffer
	var want []Graph
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t)
		folds := drawFolds(t, g)
		line, err := json.Marshal(map[string]any{"graph": g, "machines": folds.Machines, "regions": folds.Regions})
		if err != nil {
			t.Fatal(err)
		}
		in.Write(append(line, '\n'))
		want = append(want, g.Fold(folds))
	})
	command := exec.Command(node, filepath.Join("..", "..", "..", "web", "test", "folds.js"))
	command.Stdin = &in
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 1<<20)
	for i, g := range want {
		var got Graph
		if !lines.Scan() {
			t.Fatalf("%d graphs come back, want %d", i, len(want))
		}
		decoder := json.NewDecoder(bytes.NewReader(lines.Bytes()))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(g, got); diff != "" {
			t.Fatalf("the page folds a graph in another way (- command, + page):\n%s", diff)
		}
	}
}
