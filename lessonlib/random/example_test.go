package random_test

import (
	"fmt"
	"math"

	"github.com/queuebook/queuebook/lessonlib/random"
)

// A seed is the whole of a random story: say it aloud, and anybody can tell the story again.
func Example() {
	monday := random.New(42)
	again := random.New(42)
	other := random.New(43)
	fmt.Println("seed 42:", monday.Uniform(), monday.Uniform())
	fmt.Println("again:  ", again.Uniform(), again.Uniform())
	fmt.Println("seed 43:", other.Uniform(), other.Uniform())
	// Output:
	// seed 42: 0.6011037519201636 0.44829055899754167
	// again:   0.6011037519201636 0.44829055899754167
	// seed 43: 0.9998110907617956 0.2764023437630385
}

// Three requests a second arrive at random: one third of a second apart on average, but look at the gaps.
func ExampleStream_Exponential() {
	stream := random.New(1)
	clock := 0.0
	for range 5 {
		gap, err := stream.Exponential(1.0 / 3)
		if err != nil {
			fmt.Println(err)
			return
		}
		clock += gap
		fmt.Printf("%.2f s later, at %.2f s\n", gap, clock)
	}
	// Output:
	// 0.33 s later, at 0.33 s
	// 0.00 s later, at 0.33 s
	// 0.25 s later, at 0.58 s
	// 1.32 s later, at 1.90 s
	// 1.15 s later, at 3.05 s
}

// At 18.75 requests a second a minute brings 1125 requests on average. For counts as large as that, a normal draw of
// the same mean and variance stands in for the Poisson draw, at a fixed price of two uniforms.
func ExampleStream_Normal() {
	const mean = 1125
	stream := random.New(1)
	for minute := range 4 {
		fmt.Printf("minute %d: %.0f requests\n", minute, mean+math.Sqrt(mean)*stream.Normal())
	}
	// Output:
	// minute 0: 1172 requests
	// minute 1: 1166 requests
	// minute 2: 1108 requests
	// minute 3: 1117 requests
}

// Four calls an hour on average: how many in each of the next eight hours?
func ExampleStream_Poisson() {
	stream := random.New(1)
	for range 8 {
		calls, err := stream.Poisson(4)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(calls, " ")
	}
	// Output:
	// 1 8 3 2 3 1 5 6
}
