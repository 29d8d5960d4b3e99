-- What players see: the menu of the mat, commands in the chat, and what is said. Nothing moves unless somebody asks.

local ANSWERS, WARNING, QUIET = {1, 1, 1}, {1, 0.6, 0.4}, {0.7, 0.7, 0.7}
local STATE = {half = nil}          -- kept in the saved table: how large the mat is in its own units
local SERVER = nil                  -- address and secret of `wsdv serve`; not kept, because tables are shared
local ENDING = nil                  -- the decade end that the server leads through
local ARMED = nil                   -- when somebody asked for the set-up the first time

local function tell(text, colour) printToAll(text, colour or ANSWERS) end
local function tellOne(player, text) printToColor(text, player, ANSWERS) end

local function tellRemarks(remarks)
    for _, each in ipairs(remarks) do
        if each.object then each.object.highlightOn(WARNING, 15) end
        tell("? " .. each.text, WARNING)
    end
    return #remarks
end

-- What the menu does

function onFigures()
    local found, remarks = readTable()
    tellRemarks(remarks)
    for phase = 1, 10 do
        tell(whole(phase) .. " " .. say("phase-" .. whole(phase)))
        for _, line in ipairs(tellPhase(found, phase)) do tell("   " .. line) end
    end
end

function onValues()
    local found, remarks = readTable()
    tellRemarks(remarks)
    local value = factoryValues(found)
    for id, object in pairs(found.where) do
        if value[id] then
            object.clearButtons()
            object.createButton({click_function = "onNothing", function_owner = self, label = whole(value[id]),
                position = {0, object.is_face_down and -0.2 or 0.2, 0}, rotation = {object.is_face_down and 180 or 0, 180, 0},
                width = 0, height = 0, font_size = 700, font_color = {0.05, 0.05, 0.05}})
            Wait.time(function() if not object.isDestroyed() then object.clearButtons() end end, 30)
        end
    end
    for _, province in ipairs(DATA.provinces) do
        local told, sum = {}, 0
        for _, city in ipairs(DATA.cities) do
            if city.home == province.id and value[city.id] then
                table.insert(told, city.name .. " " .. whole(value[city.id]))
                sum = sum + value[city.id]
            end
        end
        if #told > 0 then tell(province.name .. ": " .. whole(sum) .. " = " .. table.concat(told, " + ")) end
    end
end
function onNothing() end

function onProtests()
    local found, remarks = readTable()
    tellRemarks(remarks)
    for _, province in ipairs(DATA.provinces) do
        local unrest, imported = found.unrest[province.id], found.imported[province.id] or 0
        local n = math.floor(unrest / DATA.protest) + imported
        if n > 0 then
            tell(say("tts.protest", {province = province.name, unrest = unrest, n = n, imported = imported}))
        end
    end
    for _, line in ipairs(tellPhase(found, 10)) do tell(line) end
end

function onAstray()
    local _, remarks = readTable()
    if tellRemarks(remarks) == 0 then tell(say("tts.all-well")) end
end

function onNextPhase()
    local found = readTable()
    local next_ = (found["decade-end"] + 1) % 11
    local marker, place = found.where["decade-end"], PLACE["phase-" .. whole(next_)]
    if not marker then tell(say("finding.marker-missing", {piece = KIND["decade-end"].name, n = 0}), WARNING) return end
    marker.setPositionSmooth(toWorld(place.x, place.y))
    if next_ == 0 then tell(say("start")) return end
    tell(whole(next_) .. " " .. say("phase-" .. whole(next_)))
    for _, line in ipairs(tellPhase(found, next_)) do tell("   " .. line) end
end

local function sideOf(player)
    for side, colour in pairs(DATA.colours) do if colour == player then return side end end
    return "nobody"
end
function onPosition(player)
    local found, remarks = readTable()
    tellRemarks(remarks)
    tellOne(player, positionText(found, sideOf(player)))
end

function onNotebook()
    local known = {}
    for _, tab in ipairs(Notes.getNotebookTabs()) do known[tab.title] = true end
    for _, page in ipairs(DATA.pages) do
        if not known[page.title] then Notes.addNotebookTab({title = page.title, body = page.body}) end
    end
end

-- The set-up

local function rotationOf(lies)
    return {0, self.getRotation().y + (lies.turn or 0), lies.down and 180 or 0}
end
local function findCard(id)
    for _, object in ipairs(getObjects()) do
        if object.type == "Deck" then
            for _, inner in ipairs(object.getObjects()) do
                local kind, first, second = noteOf(inner.gm_notes)
                if kind == "card" and (first == id or second == id) then return object, inner.guid end
            end
        else
            local kind, first, second = noteOf(object.getGMNotes())
            if kind == "card" and (first == id or second == id) then return object end
        end
    end
end
local function layCards(lies)
    local pile
    for _, id in ipairs(lies.cards) do
        local holder, guid = findCard(id)
        local position = toWorld(lies.x, lies.y, 0.6)
        if holder and guid then
            holder = holder.takeObject({guid = guid, position = position, rotation = rotationOf(lies), smooth = false})
        elseif holder then
            holder.setPosition(position)
            holder.setRotation(rotationOf(lies))
        end
        pile = pile and holder and pile.putObject(holder) or pile or holder
    end
end
local function layPieces(lies)
    local bag, marker
    for _, object in ipairs(getObjects()) do
        local kind, of = noteOf(object.getGMNotes())
        if kind == "bag" and of == lies.kind then bag = object end
        if kind == lies.kind and KIND[kind].single then marker = object end
    end
    for _ = 1, lies.n or 1 do
        local position = toWorld(lies.x, lies.y)
        if marker then
            marker.setPosition(position)
            marker.setRotation(rotationOf(lies))
        elseif bag then
            bag.takeObject({position = position, rotation = rotationOf(lies), smooth = false})
        end
    end
end
function setUp(lying)
    for _, object in ipairs(getObjects()) do                -- what came from bags is removed; markers and cards stay
        local kind = kindOf(object)
        if kind and KIND[kind] and not KIND[kind].single then object.destruct() end
        if kind and KIND[kind] and KIND[kind].single then
            local home = DATA.supply[kind]
            object.setPosition(toWorld(home.x, home.y))
        end
    end
    for _, lies in ipairs(lying) do
        if lies.cards then layCards(lies) else layPieces(lies) end
    end
end
function onSetUp()
    if not ARMED or Time.time - ARMED > 20 then
        ARMED = Time.time
        tell(say("tts.really"), WARNING)
        return
    end
    ARMED = nil
    setUp(DATA.lying)
    for _, object in ipairs(getObjects()) do
        if object.type == "Deck" and object.is_face_down then object.shuffle() end
    end
end

-- Decisions and verdicts: from `wsdv serve` on the host's own computer, if it runs there

local function tellEnding(view)
    local ending = view["end"]
    if not ending then
        for _, finding in ipairs(view.findings or {}) do tell("? " .. finding.message, WARNING) end
        return
    end
    local told = {}                     -- what was said already is not said again, unless it has changed
    for _, phase in ipairs(ending.phases) do
        local before = ENDING.told[phase.phase] or {done = 0}
        local now = {sums = table.concat(phase.sums, "\n"), done = #phase.done}
        if now.sums ~= before.sums then
            tell(whole(phase.phase) .. " " .. phase.title)
            for _, line in ipairs(phase.sums) do tell("   " .. line) end
        end
        for n = before.done + 1, now.done do tell("   • " .. phase.done[n].text) end
        told[phase.phase] = now
    end
    ENDING.told = told
    ENDING.options = {}
    local asked = ending.pending
    if asked and asked.question then
        tell(asked.who .. ": " .. asked.question)
        for n, option in ipairs(asked.options) do
            ENDING.options[n] = option["do"]
            tell("   " .. whole(n) .. "  " .. option.label)
        end
        if asked.pass then tell("   0  " .. say("label.nothing")) end
        tell(say("tts.answer"), QUIET)
        return
    end
    for _, line in ipairs(ending.changes or {}) do tell("   " .. line) end
    tell(ending.verdict)
end

local function ask(step)
    local body = {position = ENDING.position, decisions = ENDING.decisions, lang = DATA.lang, ["do"] = step}
    local headers = {["Content-Type"] = "application/json", ["X-WSDV-Secret"] = SERVER.secret}
    WebRequest.custom(SERVER.address .. "/api/call/decade-end", "POST", true, JSON.encode(body), headers, function(request)
        local ok, answer = pcall(JSON.decode, request.text or "")
        if ok and type(answer) == "table" and type(answer.view) == "table" then
            ENDING.decisions = answer.decisions or ""
            tellEnding(answer.view)
        elseif ok and type(answer) == "table" and type(answer.error) == "table" then tell("? " .. answer.error.sentence, WARNING)
        else tell(say("tts.no-server"), WARNING) end
    end)
end
function onDecadeEnd()
    if not SERVER then
        onFigures()
        tell(say("tts.connect"), QUIET)
        return
    end
    local found, remarks = readTable()
    tellRemarks(remarks)
    ENDING = {position = positionText(found, "nobody"), decisions = "", told = {}, options = {}}
    ask(nil)
end
local function answer(text)
    if not ENDING then onDecadeEnd() return end
    local number = tonumber(text)
    if text == "back" then ask({back = 1})
    elseif number == 0 then ask({step = "none"})
    elseif number and ENDING.options[number] then ask({step = ENDING.options[number]})
    else ask({step = text}) end
end

-- What the game calls

local COMMANDS = {figures = onFigures, values = onValues, protests = onProtests, astray = onAstray, next = onNextPhase,
    position = onPosition, rulings = onNotebook, setup = onSetUp, ["end"] = onDecadeEnd}

-- Only the host of the table says where to ask, and only the host's own computer is asked.
function connect(link, player)
    local port, secret = link:match("^http://127%.0%.0%.1:(%d+)/#([%w_-]+)")
    if not port or not (player and player.host) then
        tell(say("tts.only-here"), WARNING)
        return
    end
    SERVER = {address = "http://127.0.0.1:" .. port, secret = secret}
    tell(say("tts.connected"), QUIET)
end

function onChat(message, player)
    local text = message:match("^!wsdv%s*(.-)%s*$")
    if not text then return end
    if text:match("^https?:") then connect(text, player)
    elseif COMMANDS[text] then COMMANDS[text](player and player.color)
    elseif text == "" then tell(say("tts.about"))
    else answer(text) end
    return false
end

-- The first time the mat is as large as its pieces expect, however large the game makes a tile.
local function fit()
    local size, scale = self.getBoundsNormalized().size, self.getScale()
    local factor = DATA.units / size.x
    if not STATE.half and math.abs(factor - 1) > 0.01 then
        self.setScale({scale.x * factor, scale.y, scale.z * factor})
    end
    STATE.half = size.x / scale.x / 2
end
local function setSnapPoints()
    local hx, hz = halves()
    local points = {}
    for _, point in ipairs(DATA.snaps) do
        table.insert(points, {position = {(1 - 2 * point.x / DATA.side) * hx, 0.1, (2 * point.y / DATA.side - 1) * hz},
            rotation = {0, point.turn or 0, 0}, rotation_snap = point.turn ~= nil, tags = point.tags})
    end
    self.setSnapPoints(points)
end

function onSave() return JSON.encode(STATE) end
function onLoad(saved)
    local ok, state = pcall(JSON.decode, saved or "")
    if ok and type(state) == "table" then STATE = state end
    for _, item in ipairs({{"setup", onSetUp}, {"values", onValues}, {"figures", onFigures}, {"end", onDecadeEnd},
        {"next", onNextPhase}, {"protests", onProtests}, {"astray", onAstray}, {"position", onPosition}, {"rulings", onNotebook}}) do
        self.addContextMenuItem(say("tts.menu-" .. item[1]), item[2])
    end
    Wait.condition(function()
        fit()
        setSnapPoints()
    end, function() return not self.loading_custom end)
end
