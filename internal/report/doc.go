// Package report draws and tells results: models and execution trees as pictures, explorations as text.
//
// Vocabulary:
//
//	model     the locations and arrows of a system, coloured by coverage (result.Graph, result.Coloring)
//	tree      the symbolic execution tree, coloured by what each state showed (result.Tree)
//	shade     a fill, a line and an ink that go together; one palette serves all notations
//	tone      why a state of a tree has its shade: it covers, it shows a finding, it is unknown, and so on
//	layout    where the states of a tree stand, computed by tidy in linear time
//	clean     text that may be shown: one line, valid UTF-8, no control characters
//
// Every function takes plain data and returns text, and the same data gives the same text. Only ModelSVG runs another
// program, Graphviz. Names and expressions come from the user's model, so none is trusted: each notation has one function
// that escapes text for it, and all text passes through clean first.
package report
