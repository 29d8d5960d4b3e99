-- The figures of the ten phases (rules 9.1 to 9.10), with the names that schemas/decade-end.schema.json gives them.
-- These formulas exist a second time in wsdv_tools/rules/figures.py; a test compares both.

function factoryValues(found)
    local value = {}
    for id, state in pairs(found.factories) do value[id] = CITY[id].base - (state == 2 and 1 or 0) end
    for _, connection in ipairs(DATA.connections) do
        local a, b = connection.a, connection.b
        if (found.lines[connection.id] or 0) == connection.lines and found.factories[a] and found.factories[b] then
            value[a], value[b] = value[a] + 1, value[b] + 1
        end
    end
    return value
end

local function exportsOf(found, hamburg)
    local value, best = factoryValues(found), {}
    for id, worth in pairs(value) do
        local city = CITY[id]
        local home = id == DATA.hamburg and hamburg or city.home
        if home and (not best[home] or worth > best[home]) then best[home] = worth end
    end
    return best
end
local function ownMarkers(found, id) return math.floor(found.unrest[id] / DATA.protest) end
local function markersOn(found, id) return ownMarkers(found, id) + (found.imported[id] or 0) end
local function markersOf(found, state)
    local count = 0
    for _, province in ipairs(DATA.provinces) do
        if province.state == state then count = count + markersOn(found, province.id) end
    end
    return count
end
local function bestOf(found, state, better)
    local best
    for _, province in ipairs(DATA.provinces) do
        local n = found.standards[province.id]
        if province.state == state and (not best or better(n, best)) then best = n end
    end
    return best
end
local function more(a, b) return a > b end
local function less(a, b) return a < b end

local PHASES = {}
PHASES[1] = function(found)
    if found.wall then return {wall = true, points = 1} end
    local icons, red = found.flight, 0
    if #found.played > 0 then icons = 0 end
    for _, card in ipairs(found.played) do icons = icons + (DATA.flight[card.id] or 0) end
    for _, card in ipairs(found.police) do red = red + (DATA.red_police[card.id] and 1 or 0) end
    local flight = {icons = icons, ["red-police"] = red,
        ["west-best-standard"] = bestOf(found, "west", more), ["east-worst-standard"] = bestOf(found, "east", less),
        ["east-protest"] = markersOf(found, "east") > 0 and 1 or 0, ["west-protest"] = markersOf(found, "west") > 0 and 1 or 0}
    flight.total = icons + red + flight["west-best-standard"] + flight["east-protest"]
        - flight["east-worst-standard"] - flight["west-protest"]
    flight.steps = math.max(0, math.min(DATA.flight_spaces - 1, flight.total))
    return {wall = false, flight = flight, points = math.floor(flight.steps / DATA.flight_step)}
end
PHASES[2] = function(found)
    local space, choices = found.prestige, {}
    local nearer = space > 0 and -1 or 1
    for n = space, nearer * -1, nearer do table.insert(choices, n) end
    if space == 0 then choices = {0} end
    while DATA.R9b and #choices > 2 do table.remove(choices) end
    return {space = space, side = space > 0 and "east" or "west", choices = choices}
end
local function currency(found, hamburg)
    local exported, worst, exporters, standard = exportsOf(found, hamburg), nil, 0, 0
    local sold = {west = {}, east = {}}
    for _, province in ipairs(DATA.provinces) do
        local value = exported[province.id]
        sold[province.state][province.id] = value
        if province.state == "west" and province.id ~= DATA.west_berlin and (not worst or (value or 0) < worst) then
            worst = value or 0
        end
    end
    for _, province in ipairs(DATA.provinces) do
        if province.state == "east" then
            if exported[province.id] and exported[province.id] >= worst then exporters = exporters + 1 end
            standard = standard + found.standards[province.id]
        end
    end
    local track = DATA.currency[whole(found.currency)]
    return {hamburg = hamburg, track = track, exports = sold, ["west-worst-export"] = worst, exporters = exporters,
        standard = standard, shortage = math.max(0, standard - track - exporters)}
end
local function livingStandards(found, hamburg)
    local exported, limits, lost = exportsOf(found, hamburg), {}, {}
    for _, province in ipairs(DATA.provinces) do
        local limit = exported[province.id] or 0
        if province.id == DATA.west_berlin then
            limit = nil
            for _, sector in ipairs(DATA.sectors) do
                if found.delivered[sector.id] and (found.sectors[sector.id] > 0 or not DATA.R11b) then
                    local export = exported[sector.supplier] or 0
                    limit = limit and math.min(limit, export) or export
                end
            end
        end
        limits[province.id] = limit
        local over = limit and found.standards[province.id] - limit or 0
        if over > 0 then lost[province.id] = over end
    end
    return {hamburg = hamburg, limits = limits, lost = lost}
end
local function isSame(a, b)
    for key, value in pairs(a) do if b[key] ~= value then return false end end
    for key, value in pairs(b) do if a[key] ~= value then return false end end
    return true
end
PHASES[3] = function(found)
    local first, other = currency(found, DATA.joins[1]), currency(found, DATA.joins[2])
    first["hamburg-assumed"] = first.shortage ~= other.shortage or nil
    return first
end
PHASES[4] = function(found) return {points = #found.police} end
PHASES[5] = function(found)
    local first, other = livingStandards(found, DATA.joins[1]), livingStandards(found, DATA.joins[2])
    first["hamburg-assumed"] = not isSame(first.lost, other.lost) or nil
    return first
end
PHASES[6] = function(found)
    local best, unrest = {west = bestOf(found, "west", more), east = bestOf(found, "east", more)}, {}
    for _, province in ipairs(DATA.provinces) do
        local behind = best[province.state] - found.standards[province.id]
        local added = province.id == DATA.west_berlin and behind or behind - 1
        if added > 0 then unrest[province.id] = added end
    end
    return {best = best, unrest = unrest}
end
PHASES[7] = function(found)
    local attackers = {}
    for _, province in ipairs(DATA.provinces) do
        if #province.neighbours > 0 then
            local usable, targets = math.max(0, found.standards[province.id] - markersOn(found, province.id)), {}
            for _, id in ipairs(province.neighbours) do
                if usable > found.standards[id] then targets[id] = usable - found.standards[id] end
            end
            attackers[province.id] = {usable = usable, targets = targets}
        end
    end
    return {attackers = attackers, unrest = {}}
end
PHASES[8] = function(found) return {unused = #found.police - #found.used} end
PHASES[9] = function(found)
    local placed = 0
    for _, n in pairs(found.placed) do placed = placed + n end
    return {change = DATA.socialists[whole(found.socialists)], cadre = found.cadre, ["on-board"] = found.cadre + placed}
end
PHASES[10] = function(found) return {protests = {west = markersOf(found, "west"), east = markersOf(found, "east")}} end

function figuresOf(found, phase) return PHASES[phase](found) end

-- The figures as a person would do the sum, in the words of wsdv_tools/telling/sums.py.
local function names(ids, format)
    local told = {}
    for _, province in ipairs(DATA.provinces) do
        if ids[province.id] then table.insert(told, format(province, ids[province.id])) end
    end
    return told
end
local function added(plus, minus)
    local text = table.concat(plus, " + ")
    for _, term in ipairs(minus) do text = text .. (text == "" and "" or " ") .. DATA.words.minus .. " " .. term end
    return text
end
local function terms(values, keys)
    local told = {}
    for _, key in ipairs(keys) do
        if values[key] ~= 0 then table.insert(told, say("sum." .. key, {n = values[key]})) end
    end
    return told
end
local function pointsOf(found)
    local total = 0
    for _, city in ipairs(DATA.cities) do
        local state = found.factories[city.id]
        if state and city.factory == "factory-east" and state == 1 then total = total + 1 end
        if state and city.factory == "rheinsberg" then total = total + (state == 1 and 2 or 1) end
    end
    for _, connection in ipairs(DATA.connections) do
        if connection.state == "east" then total = total + (found.lines[connection.id] or 0) end
    end
    return total
end
local function available(lines, found, points)
    if points > 0 then table.insert(lines, say("sum.available", {n = pointsOf(found)})) end
end
local function tellHamburg(lines, found, figures)
    if not isSame(exportsOf(found, DATA.joins[1]), exportsOf(found, DATA.joins[2])) then
        local key = figures["hamburg-assumed"] and "sum.hamburg-assumed" or "sum.hamburg"
        table.insert(lines, say(key, {province = PROVINCE[figures.hamburg].name}))
    end
end

local TOLD = {}
TOLD[1] = function(lines, found, figures)
    local flight = figures.flight
    if not flight then
        local key = found.prestige > DATA.first and "sum.wall" or (DATA.R8b and "sum.wall-stuck-b" or "sum.wall-stuck")
        table.insert(lines, say(key, {before = found.prestige, after = found.prestige - 1}))
    else
        local text = added(terms(flight, {"icons", "red-police", "west-best-standard", "east-protest"}),
            terms(flight, {"east-worst-standard", "west-protest"}))
        local steps = say("sum.steps", {n = flight.steps})
        if flight.total ~= flight.steps then
            steps = say(flight.total > 0 and "sum.at-most" or "sum.at-least", {total = flight.total, steps = steps})
        end
        steps = steps .. " → " .. say("sum.dismantles", {n = figures.points})
        table.insert(lines, say("sum.flight", {text = text == "" and steps or text .. " = " .. steps}))
    end
    available(lines, found, figures.points)
end
TOLD[2] = function(lines, _, figures)
    if figures.space == 0 then table.insert(lines, say("sum.prestige-0")) return end
    local key = #figures.choices == 1 and "sum.prestige-one" or "sum.prestige"
    table.insert(lines, say(key, {space = signedNumber(figures.space), side = DATA.words[figures.side],
        icons = DATA.prestige_icons[whole(figures.space)]}))
end
local function tellExports(lines, figures)
    local worst, without = figures["west-worst-export"], {}
    for _, province in ipairs(DATA.provinces) do
        if province.state == "west" and province.id ~= DATA.west_berlin and not figures.exports.west[province.id] then
            table.insert(without, province.name)
        end
    end
    if #without > 0 then table.insert(lines, say("sum.no-factory", {provinces = table.concat(without, ", ")}))
    else
        local told = {}
        for _, province in ipairs(DATA.provinces) do
            if figures.exports.west[province.id] == worst then table.insert(told, province.name) end
        end
        table.insert(lines, say("sum.worst", {n = worst, provinces = table.concat(told, ", ")}))
    end
    for _, key in ipairs({"sellers", "no-sellers"}) do
        local told = {}
        for value = 9, 0, -1 do
            for _, province in ipairs(DATA.provinces) do
                if figures.exports.east[province.id] == value and (value >= worst) == (key == "sellers") then
                    table.insert(told, province.name .. " " .. whole(value))
                end
            end
        end
        if #told > 0 then table.insert(lines, say("sum." .. key, {provinces = table.concat(told, ", ")})) end
    end
end
TOLD[3] = function(lines, found, figures)
    tellHamburg(lines, found, figures)
    local income, parts = figures.track + figures.exporters, {}
    if figures.track ~= 0 then table.insert(parts, say("sum.track", {value = signedNumber(figures.track)})) end
    if figures.exporters ~= 0 then table.insert(parts, say("sum.exporters", {n = figures.exporters})) end
    local text = #parts > 0 and table.concat(parts, " + ") .. " = " .. plainNumber(income) or "0"
    table.insert(lines, say("sum.income", {text = text}))
    tellExports(lines, figures)
    local gap = figures.standard - income
    local bracketed = income < 0 and "(" .. plainNumber(income) .. ")" or plainNumber(income)
    local more_, less_, rest = whole(figures.standard), bracketed, say("sum.missing", {n = figures.shortage})
    if figures.shortage == 0 then rest = say("sum.none-missing", {}) end
    if gap < 0 then more_, less_, rest = plainNumber(income), whole(figures.standard), say("sum.left-over", {n = -gap}) end
    table.insert(lines, say("sum.cost", {n = figures.standard, text = more_ .. " " .. DATA.words.minus .. " " .. less_ .. " = " .. rest}))
    if figures.shortage > 0 then
        local intact = 0
        for _, city in ipairs(DATA.cities) do
            if city.state == "east" and not city.external and found.factories[city.id] == 1 then intact = intact + 1 end
        end
        table.insert(lines, say("sum.intact", {n = intact}))
    end
end
TOLD[4] = function(lines, found, figures)
    if figures.points == 0 then table.insert(lines, say("sum.no-police")) return end
    local cards = {}
    for _, card in ipairs(found.police) do table.insert(cards, card.id) end
    table.insert(lines, say("sum.police-costs", {n = figures.points, cards = table.concat(cards, ", "),
        result = say("sum.dismantles", {n = figures.points})}))
    available(lines, found, figures.points)
end
TOLD[5] = function(lines, found, figures)
    tellHamburg(lines, found, figures)
    local told = names(figures.lost, function(province, n)
        local key = province.id == DATA.west_berlin and "sum.lost-west-berlin" or "sum.lost"
        return say(key, {province = province.name, have = found.standards[province.id], limit = figures.limits[province.id], n = n})
    end)
    if #told == 0 then told = {say("sum.none-lost")} end
    for _, line in ipairs(told) do table.insert(lines, line) end
end
TOLD[6] = function(lines, found, figures)
    for _, state in ipairs({"west", "east"}) do
        local best = figures.best[state]
        local told = {}
        for _, province in ipairs(DATA.provinces) do
            local n = figures.unrest[province.id]
            if province.state == state and n then
                local sum = whole(best) .. " " .. DATA.words.minus .. " " .. whole(found.standards[province.id])
                if province.id ~= DATA.west_berlin then sum = sum .. " " .. DATA.words.minus .. " 1" end
                table.insert(told, province.name .. " " .. sum .. " = " .. whole(n))
            end
        end
        local key = #told > 0 and "sum.behind" or "sum.not-behind"
        table.insert(lines, say(key, {side = DATA.words[state], best = best, provinces = table.concat(told, ", ")}))
    end
end
TOLD[7] = function(lines, found, figures)
    local isAny = false
    for _, province in ipairs(DATA.provinces) do
        local attacker = figures.attackers[province.id]
        local told = {}
        for _, id in ipairs(province.neighbours) do
            if attacker.targets[id] then
                table.insert(told, say("sum.target", {province = PROVINCE[id].name, have = found.standards[id], n = attacker.targets[id]}))
            end
        end
        if #told > 0 then
            isAny = true
            local usable, protests = whole(found.standards[province.id]), markersOn(found, province.id)
            if protests > 0 then
                usable = usable .. " " .. DATA.words.minus .. " " .. say("sum.protests", {n = protests}) .. " = " .. whole(attacker.usable)
            end
            local key = province.id == DATA.west_berlin and "sum.attacks-both" or "sum.attacks"
            table.insert(lines, say(key, {province = province.name, usable = usable, targets = table.concat(told, ", ")}))
        end
    end
    if not isAny then table.insert(lines, say("sum.no-attacks")) end
end
TOLD[8] = function(lines, found, figures)
    if #found.police == 0 then table.insert(lines, say("sum.no-police-work")) return end
    local text = say("sum.police-cards", {n = #found.police})
    if #found.used > 0 then text = text .. " " .. DATA.words.minus .. " " .. say("sum.used", {n = #found.used}) end
    table.insert(lines, say("sum.police-work", {text = text, n = figures.unused}))
end
TOLD[9] = function(lines, found, figures)
    local space, change, cadre = signedNumber(found.socialists), figures.change, figures.cadre
    if change >= 0 then
        local key = change > 0 and "sum.socialists-gain" or "sum.socialists-0"
        table.insert(lines, say(key, {space = space, n = change, cadre = cadre, after = cadre + change}))
        return
    end
    local box = math.min(-change, cadre)
    table.insert(lines, say("sum.socialists-loss", {space = space, n = -change, box = box, provinces = -change - box}))
end
TOLD[10] = function(lines, found, figures)
    local imported = 0
    for _, n in pairs(found.imported) do imported = imported + n end
    table.insert(lines, say(imported > 0 and "sum.verdict-imported" or "sum.verdict",
        {west = figures.protests.west, east = figures.protests.east, imported = imported}))
end

function tellPhase(found, phase)
    local lines = {}
    TOLD[phase](lines, found, figuresOf(found, phase))
    return lines
end
