package lab_test

import (
	"strings"
	"testing"

	"github.com/queuebook/queuebook/kernel/browser"
	"github.com/queuebook/queuebook/kernel/browser/browsertest"
	"github.com/queuebook/queuebook/kernel/browser/lab"
)

// Jupyter Notebook 7 shows a notebook with JupyterLab's parts and a page of its own.
func TestALessonShowsInNotebook7(t *testing.T) {
	env := ready(t)
	folder, _ := lessons(t, env)
	server := lab.Start(t, env, lab.Notebook, folder)
	p := server.Open(t, browsertest.Start(t), "1-noisy-neighbour.ipynb", browser.View{})
	for _, id := range []string{"imports", "two", "own-view-chart", "shares-chart"} {
		p.Run(id)
		checkOutputs(t, p, id)
	}
	p.WaitFor("document.querySelector('" + lab.Here + " .queuebook-explore').dataset.queuebookState === 'drawn'")
	if charts := p.Look("shares-chart").Charts; len(charts) != 1 || !charts[0].Drawn {
		t.Errorf("the interactive chart: %+v", charts)
	}
	p.Run("live-pool-run")
	checkOutputs(t, p, "live-pool-run")
	p.WaitFor(playing)
	checkHosts(t, server, p)
	for _, problem := range p.Problems() {
		// Notebook 7.6.5 itself fails to read a setting when it starts.
		if !strings.Contains(problem, "reading 'schema'") || !strings.Contains(problem, "/static/notebook/") {
			t.Errorf("the page's console: %s", problem)
		}
	}
}
