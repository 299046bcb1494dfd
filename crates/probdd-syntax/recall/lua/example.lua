#!/usr/bin/env lua
local module = require("module")
local first, second <const>, third = 1, "two"
counter = 0

local table = { 1, 2, name = "x", ["key"] = 3, nested = { 4 }, }

function table.area(side, ...)
  return side * side, ...
end

function table:method(a, b)
  self.value = a .. b
end

local function control(count, label)
  local total = 0
  if total > 3 and not count then
    total = total + 1
  elseif total < 0 then
    total = 2
  else
    total = 3
  end
  for i = 1, 10, 2 do
    total = total + i
    break
  end
  for key, value in pairs(table) do
    print(key, value)
    goto continue
    ::continue::
  end
  while total > 100 do
    total = total // 2
  end
  repeat
    total = total - 1
  until total < 50
  do
    local scoped = 4
    total = scoped
  end
  -- a line comment
  local square = function(x) return x * x end
  local text = "a" .. "b" .. tostring(5)
  local size = #table + -total
  table.area(1, 2).field[3] = nil
  print "single" --[[ a block comment ]]
  first, second = second, first;
  local wrapped = (count)
  local call = table:method("y", { 6 })
  return square(total), not label
end

control(7, false)
return module
