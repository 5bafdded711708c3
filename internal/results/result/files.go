package result

// SuiteSummary is the file suite.json in the folder of a suite: which files belong to it, and what they cover.
type SuiteSummary struct {
	Format    string           `json:"format"` // "sextant-suite-1"
	Model     Model            `json:"model"`
	Seed      int64            `json:"seed"`
	Steps     int              `json:"steps"`
	Criterion string           `json:"criterion"`
	Coverage  map[string]Tally `json:"coverage"`
	Files     []string         `json:"files"`
}

// TracesHeader is the first line of the runs of a campaign: it identifies the campaign.
type TracesHeader struct {
	Format    string            `json:"format"` // "sextant-traces-1"
	Model     Model             `json:"model"`
	Constants map[string]string `json:"constants"`
	Length    int               `json:"length"`
	Seed      int64             `json:"seed"`
	Tests     int               `json:"tests"`
	Patience  float64           `json:"patience"` // the probability with which a working system is judged silent
}

// TracedRun is a further line: a run, with the times of its actions in units of the model since its start.
type TracedRun struct {
	Run     int           `json:"run"` // from 0
	Test    int           `json:"test"`
	Verdict Verdict       `json:"verdict"`
	Events  []TracedEvent `json:"events"`
	Untimed bool          `json:"untimed,omitempty"` // the clock was set during the run
}

// TracedEvent is an action of a run.
type TracedEvent struct {
	Event
	Time  float64 `json:"time"`
	Limit float64 `json:"limit,omitempty"` // when the wait for it would have ended
}

// JournalHeader is the first line of a journal: the settings that the runs depend on.
type JournalHeader struct {
	Format    string            `json:"format"` // "sextant-journal-1"
	Model     Model             `json:"model"`
	Constants map[string]string `json:"constants"` // given on the command line
	Externs   string            `json:"externs"`   // how externs are treated
}

// JournalEntry is a further line of a journal: a piece of a run.
type JournalEntry struct {
	After int           `json:"after"`           // the number of the entry that it prolongs, from 0; -1 if it begins a run
	Start []string      `json:"start,omitempty"` // by slot, if it begins a run
	Steps []JournalStep `json:"steps,omitempty"`
	How   string        `json:"how,omitempty"` // the part of the engine that reached its last transition
}

// JournalStep is a step of a JournalEntry.
type JournalStep struct {
	Move   string   `json:"move"`
	Params []string `json:"params"`
}
