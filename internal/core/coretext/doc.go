// Package coretext writes a system as text that other programs can read without this project: docs/core.md defines the form. A certificate
// consists of such a text, a claim about it, and evidence.
//
// Vocabulary:
//
//	form        an expression in parentheses that begins with a word, such as (slot 0 "count" 1 free)
//	definition  a name for a term that occurs several times in a form, so that the text is as long as the graph of the terms
//	reference   s3 is slot 3, p0 is parameter 0 of the move, b1 is a bound variable, $2 is a definition of the form, #1 is a sort of the text
package coretext
