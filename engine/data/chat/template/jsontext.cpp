#include "engine/data/chat/template/operations.h"
#include "engine/data/chat/values/pythontext.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace motley::jinja {

namespace {

struct JsonStyle {
    bool escapes = false; // all that is not ASCII
    std::optional<std::string> indent{}; // of a level; nullopt: all on one line
    std::string comma = ", ";
    std::string colon = ": ";
    bool sortsKeys = false;
};

void appendUnit(std::string &result, unsigned unit)
{
    char buffer[8];
    std::snprintf(buffer, sizeof buffer, "\\u%04x", unit);
    result += buffer;
}

std::string escapedText(std::string_view text, bool escapes)
{
    constexpr std::string_view special = "\"\\\n\r\t\f\b";
    constexpr std::string_view letters = "\"\\nrtfb";
    std::string result;
    forEachCharacter(text, [&](char32_t character, std::string_view bytes) {
        const std::size_t found = character < 0x80 ? special.find(char(character)) : std::string_view::npos;
        if (found != std::string_view::npos) {
            (result += '\\') += letters[found];
        } else if (character < 0x20 || (escapes && character >= 0x80 && character < 0x10000)) {
            appendUnit(result, unsigned(character));
        } else if (escapes && character >= 0x10000) {
            appendUnit(result, 0xd800 + unsigned((character - 0x10000) >> 10));
            appendUnit(result, 0xdc00 + unsigned((character - 0x10000) & 0x3ff));
        } else {
            result += bytes;
        }
    });
    return result;
}

std::string numberText(double number)
{
    if (std::isnan(number))
        return "NaN";
    return std::isinf(number) ? (number < 0 ? "-Infinity" : "Infinity") : printedFloat(number);
}

class JsonText {
public:
    JsonText(Context &context, JsonStyle style) : m_context(context), m_style(std::move(style)) { }

    Text take() { return std::move(m_text); }

    void write(const Value &value)
    {
        if (const Text *text = value.text())
            writeText(*text);
        else if (const Sequence *sequence = value.sequence())
            writeSequence(*sequence, value.origin);
        else if (const Mapping *mapping = value.mapping())
            writeMapping(*mapping, value.origin);
        else
            writePlain(value);
    }

private:
    void put(std::string_view bytes, Origin origin)
    {
        m_context.meter.takeSteps(1);
        m_context.meter.takeBytes(bytes.size());
        m_text.append(bytes, origin);
    }

    void writePlain(const Value &value)
    {
        if (value.isNone())
            put("null", value.origin);
        else if (const auto *flag = value.as<bool>())
            put(*flag ? "true" : "false", value.origin);
        else if (const auto *whole = value.as<std::int64_t>())
            put(std::to_string(*whole), value.origin);
        else if (const auto *real = value.as<double>())
            put(numberText(*real), value.origin);
        else
            throw Problem("a value of the type " + typeName(value) + " cannot be written as JSON.");
    }

    void writeText(const Text &text)
    {
        const Origin first = text.runs().empty() ? 0 : text.runs().front().origin;
        const Origin last = text.runs().empty() ? 0 : text.runs().back().origin;
        put("\"", first);
        std::size_t begin = 0;
        for (const Text::Run &run : text.runs()) {
            put(escapedText(std::string_view(text.bytes()).substr(begin, run.end - begin), m_style.escapes),
                run.origin);
            begin = run.end;
        }
        put("\"", last);
    }

    void newLine(Origin origin)
    {
        if (!m_style.indent)
            return;
        put("\n", origin);
        for (int i = 0; i < m_level; ++i)
            put(*m_style.indent, origin);
    }

    template <typename Items, typename Write>
    void writeItems(const Items &items, std::string_view brackets, Origin origin, Write writeItem)
    {
        put(brackets.substr(0, 1), origin);
        ++m_level;
        bool isFirst = true;
        for (const auto &item : items) {
            if (!std::exchange(isFirst, false))
                put(m_style.comma, origin);
            newLine(origin);
            writeItem(item);
        }
        --m_level;
        if (!isFirst)
            newLine(origin);
        put(brackets.substr(1), origin);
    }

    void writeSequence(const Sequence &sequence, Origin origin)
    {
        if (sequence.kind != Sequence::Kind::List && sequence.kind != Sequence::Kind::Tuple)
            throw Problem("a generator, a view or a range cannot be written as JSON: make a list of it.");
        writeItems(sequence.items, "[]", origin, [this](const Value &item) { write(item); });
    }

    void writeMapping(const Mapping &mapping, Origin origin)
    {
        auto entries = mapping.entries;
        if (m_style.sortsKeys)
            std::sort(entries.begin(), entries.end(),
                [](const auto &left, const auto &right) { return left.first->bytes() < right.first->bytes(); });
        writeItems(entries, "{}", origin, [this, origin](const auto &entry) {
            writeText(*entry.first);
            put(m_style.colon, origin);
            write(entry.second);
        });
    }

    Context &m_context;
    JsonStyle m_style;
    Text m_text;
    int m_level = 0;
};

JsonStyle styleOf(const Arguments &arguments)
{
    ArgumentReader reader("the filter tojson", arguments);
    JsonStyle style;
    const auto escapes = reader.maybe("ensure_ascii");
    style.escapes = escapes && isTrue(*escapes);
    const auto indent = reader.maybe("indent");
    if (indent && indent->text())
        style.indent = indent->text()->bytes();
    else if (indent && indent->as<std::int64_t>())
        style.indent = std::string(std::size_t(std::clamp<std::int64_t>(*indent->as<std::int64_t>(), 0, 64)), ' ');
    else if (indent && !indent->isNone())
        refuseType(*indent, "is the indentation of JSON");
    if (style.indent)
        style.comma = ",";
    const auto separators = reader.maybe("separators");
    if (separators && !separators->isNone()) {
        const Sequence *pair = separators->sequence();
        if (!pair || pair->items.size() != 2 || !pair->items[0].text() || !pair->items[1].text())
            throw Problem("the separators of tojson must be two texts.");
        style.comma = pair->items[0].text()->bytes();
        style.colon = pair->items[1].text()->bytes();
    }
    const auto sorts = reader.maybe("sort_keys");
    style.sortsKeys = sorts && isTrue(*sorts);
    reader.finish();
    return style;
}

} // namespace

Text jsonOf(Context &context, const Value &value, const Arguments &arguments)
{
    JsonText json(context, styleOf(arguments));
    json.write(value);
    return json.take();
}

} // namespace motley::jinja
