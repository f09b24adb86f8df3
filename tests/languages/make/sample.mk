include common.mk

CC := gcc

.PHONY: all
# Builds it all.
all: main.o
	$(CC) -o all main.o

%.o: %.c
	$(CC) -c $<

define banner
hello
endef
export LEVEL = 1
