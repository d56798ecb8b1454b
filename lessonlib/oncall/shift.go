package oncall

import (
	"fmt"
	"strconv"
	"strings"
)

// Never is the minute of an event that does not happen.
const Never = -1

// Shift is one scenario: which service, when, for how long, and what may go wrong. Take one of [Noon], [BadDeploy],
// [FlashCrowd] and [CacheFlush] and change its fields; a field out of range is an error of [Run] that names it.
type Shift struct {
	// Name says which of the four shifts this is, or was before its fields were changed: "noon", "bad-deploy",
	// "flash-crowd" or "cache-flush".
	Name string
	// OC32. Start is when the shift begins: minutes after midnight. Source: assumption, by shift.
	Start int
	// OC33. Minutes is how long the shift lasts: minutes. Source: assumption, by shift.
	Minutes int
	// OC34. BootDelay is how long an instance takes from its launch until it serves: 3 minutes. Source: assumption, by
	// shift.
	BootDelay int
	// OC35. Budget is what is left of the period's error budget at the start: 1 of the budget. Source: assumption, by
	// shift.
	Budget float64
	// Settings are where the controls stand before the operator touches them; the fleet starts as Settings.Minimum
	// serving instances.
	Settings Settings
	// OC42. BadBuildAt is when the bad build starts to roll out: minute, -1 is never. Source: assumption, by shift.
	BadBuildAt int
	// OC43. FlushAt is when a maintenance script empties the cache: minute, -1 is never. Source: assumption, by shift.
	FlushAt int
	// OC44. Crowd tells whether a wave drawn from Wave comes: yes or no. Source: assumption, by shift.
	Crowd bool
	// OC45. Noise tells whether the minutes' counts are drawn; without it the observed rate is the arrival rate
	// itself: yes or no. Source: assumption.
	Noise bool
	// Wave is what a flash crowd is drawn from.
	Wave WaveModel
	// Service is the service under the pager.
	Service Service
}

// Settings are the positions of the six controls that have one. The other two, the warm-up job and the rollback, are
// pressed.
type Settings struct {
	// OC36. Minimum is the smallest fleet: 10 instances. Source: assumption.
	Minimum int
	// OC37. Autoscaler tells whether the autoscaler is on: yes or no. Source: assumption.
	Autoscaler bool
	// OC38. Target is the utilisation that the autoscaler aims at: 0.60 of the workers. Source: assumption.
	Target float64
	// OC39. TTL is how long the cache keeps an answer: 60 s. Source: assumption, by shift.
	TTL float64
	// OC40. Shed is how much is turned away: 0 of the low-priority traffic. Source: assumption.
	Shed float64
	// OC41. Feature tells whether the heavy feature, recommendations, is on: yes or no. Source: assumption.
	Feature bool
}

// Noon is the sandbox: an hour of ordinary traffic at its daily peak, in which nothing happens.
func Noon() Shift {
	return Shift{
		Name: "noon", Start: 12 * 60, Minutes: 60, BootDelay: 3, Budget: 1,
		Settings:   Settings{Minimum: 10, Autoscaler: true, Target: 0.60, TTL: 60, Feature: true},
		BadBuildAt: Never, FlushAt: Never, Noise: true,
		Wave: DefaultWaveModel(), Service: DefaultService(),
	}
}

// BadDeploy is a morning late in a bad month, 20 % of the error budget left, on which a build goes out at 09:10.
func BadDeploy() Shift {
	s := Noon()
	s.Name, s.Start, s.Minutes, s.Budget = "bad-deploy", 9*60, 120, 0.20
	s.BadBuildAt = 10
	return s
}

// FlashCrowd is four hours, with instances slow to boot, in which a wave of unknown time and size comes.
func FlashCrowd() Shift {
	s := Noon()
	s.Name, s.Start, s.Minutes, s.BootDelay = "flash-crowd", 8*60, 240, 8
	s.Crowd = true
	return s
}

// CacheFlush is a noon with a long TTL and a well-filled cache, which a maintenance script empties at 12:05.
func CacheFlush() Shift {
	s := Noon()
	s.Name, s.Minutes, s.Settings.TTL = "cache-flush", 90, 100
	s.FlushAt = 5
	return s
}

// Shifts returns the four shifts of the lesson.
func Shifts() []Shift {
	return []Shift{Noon(), BadDeploy(), FlashCrowd(), CacheFlush()}
}

// ShiftNamed returns the shift of a name, such as "bad-deploy".
func ShiftNamed(name string) (Shift, error) {
	names := make([]string, 0, 4)
	for _, s := range Shifts() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Shift{}, fmt.Errorf("oncall: there is no shift %.40q; use one of %s", name, strings.Join(names, ", "))
}

// Story says in a sentence what will happen in the shift, as far as that is known before.
func (s Shift) Story() string {
	var events []string
	if s.BadBuildAt != Never {
		events = append(events, "a build goes out at "+s.Clock(s.BadBuildAt))
	}
	if s.Crowd {
		events = append(events, "a wave of unknown time and size comes")
	}
	if s.FlushAt != Never {
		events = append(events, "a maintenance script empties the cache at "+s.Clock(s.FlushAt))
	}
	if len(events) == 0 {
		events = []string{"nothing happens"}
	}
	return fmt.Sprintf("%s to %s: %s.", s.Clock(0), s.Clock(s.Minutes), joinWords(events))
}

// Clock is the time of day at the start of a minute of the shift, such as "09:12".
func (s Shift) Clock(minute int) string {
	return clockTime(s.Start + minute)
}

// minutesPerDay is also the longest shift: any longer, and a clock time would name two minutes.
const minutesPerDay = 24 * 60

func clockTime(afterMidnight int) string {
	t := ((afterMidnight % minutesPerDay) + minutesPerDay) % minutesPerDay
	return fmt.Sprintf("%02d:%02d", t/60, t%60)
}

// parseClock reads a time of day, "09:12" or "9:12", as minutes after midnight.
func parseClock(clock string) (int, error) {
	h, m, found := strings.Cut(clock, ":")
	hour, errHour := strconv.ParseUint(h, 10, 8)
	minute, errMinute := strconv.ParseUint(m, 10, 8)
	if !found || len(h) > 2 || len(m) != 2 || errHour != nil || errMinute != nil || hour > 23 || minute > 59 {
		return 0, fmt.Errorf("clock time %.20q is not between 00:00 and 23:59; write hours and minutes, such as \"09:12\"", clock)
	}
	return int(60*hour + minute), nil
}

// minuteAt is the minute of the shift that begins at a time of day, which may be past midnight; it may lie outside
// the shift.
func (s Shift) minuteAt(afterMidnight int) int {
	return ((afterMidnight-s.Start)%minutesPerDay + minutesPerDay) % minutesPerDay
}

// checkMinute says what is wrong with a minute of a plan.
func (s Shift) checkMinute(minute int) error {
	if minute < 0 || minute >= s.Minutes {
		return fmt.Errorf("minute %d is outside the shift: use 0 to %d, or a clock time from %s to %s",
			minute, s.Minutes-1, s.Clock(0), s.Clock(s.Minutes-1))
	}
	return nil
}

// joinWords writes "a", "a and b", "a, b and c".
func joinWords(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
