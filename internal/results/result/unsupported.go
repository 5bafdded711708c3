package result

import "errors"

// Feature is what a model has that an analysis or an engine does not support.
type Feature string

// The features. Those after HasNoChannels concern the enumeration of concrete states.
const (
	HasClocks        Feature = "clocks"         // time takes any value
	HasExterns       Feature = "externs"        // functions are called
	HasChances       Feature = "chances"        // the next step is a matter of chance
	HasQueues        Feature = "queues"         // messages wait
	HasLocations     Feature = "locations"      // it is no event system
	HasEvents        Feature = "events"         // steps cannot be observed
	HasFeatures      Feature = "features"       // it is a product line
	HasNoChances     Feature = "no-chances"     // it has neither probabilities nor rates
	HasNoClassifiers Feature = "no-classifiers" // it has no classifiers
	HasNoChannels    Feature = "no-channels"    // it has neither inputs nor outputs
	EndlessInput     Feature = "input"          // an input or choice has infinitely many values, or too many
	EndlessStart     Feature = "start"          // a variable starts with infinitely many values, or too many
	TooManyStates    Feature = "states"         // there are more states than may be visited
	NoStart          Feature = "no-start"       // no run can begin
	BeyondWords      Feature = "beyond-words"   // a number leaves 64 bits
	UndecidedFormula Feature = "undecided"      // a condition with quantifiers was not decided
	TooWide          Feature = "too-wide"       // a state has too many values
	Asymmetric       Feature = "asymmetric"     // no machines can be exchanged
	GivenBounds      Feature = "bounds"         // the search is to keep within bounds that were given
	NoProofs         Feature = "no-proofs"      // no solver queries are allowed for proofs
)

// Unsupported is the error of an analysis or an engine that does not support something that a model has.
type Unsupported struct {
	By      string  `json:"by"`                // what does not support it: an analysis, an engine or a flag
	Feature Feature `json:"feature"`           // as a value
	Text    string  `json:"text"`              // what the model has, such as "press has an input x of type int"
	Because string  `json:"because,omitempty"` // why it is not supported
	Advice  string  `json:"advice,omitempty"`  // what to do instead
}

// Refused returns what an error says that a model has and is not supported; nil if it is another error.
func Refused(err error) *Unsupported {
	var refused *Unsupported
	errors.As(err, &refused)
	return refused
}

// Error is one sentence about the model, and the advice.
func (u *Unsupported) Error() string {
	out := u.Text + ", which " + u.By + " does not support"
	if u.Because != "" {
		out += ", because " + u.Because
	}
	if u.Advice != "" {
		out += "; " + u.Advice
	}
	return out
}
