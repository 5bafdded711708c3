// Package export writes tests in the languages of other tools.
//
// Vocabulary:
//
//	Suite   tests of one model
//	Test    a script (package script) with its name and what it is for
//	Format  a row of the table Formats
//
// Each format has a file of its own, a row in the table, and a golden file in testdata/formats. All of them distinguish what the model fixes from what it leaves free, and none of them fails
// a system for something that the model allows: where a format cannot check a condition, it says so and checks less; where a
// system may go another way, the test ends without a verdict against it.
//
// Names and strings come from models and from files that anyone may have written, so each format escapes everything that it
// does not write itself.
package export
