# Builds the tool.
include config.mk
-include $(OBJECTS:.o=.d)

CC := gcc
CFLAGS ?= -O2 -Wall
CFLAGS += -g
SOURCES = main.c util.c $(wildcard lib/*.c)
OBJECTS := $(patsubst %.c,%.o,$(SOURCES))
VERSION != git describe
export PATH
unexport LANG
vpath %.c src

.PHONY: all clean
.SUFFIXES:

define banner
echo "building $(1)"
endef

ifeq ($(DEBUG),yes)
CFLAGS += -O0
else ifdef RELEASE
CFLAGS += -O3
else
CFLAGS += -O1
endif

ifneq ($(OS),Windows)
EXT =
endif

all: tool docs | build

tool: $(OBJECTS) util.h
	@echo linking $@
	$(CC) $(LDFLAGS) -o $@ $^

%.o: %.c config.h
	-$(CC) $(CFLAGS) -c -o $@ $<

debug: CFLAGS += -DDEBUG
debug: tool

docs build:
	mkdir -p $@; \
	touch $@/done

clean: ; rm -rf build $(OBJECTS)

install:: tool
	$(call banner,tool)
	install tool $(DESTDIR)/bin

$(info done $(shell date))
