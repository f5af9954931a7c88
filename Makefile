# Everything is done by scripts; these are their usual names.
.PHONY: test check-deep format bootstrap sdk

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

sdk:
	@script/build-sdk
