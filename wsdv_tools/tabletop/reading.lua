-- Reads where the pieces lie. Plain Lua 5.2, so that it runs in Tabletop Simulator (MoonSharp) and under test.
-- DATA comes before this: places, kinds of pieces, facts and words, all made from the data of wsdv_tools.

local BY_SLOT, PLACE, KIND, CARD, PROVINCE, CITY, CONNECTION = {}, {}, {}, {}, {}, {}, {}
for _, place in ipairs(DATA.places) do
    PLACE[place.id] = place
    place.cos, place.sin = math.cos(math.rad(place.turn or 0)), math.sin(math.rad(place.turn or 0))
    BY_SLOT[place.slot] = BY_SLOT[place.slot] or {}
    table.insert(BY_SLOT[place.slot], place)
end
for _, kind in ipairs(DATA.kinds) do KIND[kind.id] = kind end
for _, card in ipairs(DATA.cards) do CARD[card.id] = card end
for _, province in ipairs(DATA.provinces) do PROVINCE[province.id] = province end
for _, city in ipairs(DATA.cities) do CITY[city.id] = city end
for _, connection in ipairs(DATA.connections) do CONNECTION[connection.id] = connection end

function whole(number) return string.format("%d", math.floor(number + 0.5)) end

-- The words of the language, their places in braces filled; of several forms the one for the number n.
function say(key, values)
    local text = DATA.words[key]
    if type(text) == "table" then text = text[DATA.forms[(values and values.n or 0) + 1]] or text.main end
    return (text:gsub("{([%w-]+)}", function(name)
        local value = values and values[name]
        if type(value) == "number" then return plainNumber(value) end
        return value or "{" .. name .. "}"
    end))
end
function plainNumber(number)
    return number < 0 and DATA.words.minus .. whole(-number) or whole(number)
end
function signedNumber(number) return number > 0 and "+" .. whole(number) or plainNumber(number) end

-- Where things are. The picture's top lies towards negative z of the mat, its left towards positive x.
-- The mat is measured, because nobody documents how large a tile is.
function halves()
    local size, scale = self.getBoundsNormalized().size, self.getScale()
    return size.x / scale.x / 2, size.z / scale.z / 2
end
local function toMat(position, hx, hz)
    local p = self.positionToLocal(position)
    return DATA.side / 2 * (1 - p.x / hx), DATA.side / 2 * (1 + p.z / hz)
end
function toWorld(x, y, height)
    local hx, hz = halves()
    local p = self.positionToWorld({(1 - 2 * x / DATA.side) * hx, 0, (2 * y / DATA.side - 1) * hz})
    return {x = p.x, y = p.y + (height or 0.5), z = p.z}
end
local function distance(place, x, y)
    local dx, dy = x - place.x, y - place.y
    local along, aside = dx * place.cos + dy * place.sin, dy * place.cos - dx * place.sin
    along, aside = math.max(0, math.abs(along) - place.w / 2), math.max(0, math.abs(aside) - place.h / 2)
    return math.sqrt(along * along + aside * aside), math.sqrt(dx * dx + dy * dy)
end
-- The place of these kinds that a point lies on, and another one if it might as well be that.
local function nearest(slots, x, y)
    local best, edge, middle
    for _, slot in ipairs(slots) do
        for _, place in ipairs(BY_SLOT[slot] or {}) do
            local d, m = distance(place, x, y)
            if not best or d < edge or (d == edge and m < middle) then best, edge, middle = place, d, m end
        end
    end
    if not best then return nil end
    local rival
    for _, slot in ipairs(slots) do
        for _, place in ipairs(BY_SLOT[slot] or {}) do
            if place.means ~= best.means and distance(place, x, y) - edge < DATA.doubt then rival = rival or place end
        end
    end
    return best, edge, rival
end

-- What lies on the table: found has the facts of a position, remarks what looks wrong.
local function newFound()
    local found = {tracks = {}, unrest = {}, protests = {}, standards = {}, sectors = {}, placed = {}, cadre = 0,
        factories = {}, lines = {}, closed = {}, delivered = {}, wall = false, stasi = false, flight = 0,
        imported = {}, played = {}, removed = {}, deck = {}, display = {}, special = {}, police = {}, used = {},
        hands = {west = {}, east = {}}, added = {}, where = {}}
    for _, province in ipairs(DATA.provinces) do
        for _, key in ipairs({"unrest", "protests", "standards", "placed"}) do found[key][province.id] = 0 end
    end
    for _, sector in ipairs(DATA.sectors) do found.sectors[sector.id] = 0 end
    return found
end

local PILES = {unrest = "unrest", protest = "protests", standards = "standards", socialists = "placed"}
local TAKERS = {}
function TAKERS.city(found, place, kind, piece)
    local city = CITY[place.of]
    if kind == "closed" then
        if not city.external then return "piece-foreign" end
        found.closed[city.id] = true
    elseif kind ~= city.factory then return "piece-foreign"
    elseif found.factories[city.id] then return "piece-too-many"
    else
        found.factories[city.id] = (piece.down and city.rundown) and 2 or 1
        found.where[city.id] = piece.object
    end
end
function TAKERS.line(found, place)
    local laid = found.lines[place.of] or 0
    if laid >= CONNECTION[place.of].lines then return "piece-too-many" end
    found.lines[place.of] = laid + 1
end
local function addUp(counts, key, n)
    if counts[key] + n > DATA.most then return "piece-too-many" end
    counts[key] = counts[key] + n
end
function TAKERS.sector(found, place, kind, piece)
    if kind == "delivery" then found.delivered[place.of] = true
    else return addUp(found.sectors, place.of, piece.n) end
end
TAKERS["holding-box"] = function(found, _, _, piece) return addUp(found, "cadre", piece.n) end
local function take(found, place, kind, piece)
    local pile = PILES[place.kind]
    if pile then return addUp(found[pile], place.of, piece.n)
    elseif TAKERS[place.kind] then return TAKERS[place.kind](found, place, kind, piece)
    elseif kind == "stasi" then found.stasi = true
    elseif found.tracks[kind] then return "piece-too-many"
    else
        found.tracks[kind] = place
        found.where[kind] = piece.object
        if kind == "decade-end" then found.wall = piece.down end
    end
end

local function noteOf(notes)
    if type(notes) ~= "string" then return nil end
    return notes:match("^wsdv (%S+)%s*(%S*)%s*(%S*)$")
end
function kindOf(object) return noteOf(object.getGMNotes()) end

-- What players call it; a card that lies face down is just a card, unless its back is a face, too.
local function nameOf(object)
    local kind, _, second = kindOf(object)
    if kind == "card" and second == "" and object.is_face_down then return DATA.words.card end
    for _, name in ipairs({object.getName(), object.getGMNotes()}) do
        if name ~= "" then return name end
    end
    return object.type
end
local function remark(remarks, code, object, values)
    values = values or {}
    values.piece = object and nameOf(object) or values.piece
    table.insert(remarks, {code = code, object = object, text = say("finding." .. code, values)})
end

local function takeCards(found, place, pile, remarks, object)
    for order, one in ipairs(pile.cards) do
        local id = one.first
        if one.second ~= "" and pile.down then id = one.second end
        if one.second ~= "" and #pile.cards > 1 then remark(remarks, "card-side-hidden", object, {place = place.name}) end
        local isHidden = pile.down and one.second == "" and DATA.hidden[place.of]
        local entry = {id = isHidden and "?" or id, true_id = id, number = place.number or 0, order = order, across = pile.across}
        if place.of == "west" or place.of == "east" then table.insert(found.hands[place.of], entry)
        else table.insert(found[place.of], entry) end
    end
end
local function cardsIn(object)
    local pile = {cards = {}}
    if object.type == "Deck" then
        for _, inner in ipairs(object.getObjects()) do
            local kind, first, second = noteOf(inner.gm_notes)
            if kind == "card" then table.insert(pile.cards, {first = first, second = second}) end
        end
    else
        local kind, first, second = noteOf(object.getGMNotes())
        if kind == "card" then table.insert(pile.cards, {first = first, second = second}) end
    end
    pile.down = object.is_face_down
    local turn = (object.getRotation().y - self.getRotation().y) % 180
    pile.across = turn > 45 and turn < 135
    return pile
end

-- Cards that somebody holds count for the side of that colour.
local function heldCards()
    local held = {}
    for side, colour in pairs(DATA.colours) do
        local ok, objects = pcall(function() return Player[colour].getHandObjects() end)
        for _, object in ipairs(ok and objects or {}) do held[object.getGUID()] = side end
    end
    return held
end

local function isOnMat(x, y) return x >= 0 and x <= DATA.side and y >= 0 and y <= DATA.side end

local function readCards(found, object, held, x, y, remarks)
    local pile = cardsIn(object)
    if #pile.cards == 0 then return end
    local side = held[object.getGUID()]
    if side then
        pile.down = false
        takeCards(found, {kind = "card", of = side, number = 99, name = ""}, pile, remarks, object)
        return
    end
    local place, d, rival = nearest({"card"}, x, y)
    if d > DATA.reach.card then
        if isOnMat(x, y) then remark(remarks, "piece-stray", object, {place = place.name}) end
        return
    end
    if rival then remark(remarks, "piece-doubtful", object, {place = place.name, other = rival.name}) end
    takeCards(found, place, pile, remarks, object)
end

local function readPiece(found, object, kind, x, y, remarks)
    local place, d, rival = nearest(KIND[kind].places, x, y)
    if d > DATA.reach.piece then
        if isOnMat(x, y) then remark(remarks, "piece-stray", object, {place = nearest(DATA.landmarks, x, y).name}) end
        return
    end
    local piece = {n = math.max(1, object.getQuantity() or 1), down = object.is_face_down, object = object}
    local wrong = take(found, place, KIND[kind].family, piece)
    if wrong then remark(remarks, wrong, object, {place = place.name})
    elseif rival then remark(remarks, "piece-doubtful", object, {place = place.name, other = rival.name}) end
end

local function sortCards(cards)
    for index, card in ipairs(cards) do card.index = index end
    table.sort(cards, function(a, b)
        if a.number ~= b.number then return a.number < b.number end
        return a.index < b.index
    end)
end

-- What follows from the pieces: whose protests are imported, which cards were put into the deck.
local function conclude(found, remarks)
    for _, kind in ipairs(DATA.markers) do
        local place = found.tracks[kind]
        if place then found[kind] = place.number
        elseif kind ~= "half" and kind ~= "turn" and kind ~= "flight" then
            found[kind] = kind == "decade" and 1 or 0
            remark(remarks, "marker-missing", nil, {piece = KIND[kind].name, n = found[kind]})
        end
    end
    found.flight = found.flight or 0
    for _, province in ipairs(DATA.provinces) do
        local own = math.floor(found.unrest[province.id] / DATA.protest)
        local more = found.protests[province.id] - own
        if more > 0 and province.sector then found.imported[province.id] = more
        elseif more ~= 0 then
            remark(remarks, "protest-markers", nil, {province = province.name, n = found.unrest[province.id],
                number = found.protests[province.id]})
        end
    end
    local total = 0
    for _, sector in ipairs(DATA.sectors) do total = total + found.sectors[sector.id] end
    found.standards[DATA.west_berlin] = total
    for _, pile in ipairs({found.played, found.removed, found.deck, found.display, found.police, found.hands.west, found.hands.east}) do
        sortCards(pile)
    end
    for _, pile in ipairs({found.deck, found.display}) do
        for _, card in ipairs(pile) do
            local fact = CARD[card.true_id]
            if fact and not fact.special and fact.decade < found.decade then table.insert(found.added, {id = card.true_id}) end
        end
    end
    for _, card in ipairs(found.police) do
        if card.across then table.insert(found.used, card) end
    end
end

function readTable()
    local found, remarks = newFound(), {}
    local hx, hz = halves()
    local held = heldCards()
    for _, object in ipairs(getObjects()) do
        local kind = kindOf(object)
        if kind == "card" or object.type == "Deck" or (kind and KIND[kind]) then
            local x, y = toMat(object.getPosition(), hx, hz)
            if KIND[kind] then readPiece(found, object, kind, x, y, remarks)
            else readCards(found, object, held, x, y, remarks) end
        end
    end
    conclude(found, remarks)
    return found, remarks
end

-- The position as JSON for `wsdv decade-end`; a hand that is not the asker's stays hidden.
local function quoted(text)
    return '"' .. text:gsub('[%c"\\]', function(c) return string.format("\\u%04x", string.byte(c)) end) .. '"'
end
local function listed(cards, isHidden)
    local parts = {}
    for _, card in ipairs(cards) do
        local id = isHidden and "?" or card.id
        table.insert(parts, tonumber(id) and id or quoted(id))
    end
    return "[" .. table.concat(parts, ", ") .. "]"
end
local function mapped(pairs_)
    local parts = {}
    for _, pair in ipairs(pairs_) do table.insert(parts, quoted(pair[1]) .. ": " .. pair[2]) end
    return "{" .. table.concat(parts, ", ") .. "}"
end
local function counted(pairs_, key, number)
    if (number or 0) ~= 0 then table.insert(pairs_, {key, whole(number)}) end
end
local function provincesAsText(found)
    local provinces = {}
    for _, province in ipairs(DATA.provinces) do
        local inside, id = {}, province.id
        counted(inside, "unrest", found.unrest[id])
        if id == DATA.west_berlin then
            local sectors = {}
            for _, sector in ipairs(DATA.sectors) do counted(sectors, sector.id, found.sectors[sector.id]) end
            if #sectors > 0 then table.insert(inside, {"sectors", mapped(sectors)}) end
        else counted(inside, "standard", found.standards[id]) end
        counted(inside, "socialists", found.placed[id])
        if #inside > 0 then table.insert(provinces, {id, mapped(inside)}) end
    end
    return mapped(provinces)
end
function positionText(found, side)
    local parts = {{"wsdv-position", "1"}, {"decade", whole(found.decade)}}
    local function add(key, text) if text ~= "[]" and text ~= "{}" then table.insert(parts, {key, text}) end end
    local function ids(key, facts, test, name)
        local cards = {}
        for _, fact in ipairs(facts) do if test(fact) then table.insert(cards, {id = fact[name or "id"]}) end end
        add(key, listed(cards))
    end
    local function flag(key, value) if value then table.insert(parts, {key, "true"}) end end
    local tracks = {}
    for _, track in ipairs(DATA.tracks) do table.insert(tracks, {track, whole(found[track])}) end
    add("tracks", mapped(tracks))
    flag("wall", found.wall)
    add("provinces", provincesAsText(found))
    counted(parts, "cadre", found.cadre)
    ids("factories", DATA.cities, function(city) return found.factories[city.id] end)
    ids("rundown", DATA.cities, function(city) return found.factories[city.id] == 2 end)
    local lines, imported = {}, {}
    for _, connection in ipairs(DATA.connections) do counted(lines, connection.id, found.lines[connection.id]) end
    add("infrastructure", mapped(lines))
    ids("closed", DATA.cities, function(city) return found.closed[city.id] end)
    add("police", listed(found.police))
    add("police-used", listed(found.used))
    flag("stasi-dissolved", found.stasi)
    ids("delivered", DATA.sectors, function(sector) return found.delivered[sector.id] end, "supplier")
    for _, sector in ipairs(DATA.sectors) do counted(imported, sector.supplier, found.imported[sector.supplier]) end
    add("imported", mapped(imported))
    add("played", listed(found.played))
    if #found.played == 0 then counted(parts, "flight-icons", found.flight) end
    if found.turn or #found.display > 0 then
        counted(parts, "half", found.half)
        if found.turn then table.insert(parts, {"to-move", found.turn == 1 and '"west"' or '"east"'}) end
        add("display", listed(found.display))
        flag("special", #found.special > 0)
        local hands = {}
        for _, name in ipairs({"west", "east"}) do
            if #found.hands[name] > 0 then
                table.insert(hands, {name, listed(found.hands[name], side and side ~= name)})
            end
        end
        add("hands", mapped(hands))
        add("deck-removed", listed(found.removed))
        if not side then add("deck-added", listed(found.added)) end
    end
    return mapped(parts)
end
