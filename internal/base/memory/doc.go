// Package memory says how much memory the process may take, and bounds what a search keeps in it.
//
// The limit of a command is one number, which the garbage collector and the searches share. The collector works the more often the nearer
// the process comes to it. A search looks between its batches at how much is really in use, drops what it can compute again when that is
// much, and ends with what it has found when dropping does not help.
package memory
