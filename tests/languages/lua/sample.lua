local mod = require("a.b")
local M = {}

--- Opens it.
-- @param a what
function M.open(a) return a end
function M:close() end
local function hidden() end
function global() end
M.assigned = function() end
local lambda = function() end
M["quoted"] = function() end

local settings = {
  key = function() end,
  size = 1,
  nested = { deep = function() end },
}

LIMIT = 5

describe("open", function()
  it("opens", function() end)
end)

return M
