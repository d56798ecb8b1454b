# All the work is in the Go program under kernel; this file only gives it short names. Go is what starts it.
ifeq (,$(shell command -v go))
$(error queuebook needs Go 1.26: see https://go.dev/dl, or `conda install -c conda-forge go-nocgo=1.26`, or `brew install go`)
endif

.PHONY: lab test check handouts bench

lab: ## set everything up and open JupyterLab on the lessons
	@go run ./kernel lab
test: ## set everything up and run all tests, notebooks included
	@go run ./kernel test
check: ## run every lesson and hold its text against what it computes
	@go run ./kernel install >/dev/null && go run ./kernel check --execute
handouts: ## run every lesson and write build/handouts
	@go run ./kernel install >/dev/null && go run ./kernel handout --execute
bench: ## measure what the README's table states
	@go run ./kernel bench
