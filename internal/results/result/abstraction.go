package result

// Abstract is the result of the command abstract. The first set of predicates is at the top level, further ones are in More; all share
// one tree of reachable states.
type Abstract struct {
	Head
	Reach    ReachSize `json:"reach"`
	Breaches []Breach  `json:"breaches"` // events that do not preserve the invariant
	Findings []Finding `json:"findings"` // errors of the model in the tree of reachable states
	Seed     int64     `json:"seed"`
	Replay   string    `json:"replay"`
	Hint     string    `json:"hint,omitempty"` // how to cover more

	AbstractSet
	More []AbstractSet `json:"more,omitempty"`
}

// AbstractSet is the result for one set of predicates.
type AbstractSet struct {
	Predicates  PredicateList    `json:"predicates"`
	Abstraction AbstractSystem   `json:"abstraction"`
	Derived     AbstractDerived  `json:"derived"`
	Engines     []EngineUse      `json:"engines,omitempty"` // that were asked whether uncovered transitions can be reached
	Chains      ChainList        `json:"chains"`
	Tests       []AbstractTest   `json:"tests"`
	Coverage    AbstractCoverage `json:"coverage"`
	Unknown     []OpenQuery      `json:"unknown"`
}

// PredicateList is a set of predicates with their texts.
type PredicateList struct {
	Name  string   `json:"name"`
	List  []string `json:"list"`
	Added []string `json:"added,omitempty"` // used in addition to find more tests (refinement)
}

// AbstractSystem is a 3MTS: how many states and transitions of each modality there are, and which.
type AbstractSystem struct {
	States      int                  `json:"states"`
	May         int                  `json:"may"`
	MustPlus    int                  `json:"mustPlus"`
	MustMinus   int                  `json:"mustMinus"`
	StateList   []AbstractState      `json:"stateList"`
	Transitions []AbstractTransition `json:"transitions"`
}

// AbstractDerived has the transitions out of the reachable states, qd0.
type AbstractDerived struct {
	May         int                  `json:"may"`
	MustPlus    int                  `json:"mustPlus"`
	MustMinus   int                  `json:"mustMinus"`
	Transitions []AbstractTransition `json:"transitions"`
}

// AbstractState is a part of the states.
type AbstractState struct {
	Name     string `json:"name"`
	Location string `json:"location,omitempty"` // if the model has locations
	Truth    []bool `json:"truth"`              // by predicate
	Initial  bool   `json:"initial"`
	Example  string `json:"example"` // a state of it
}

// AbstractTransition is an abstract transition with the evidence for its modalities.
type AbstractTransition struct {
	From      string     `json:"from"`
	Event     string     `json:"event"`
	To        string     `json:"to"`
	Example   string     `json:"example"` // the step that shows the may: before, parameters, after
	MustPlus  MustAnswer `json:"mustPlus"`
	MustMinus MustAnswer `json:"mustMinus"`
}

// MustAnswer reports whether a may is a must.
type MustAnswer struct {
	Answer  Answer `json:"answer"` // proved, refuted or unknown
	Against string `json:"against,omitempty"`
	Reason  string `json:"reason,omitempty"`
}

// Proved reports whether the answer may be used.
func (m MustAnswer) Proved() bool { return m.Answer == AnswerProved }

// ReachSize is the size of the tree of reachable states.
type ReachSize struct {
	Depth    int  `json:"depth"`
	Nodes    int  `json:"nodes"`
	Complete bool `json:"complete"`
}

// ChainList has the Ball chains.
type ChainList struct {
	Repeat   int             `json:"repeat"`
	Count    int             `json:"count"`
	Steps    int             `json:"steps"`    // of all chains
	Complete bool            `json:"complete"` // false if there are more
	List     []AbstractChain `json:"list"`
}

// AbstractChain is a Ball chain: the steps before May are used as must-, those after it as must+.
type AbstractChain struct {
	Text   string   `json:"text"`
	Events []string `json:"events"`
	States []string `json:"states"` // before the first event, and after each
	May    int      `json:"may"`
}

// AbstractTest is a chain made concrete.
type AbstractTest struct {
	Name   string   `json:"name"`
	Chain  int      `json:"chain"`  // in the list of chains, or -1 for a test that was searched for
	Prefix int      `json:"prefix"` // steps that lead to the chain
	States []string `json:"states"` // before the first step and after each
	Trace  Trace    `json:"trace"`

	Played *PlayedTest `json:"played,omitempty"` // if it was played on a system
}

// PlayedTest is the result of a test that was played on a real system.
type PlayedTest struct {
	Verdict  Verdict `json:"verdict"`
	Evidence string  `json:"evidence,omitempty"`
	Replans  int     `json:"replans"` // number of times the rest was planned again after a choice of the system
}

// AbstractCoverage is the part of the abstraction that the tests cover.
type AbstractCoverage struct {
	States      Tally `json:"states"`
	Transitions Tally `json:"transitions"`
}

// Breach is an event that does not preserve the invariant, with a step that shows it.
type Breach struct {
	Event   string `json:"event"`
	Example string `json:"example,omitempty"`
	Reason  string `json:"reason,omitempty"` // why the answer is not known
}

// OpenQuery is a query that the solver did not answer.
type OpenQuery struct {
	About  string `json:"about"`
	Reason string `json:"reason"`
}
