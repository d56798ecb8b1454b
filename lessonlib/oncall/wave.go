package oncall

import (
	"math"

	"github.com/queuebook/queuebook/lessonlib/random"
)

// WaveModel says which waves a flash crowd may bring; [WaveModel.Draw] picks one.
type WaveModel struct {
	// OC46. OnsetFirst is when the wave may start at the earliest: 30 minutes into the shift. Source: assumption.
	OnsetFirst int
	// OC47. OnsetChoices is how many minutes, from the earliest on, are equally likely: 121 minutes. Source: assumption.
	OnsetChoices int
	// OC48. MagnitudeLeast is the smallest magnitude: 2 times the ordinary rate. Source: assumption.
	MagnitudeLeast float64
	// OC49. MagnitudeSpread is how far above the smallest the magnitude may be: 1.5 times the ordinary rate.
	// Source: assumption.
	MagnitudeSpread float64
	// OC50. HoldFirst is the shortest time at full height: 25 minutes. Source: assumption.
	HoldFirst int
	// OC51. HoldChoices is how many lengths, from the shortest on, are equally likely: 21 minutes. Source: assumption.
	HoldChoices int
	// OC52. Rise is how long the wave takes to reach its height: 6 minutes. Source: assumption.
	Rise int
	// OC53. Decay is the time constant with which it ebbs: 20 minutes. Source: assumption.
	Decay float64
}

// DefaultWaveModel returns the waves of the lesson.
func DefaultWaveModel() WaveModel {
	return WaveModel{OnsetFirst: 30, OnsetChoices: 121, MagnitudeLeast: 2, MagnitudeSpread: 1.5,
		HoldFirst: 25, HoldChoices: 21, Rise: 6, Decay: 20}
}

// Wave is one flash crowd: the traffic grows from minute Onset on to Magnitude times the ordinary, holds it for Hold
// minutes, and ebbs. The zero Wave is no crowd at all.
type Wave struct {
	Onset     int     // minute of the shift
	Magnitude float64 // times the ordinary rate
	Hold      int     // minutes at full height
	Rise      int     // minutes from the ordinary rate to full height
	Decay     float64 // minutes, time constant of the ebb
}

// Draw picks a wave from three uniform draws, in this order:
//
//	onset 30 + floor(121 u), magnitude 2 + 1.5 u, hold 25 + floor(21 u)
//
// Source: assumption.
func (w WaveModel) Draw(stream *random.Stream) Wave {
	onset := w.OnsetFirst + int(float64(w.OnsetChoices)*stream.Uniform())
	magnitude := w.MagnitudeLeast + float64(w.MagnitudeSpread*stream.Uniform())
	hold := w.HoldFirst + int(float64(w.HoldChoices)*stream.Uniform())
	return Wave{Onset: onset, Magnitude: magnitude, Hold: hold, Rise: w.Rise, Decay: w.Decay}
}

// Surge is the factor on the ordinary arrival rate in a minute. With k = minute - onset, for the lesson's rise of 6 and
// decay of 20 minutes:
//
//	1                                       k < 0
//	1 + (magnitude - 1) (k + 1)/6           k < 6
//	magnitude                               k < 6 + hold
//	1 + (magnitude - 1) e^(-(k-5-hold)/20)  from then on
//
// Source: assumption.
func (w Wave) Surge(minute int) float64 {
	k := minute - w.Onset
	switch {
	case w == Wave{} || k < 0:
		return 1
	case k < w.Rise:
		return 1 + float64((w.Magnitude-1)*float64(k+1))/float64(w.Rise)
	case k < w.Rise+w.Hold:
		return w.Magnitude
	}
	ebb := float64(k - (w.Rise - 1) - w.Hold)
	return 1 + float64((w.Magnitude-1)*math.Exp(-ebb/w.Decay))
}
