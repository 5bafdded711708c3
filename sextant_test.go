package sextant_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sextant-mbt/sextant"
)

func TestLoadReportsEveryError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bad.sxt")
	if err := os.WriteFile(path, []byte("system Bad\nvar x: itn = 0\nvar y: int = true\ninitial s\na: s -> s do y := 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := sextant.Load(path)
	var bad *sextant.LoadError
	if !errors.As(err, &bad) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"bad.sxt:2:8: no type is called \"itn\"", "bad.sxt:3:14: "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in %q", want, err)
		}
	}
}

func TestExploreRefusesUnknownStrategy(t *testing.T) {
	model, err := sextant.Load("examples/light/light.sxt")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := model.Explore(context.Background(), sextant.ExploreOptions{Strategy: "best"}); err == nil || !strings.Contains(err.Error(), `"best"`) {
		t.Errorf("got %v", err)
	}
}
