# Everything is done by scripts; these are their usual names.
.PHONY: test check-deep format bootstrap sdk bench bench-check reference

test:
	@script/bootstrap --tests
	@script/test

check-deep:
	@script/bootstrap --tests
	@script/test --deep

format:
	@script/format

bootstrap:
	@script/bootstrap --tests

# The pages of Documentation/Reference: the script's steps, the trace's fields, the command's options.
reference:
	@swift build --product carob
	@swift run ReferencePages

# With the libraries of all frameworks, which apps otherwise have built when they first import them.
sdk:
	@script/build-sdk --libraries

# Speed, beside that of other systems; then what solving layouts and reading nibs cost. Writes Documentation/Benchmarks.md.
bench: sdk
	@Benchmarks/run

# What an event costs, counted: fails when it exceeds the thresholds in git. Part of check-deep.
bench-check: sdk
	@Benchmarks/events/counts --check
