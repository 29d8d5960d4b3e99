-- A mock of what the assistant needs of Tabletop Simulator. LOAD takes the objects of a saved file, as Lua tables.
OBJECTS, SAID, HANDS, SNAPS, PRIVATE = {}, {}, {}, {}, {}
EDGE = EDGE or 2                                   -- the edge of a tile in its own units: the script must measure it
local function vec(x, y, z) return {x = x, y = y, z = z, x, y, z} end
local function xyz(v) return v.x or v[1], v.y or v[2], v.z or v[3] end
local guids = 0
local TYPES = {Card = "Card", CardCustom = "Card", Deck = "Deck", DeckCustom = "Deck", Infinite_Bag = "Infinite"}

local function inner(c, n)
    return {guid = c.GUID, name = c.Nickname, gm_notes = c.GMNotes, index = n - 1, tags = c.Tags}
end
local function gone(o) for n, other in ipairs(OBJECTS) do if other == o then table.remove(OBJECTS, n) return end end end
function newObject(d)
    local t = d.Transform
    local o = {type = TYPES[d.Name] or "Tile", _d = d, _pos = vec(t.posX, t.posY, t.posZ), _rot = vec(t.rotX, t.rotY, t.rotZ),
        _scale = t.scaleX, loading_custom = false, buttons = {}}
    local function look() o.is_face_down = o._rot.z % 360 > 90 and o._rot.z % 360 < 270 end
    look()
    function o.getPosition() return o._pos end
    function o.setPosition(p) o._pos = vec(xyz(p)) return true end
    o.setPositionSmooth = o.setPosition
    function o.getRotation() return o._rot end
    function o.setRotation(r) o._rot = vec(xyz(r)) look() return true end
    function o.getScale() return vec(o._scale, 1, o._scale) end
    function o.setScale(s) o._scale = xyz(s) return true end
    function o.getGUID() return d.GUID end
    function o.getName() return d.Nickname end
    function o.getGMNotes() return d.GMNotes end
    function o.getQuantity() return d.Number or (d.ContainedObjects and #d.ContainedObjects) or -1 end
    function o.getObjects()
        local r = {}
        for n, c in ipairs(d.ContainedObjects or {}) do r[n] = inner(c, n) end
        return r
    end
    function o.takeObject(p)
        local which = 1
        if p.guid then for n, c in ipairs(d.ContainedObjects) do if c.GUID == p.guid then which = n end end end
        local c = d.ContainedObjects[which]
        local copy = {}
        for key, value in pairs(c) do copy[key] = value end
        if d.Name == "Infinite_Bag" then
            guids = guids + 1
            copy.GUID = string.format("%06x", guids)
        else table.remove(d.ContainedObjects, which) end
        local x, y, z = xyz(p.position)
        local rx, ry, rz = xyz(p.rotation)
        copy.Transform = {posX = x, posY = y, posZ = z, rotX = rx, rotY = ry, rotZ = rz, scaleX = c.Transform.scaleX}
        local made = newObject(copy)
        OBJECTS[#OBJECTS + 1] = made
        if d.Name ~= "Infinite_Bag" and #d.ContainedObjects == 1 then           -- the last card is no deck
            local last = d.ContainedObjects[1]
            last.Transform = {posX = o._pos.x, posY = o._pos.y, posZ = o._pos.z, rotX = o._rot.x, rotY = o._rot.y, rotZ = o._rot.z, scaleX = 1}
            gone(o)
            OBJECTS[#OBJECTS + 1] = newObject(last)
        end
        return made
    end
    function o.putObject(other)
        if o.type == "Deck" then table.insert(d.ContainedObjects, other._d) gone(other) return o end
        guids = guids + 1
        local deck = newObject({GUID = string.format("%06x", guids), Name = "Deck", Nickname = "", GMNotes = "", Tags = {},
            ContainedObjects = {d, other._d}, Transform = {posX = o._pos.x, posY = o._pos.y, posZ = o._pos.z,
            rotX = o._rot.x, rotY = o._rot.y, rotZ = o._rot.z, scaleX = 1}})
        gone(o) gone(other)
        OBJECTS[#OBJECTS + 1] = deck
        return deck
    end
    function o.destruct() gone(o) end
    function o.isDestroyed() return false end
    function o.shuffle() o.shuffled = true end
    -- As Unity does it: turned clockwise seen from above, then scaled.
    function o.positionToLocal(w)
        local x, y, z = xyz(w)
        local a = math.rad(o._rot.y)
        local dx, dz = x - o._pos.x, z - o._pos.z
        return vec((dx * math.cos(a) - dz * math.sin(a)) / o._scale, y - o._pos.y, (dx * math.sin(a) + dz * math.cos(a)) / o._scale)
    end
    function o.positionToWorld(l)
        local x, y, z = xyz(l)
        local a = math.rad(o._rot.y)
        x, z = x * o._scale, z * o._scale
        return vec(o._pos.x + x * math.cos(a) + z * math.sin(a), o._pos.y + y, o._pos.z - x * math.sin(a) + z * math.cos(a))
    end
    function o.getBoundsNormalized() return {size = vec(EDGE * o._scale, 0.2, EDGE * o._scale)} end
    function o.setSnapPoints(p) SNAPS = p return true end
    function o.addContextMenuItem(label, act) MENU = MENU or {} MENU[label] = act return true end
    function o.highlightOn() o.lit = true end
    function o.createButton(b) table.insert(o.buttons, b) end
    function o.clearButtons() o.buttons = {} end
    return o
end
function getObjects() local r = {} for n, o in ipairs(OBJECTS) do r[n] = o end return r end
function printToAll(text) SAID[#SAID + 1] = text end
function printToColor(text, colour) PRIVATE[#PRIVATE + 1] = {colour, text} end
Player = setmetatable({}, {__index = function(_, colour)
    return {getHandObjects = function()
        local r = {}
        for _, o in ipairs(OBJECTS) do if HANDS[o.getGUID()] == colour then r[#r + 1] = o end end
        return r
    end}
end})
LATER = {}
Wait = {condition = function(act, test) if test() then act() end end, time = function(act) table.insert(LATER, act) end}
Time = {time = 0}
Notes = {tabs = {}, getNotebookTabs = function() return Notes.tabs end, addNotebookTab = function(t) table.insert(Notes.tabs, t) end}
WebRequest = {custom = function(url, method, download, body, headers, done)
    if HTTP then done({text = HTTP(url, method, body, headers), is_error = false}) else done({is_error = true, error = "no server"}) end
end}
JSON = {encode = function(value) return ENCODE(value) end, decode = function(text) return DECODE(text) end}
function LOAD(objects, pose)
    OBJECTS, SAID = {}, {}
    for _, d in ipairs(objects) do
        local made = newObject(d)
        OBJECTS[#OBJECTS + 1] = made
        if d.GMNotes == "wsdv board" then self = made end
    end
end
