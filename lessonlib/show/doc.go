// Package show puts what a lesson computes before the reader's eyes: text, tables, claims as cards, charts.
//
// It is the only package that knows Jupyter. In a notebook everything it shows takes one way, GoNB's rich channel, and
// has arrived before the function returns: text and figures keep their order, nothing is lost when a cell ends at once,
// and what was shown before a panic stays. A cell that uses show should therefore not print with fmt as well, since
// standard output travels another way and can overtake a figure.
//
// Outside a notebook, in a test or an Example, the same functions print their plain text.
package show
