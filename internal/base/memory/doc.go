// Package memory determines how much memory the process may use, and bounds the memory of searches.
//
// The limit of a command is one number, which the garbage collector and the searches share. The nearer the process comes to it, the more
// often the collector runs. Between its batches a search checks how much memory is in use. When usage is high it drops data that it can
// recompute; when that does not help, it ends with the results found so far.
package memory
