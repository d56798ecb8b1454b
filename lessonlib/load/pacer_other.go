//go:build !linux

package load

import "time"

// exactSleep is late by up to a millisecond here; Result.Lateness shows it.
func exactSleep(d time.Duration) { time.Sleep(d) }

func tightenSleep() {}

func loosenSleep() {}
