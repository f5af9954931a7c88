# The usual names for what the scripts do.
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

# Writes the pages of Documentation/Reference: the steps of a play script, the fields of the trace, the command's options.
reference:
	@swift build --product carob
	@swift run ReferencePages

# Builds the SDK with the libraries of all frameworks, which are otherwise built when an app first imports them.
sdk:
	@script/build-sdk --libraries

# Measures speed compared with other systems, then layout solving and nib reading. Writes Documentation/Benchmarks.md.
bench: sdk
	@Benchmarks/run

# Counts the cost of events (instructions, allocations, atomics); fails when it exceeds the thresholds in git. Part of check-deep.
bench-check: sdk
	@Benchmarks/events/counts --check
