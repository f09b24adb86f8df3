#!/usr/bin/env lua
local json = require("json")
local a = require "x.y"
require("side")
local fn = require("mod").fn

--- A tool.
-- @class Tool
local Tool = {}
Tool.__index = Tool
Tool.limit = 3
local M = { version = "1", nested = { deep = function() end }, ["quoted key"] = function(x) return x end, list = { 1, 2 } }
local MAX <const> = 5
local one, two = 1, 2
GLOBAL = true

---Makes one.
---@param n integer
---@return Tool
function Tool.new(n)
  local self = setmetatable({}, Tool)
  self.helper = function(x) return x end
  local function inner() end
  return self
end

-- Moves it.
function Tool:move(by)
  return by
end

function Tool.sub.deep(x) end
function Tool.sub:method() end
local function hidden(...) end
local quick = function(x) return x end
Tool.assigned = function(self) end
Tool["bracketed"] = function() end
M.list.handler = function() end
local fact
fact = function(n) return n end
Tool.__add = function(a, b) return a end
local memo = cache(function() end)
local either = M.x or function() end
local Class = class("Class", Base)
local Sub = Base:extend()
function Class:initialize() end
function Class.static:build() end

goto done
::done::

describe("tool", function()
  it("moves", function() end)
end)

vim.api.nvim_create_user_command("X", function() end, {})

return {
  setup = function(opts)
    local x = function() end
  end,
  run = Tool.new,
  M,
  name = "x",
}
