# Builds the tool.
cmake_minimum_required(VERSION 3.10)
project(tool VERSION 1.2 LANGUAGES C CXX)

set(SOURCES
  main.c # the entry
  "util file.c"
  ${EXTRA})
option(WITH_TESTS "Build the tests" ON)

function(announce text)
  list(LENGTH SOURCES amount)
  message(STATUS "${text}: ${amount}")
endfunction()

macro(add_all target)
  foreach(item IN LISTS ARGN)
    target_sources(${target} PRIVATE ${item})
  endforeach()
endmacro()

if(WITH_TESTS AND NOT WIN32)
  enable_testing()
elseif(DEFINED ENV{CI})
  announce("in CI")
else()
  set(FLAG 1)
endif()

while(FLAG LESS 3)
  math(EXPR FLAG "${FLAG} + 1")
endwhile()

add_executable(tool ${SOURCES} $<$<CONFIG:Debug>:debug.c>)
set(TEXT [[a bracket argument]])
