package oncall

import "math"

// Fleet is the instances behind the load balancer and the rules of their autoscaler.
type Fleet struct {
	// OC19. Workers is how many requests an instance works on at once: 16 workers per instance. Source: assumption.
	Workers int
	// OC20. Price is what an instance costs, from its launch on: 0.40 $/h. Source: assumption.
	Price float64
	// OC21. Most is how many instances there may be: 40 instances. Source: assumption.
	Most int
	// OC22. ScaleInShare is how much of the fleet the autoscaler removes at a time: 0.20 of the fleet. Source: assumption.
	ScaleInShare float64
	// OC23. ScaleInAfter is how long it must have been too large before: 10 minutes. Source: assumption.
	ScaleInAfter int
}

// HourlyCost is what a number of instances costs, in $/h:
//
//	instances x $0.40
//
// A minute costs a sixtieth of it. Source: assumption; an instance is billed from its launch.
func (f Fleet) HourlyCost(instances int) float64 {
	return float64(float64(instances) * f.Price)
}

// Desired is how many instances the autoscaler wants:
//
//	ceil(serving x utilisation / target), at least the minimum, at most 40
//
// Utilisation saturates at 1, so a saturated fleet grows only by steps of 1/target, however long its queue.
// Source: assumption (the proportional rule of common autoscalers).
func (f Fleet) Desired(serving int, utilisation, target float64, minimum int) int {
	desired := math.Ceil(float64(float64(serving)*utilisation) / target)
	desired = math.Max(desired, float64(minimum))
	return int(math.Min(desired, float64(f.Most))) // clamped as a float: the quotient may be beyond any integer
}

// ScaleIn is how many instances the autoscaler removes from a fleet that is too large:
//
//	min(serving - desired, max(1, floor(0.20 serving)))
//
// Source: assumption.
func (f Fleet) ScaleIn(serving, desired int) int {
	step := int(float64(f.ScaleInShare * float64(serving)))
	return min(serving-desired, max(1, step))
}

// launch is a number of instances that start to serve in the same minute.
type launch struct {
	ready     int // minute
	instances int
}

// fleet is what runs at a moment: instances that serve, and launches that boot, the next to be ready first.
type fleet struct {
	serving int
	booting int // the sum over the launches
	boots   []launch
}

func (f *fleet) launch(instances, ready int) {
	f.boots = append(f.boots, launch{ready: ready, instances: instances})
	f.booting += instances
}

// serve moves the instances whose time has come.
func (f *fleet) serve(minute int) {
	due := 0
	for due < len(f.boots) && f.boots[due].ready <= minute {
		f.serving += f.boots[due].instances
		f.booting -= f.boots[due].instances
		due++
	}
	if due > 0 {
		f.boots = append(f.boots[:0], f.boots[due:]...)
	}
}

// remove takes instances away at once, the newest booting ones first.
func (f *fleet) remove(instances int) {
	for instances > 0 && len(f.boots) > 0 {
		newest := &f.boots[len(f.boots)-1]
		taken := min(instances, newest.instances)
		newest.instances -= taken
		f.booting -= taken
		instances -= taken
		if newest.instances == 0 {
			f.boots = f.boots[:len(f.boots)-1]
		}
	}
	f.serving -= instances
}
