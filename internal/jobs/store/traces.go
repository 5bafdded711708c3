package store

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"

	"github.com/sextant-mbt/sextant/internal/core/value"
	"github.com/sextant-mbt/sextant/internal/results/result"
)

const tracesFormat = "sextant-traces-1"

// TracesFile is the name of the file with the runs of a campaign, in its folder.
const TracesFile = "runs.jsonl"

// Traces is an open journal of the runs of a campaign.
type Traces struct {
	lines[result.TracedRun]
}

// OpenTraces opens or creates the folder of a campaign. No other process can open it at the same time.
func OpenTraces(folder string, header result.TracesHeader) (*Traces, error) {
	header.Format = tracesFormat
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	t := &Traces{lines[result.TracedRun]{path: filepath.Join(folder, TracesFile), format: tracesFormat, writer: "another campaign"}}
	if err := t.open(header, func(line []byte) error { return t.checkHeader(line, header) }); err != nil {
		return nil, err
	}
	return t, nil
}

// checkHeader returns an error unless the runs belong to this campaign.
func (t *Traces) checkHeader(line []byte, wanted result.TracesHeader) error {
	var h result.TracesHeader
	if value.ReadInto(line, &h) != nil || h.Format != tracesFormat {
		return t.foreign()
	}
	same := h.Model.Name == wanted.Model.Name && h.Model.Hash == wanted.Model.Hash && maps.Equal(h.Constants, wanted.Constants)
	if !same || h.Length != wanted.Length || h.Seed != wanted.Seed || h.Tests != wanted.Tests || h.Patience != wanted.Patience {
		return fmt.Errorf("%s has runs of another campaign: of another model or version of it, or with another --length, --seed, --tests, --alpha or --const (%s); name another folder, or remove this one to begin again", t.path, h.Model.Name)
	}
	return nil
}
