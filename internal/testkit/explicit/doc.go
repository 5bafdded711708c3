// Package explicit draws random models over small domains and computes what they do, state by state.
//
// It is the oracle of differential tests: it shares nothing with the language's front-end, the core or the engines. A model is
// drawn as a tree of its own (Model), printed as text for the engines (Model.Text), and executed here by plain integers
// (Model.Explore). What the engines say about the text must agree with what was seen here.
//
// The same is done for machines of B (Machine), which are executed by the meaning of B, and for logs of models (Model.DrawLog), which
// are judged by the definition of uioco (Model.Judge).
package explicit
