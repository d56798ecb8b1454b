package show

import (
	"fmt"
	"math"
)

// minutesPerDay is where clock times begin anew.
const minutesPerDay = 24 * 60

// clockSteps are the distances of ticks, in minutes, that read as round on a clock.
var clockSteps = []float64{1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, minutesPerDay}

// mostMinutes is how far from the first midnight, in minutes, an axis still shows clock times.
const mostMinutes = 1e9

// clockTime writes minutes after midnight, the nearest whole minute, as 09:30. After 24 hours it begins anew.
func clockTime(minutes float64) string {
	m := int(math.Mod(math.Round(minutes), minutesPerDay))
	if m < 0 {
		m += minutesPerDay
	}
	return fmt.Sprintf("%02d:%02d", m/60, m%60)
}

// clockTicks returns at most about so many ticks at round clock times. An axis too long or too short for those gets
// plain numbers.
func (s scale) clockTicks(most int) []tick {
	for _, step := range clockSteps {
		if s.hi-s.lo > step*float64(most) {
			continue
		}
		if max(math.Abs(s.lo), math.Abs(s.hi)) > mostMinutes {
			break
		}
		var ticks []tick
		for at := step * math.Ceil(s.lo/step-1e-9); at <= s.hi+1e-9; at += step {
			ticks = append(ticks, tick{at: min(max(at, s.lo), s.hi), label: clockTime(at)})
		}
		if len(ticks) == 0 {
			break
		}
		return ticks
	}
	return s.linearTicks(most)
}
