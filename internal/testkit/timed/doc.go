// Package timed draws random timed models and computes what they do, region by region.
//
// It is the oracle of tests of timed analyses, and shares nothing with the front-end, the core or the engines: a model is drawn as a tree of its
// own (Model), printed as text (Model.Text), and executed here on the regions of its clocks (Model.Explore), which is exact for
// whole constants.
package timed
