// Package collections draws random expressions and models with sequences, sets, maps, optional values and unions, and computes what
// they mean with plain Go data.
//
// It is the oracle of differential tests and shares nothing with the language's front-end, the core or the engines. An expression is
// drawn as a tree of its own (Expression), printed as text for the compiler (Expression.Text), and evaluated here (Expression.Eval). A
// model is drawn (DrawModel), printed (Model.Text), and executed state by state (Model.Explore). What the engines say about the text must
// agree with what was computed here.
//
// Types and values have a Go form of their own (Type, Value): sequences are slices, sets and maps are Go maps by the text of their
// elements, so that equality, order and sharing are decided in another way than in the core.
package collections
