package install

import (
	"context"

	"github.com/queuebook/queuebook/kernel/environment"
	"github.com/queuebook/queuebook/kernel/progress"
)

// Step is one part of the set-up: how to do it, and how to see that it is done.
type Step struct {
	// Name says what the step is about, for progress and for doctor.
	Name string
	// Do brings the part to the state it should be in. Doing it again is cheap and changes nothing.
	Do func(ctx context.Context) error
	// Check returns nil if the part is as it should be, and otherwise an error that says what is wrong with it.
	Check func(ctx context.Context) error
}

// Steps lists the parts of the set-up in the order in which they depend on each other. extra are parts that other
// packages own, such as the handout template; they come before the caches are warmed.
func Steps(s Settings, extra ...Step) []Step {
	steps := []Step{{
		Name:  "Python packages",
		Do:    func(ctx context.Context) error { return Python(ctx, s.Env) },
		Check: func(ctx context.Context) error { return checkPython(ctx, s.Env) },
	}, {
		Name:  "gonb, goimports, gopls and queuebook's own programs",
		Do:    func(ctx context.Context) error { return BuildTools(ctx, s) },
		Check: func(context.Context) error { return checkTools(s) },
	}, {
		Name:  "the kernelspec",
		Do:    func(context.Context) error { return WriteKernelSpec(s) },
		Check: func(context.Context) error { return checkKernelSpec(s) },
	}, {
		Name:  "the live lessons",
		Do:    func(ctx context.Context) error { return WriteLive(ctx, s) },
		Check: func(ctx context.Context) error { return checkLive(ctx, s) },
	}}
	steps = append(steps, extra...)
	return append(steps, Step{
		Name:  "the build caches",
		Do:    func(ctx context.Context) error { return Warm(ctx, s) },
		Check: func(ctx context.Context) error { return checkCell(ctx, s) },
	})
}

// Install does all steps in order and stops at the first error. What was there before an error or an interruption
// still works: each file is replaced whole.
func Install(ctx context.Context, steps []Step, p *progress.Reporter) error {
	for _, step := range steps {
		if err := p.Step("setting up "+step.Name, func() error { return step.Do(ctx) }); err != nil {
			return err
		}
	}
	return nil
}

// Prepared gives the settings for the environment of the checkout around folder, and the steps to set it up.
func Prepared(ctx context.Context, folder string, opts Options, extra func(environment.Environment) []Step) (Settings,
	[]Step, error) {
	env, err := environment.Find(folder)
	if err != nil {
		return Settings{}, nil, err
	}
	s, err := NewSettings(ctx, env, opts)
	if err != nil {
		return Settings{}, nil, err
	}
	return s, Steps(s, extra(env)...), nil
}
