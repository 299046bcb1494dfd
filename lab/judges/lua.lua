-- Judges Lua by its own parser.
local folder = arg[#arg]
print("judge\t" .. _VERSION)
local names = io.popen("ls '" .. folder .. "'")
for name in names:lines() do
  if name ~= "origins.tsv" then
    local file = assert(io.open(folder .. "/" .. name, "rb"))
    local text = file:read("a"):gsub("^#[^\n]*", "")
    file:close()
    local chunk, message = load(text, "=", "t")
    -- Jumps without a target, assignments to constants and what variable arguments belong to are a
    -- matter of meaning.
    if chunk or message:find("break outside") or message:find("no visible label")
      or message:find("attempt to assign") or message:find("outside a vararg function") then
      print(name .. "\tok")
    else
      print(name .. "\terror\t" .. message:gsub("%s+", " "))
    end
  end
end
