// Package export writes tests in the languages of other tools.
//
// Vocabulary:
//
//	Suite   tests of one model
//	Test    a script (package script) with its name and what it is for
//	Format  a row of the table Formats
//
// Each format has a source file, a row in the table, and a golden file in testdata/formats. All of them distinguish values that the model
// fixes from values that it leaves free, and none of them fails a system for something that the model allows: if a format cannot check a
// condition, it notes this and checks less; if a system may take another path, the test ends without failing it.
//
// Names and strings come from untrusted models and files, so each format escapes all text that it does not generate itself.
package export
