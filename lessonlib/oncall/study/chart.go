package study

import (
	"cmp"
	"slices"
)

// Mean is the mean of the measure over the seeds, as in Distribution; NaN if no seed has it.
func (p Played) Mean(m Measure) float64 { return p.Distribution(m).Mean }

// Means gives the mean of the measure for each policy, in order, as a chart takes it.
func Means(list []Played, m Measure) []float64 {
	means := make([]float64, len(list))
	for i, p := range list {
		means[i] = p.Mean(m)
	}
	return means
}

// Names gives the policies' names, in order.
func Names(list []Played) []string {
	names := make([]string, len(list))
	for i, p := range list {
		names[i] = p.Name
	}
	return names
}

// ByMean gives the policies in the order of the mean of a measure, the smallest first; equals keep their order.
func ByMean(list []Played, m Measure) []Played {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b Played) int { return cmp.Compare(a.Mean(m), b.Mean(m)) })
	return sorted
}
