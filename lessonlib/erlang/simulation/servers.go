package simulation

import "math"

// servers is the moments at which the servers are free, as a binary heap: no entry is later than the two below it,
// 2i+1 and 2i+2, so the first is the earliest.
type servers []float64

// replaceFirst gives the server that is free first its next moment.
func (s servers) replaceFirst(moment float64) {
	at := 0
	for {
		below := 2*at + 1
		if below >= len(s) {
			break
		}
		if below+1 < len(s) && s[below+1] < s[below] {
			below++
		}
		if moment <= s[below] {
			break
		}
		s[at] = s[below]
		at = below
	}
	s[at] = moment
}

// rewind makes the given moment the new 0. Which server has been free for longer no longer matters: all such are free at 0,
// and the heap stays one.
func (s servers) rewind(now float64) {
	for i := range s {
		s[i] = math.Max(0, s[i]-now)
	}
}
