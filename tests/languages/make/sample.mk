# A makefile.
include common.mk
-include $(DEPS) local.mk
CC := gcc
CFLAGS ?= -O2 \
  -Wall
export PATH := /x:$(PATH)
override X = 1
LDFLAGS += -lm
SRC != ls
.PHONY: all clean
.DEFAULT_GOAL := all
.SUFFIXES:

## Builds all.
all: build test ## doc
	@echo x
build: $(OBJS) | dir
	cc -o $@ $^
%.o: %.c
	$(CC) -c $<
a b: c
	touch $@
clean::
	rm -f x
install: ; cp a b
$(BIN): main.o
	ld
obj/%.d: ; touch $@
define RECIPE
echo one
echo two
endef
define fn =
  $(1)
endef
ifeq ($(OS),Windows)
windows-only:
	x
endif
docs/index.html: a
	x
.PHONY: docs
