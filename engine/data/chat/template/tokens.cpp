#include "engine/data/chat/template/tokens.h"

#include "engine/data/chat/template/stringliteral.h"
#include "engine/data/chat/values/problem.h"
#include "engine/data/chat/values/pythontext.h"

#include <algorithm>
#include <cstdlib>

namespace motley::jinja {

namespace {

constexpr std::string_view digits = "0123456789";

bool isNameByte(char byte)
{
    return byte == '_' || (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool isDigit(char byte)
{
    return byte >= '0' && byte <= '9';
}

// Lines end with \n alone, and the last one without.
std::string withPlainLineEnds(std::string_view source)
{
    std::string text;
    for (std::size_t at = 0; at < source.size(); ++at) {
        if (source[at] == '\r' && at + 1 < source.size() && source[at + 1] == '\n')
            continue;
        text += source[at] == '\r' ? '\n' : source[at];
    }
    if (!text.empty() && text.back() == '\n')
        text.pop_back();
    return text;
}

class Tokenization {
public:
    explicit Tokenization(std::string_view source) : m_text(withPlainLineEnds(source)) { }

    std::vector<Token> run()
    {
        while (m_at < m_text.size())
            readDataAndTag();
        add(Token::Kind::End);
        return std::move(m_tokens);
    }

private:
    std::string_view rest() const { return std::string_view(m_text).substr(m_at); }
    char at(std::size_t offset) const { return m_at + offset < m_text.size() ? m_text[m_at + offset] : '\0'; }

    void add(Token::Kind kind, std::string text = {}) { m_tokens.push_back({kind, std::move(text), m_line}); }

    void skip(std::size_t bytes)
    {
        m_line += int(
            std::count(m_text.begin() + std::ptrdiff_t(m_at), m_text.begin() + std::ptrdiff_t(m_at + bytes), '\n'));
        m_at += bytes;
    }

    // Where the next tag begins.
    std::size_t nextTag() const
    {
        for (std::size_t found = m_text.find('{', m_at); found != std::string::npos;
             found = m_text.find('{', found + 1))
            if (found + 1 < m_text.size() && std::string_view("%{#").find(m_text[found + 1]) != std::string_view::npos)
                return found;
        return std::string::npos;
    }

    void readDataAndTag()
    {
        const std::size_t tag = nextTag();
        if (tag == std::string::npos) {
            add(Token::Kind::Data, std::string(rest()));
            m_at = m_text.size();
            return;
        }
        const char kind = m_text[tag + 1];
        const char sign = tag + 2 < m_text.size() ? m_text[tag + 2] : '\0';
        const std::string_view data = rest().substr(0, tag - m_at);
        const std::string_view kept = dataBefore(data, kind, sign);
        if (!kept.empty())
            add(Token::Kind::Data, std::string(kept));
        skip(data.size() + 2 + (sign == '-' || sign == '+' ? 1 : 0));
        if (kind == '#')
            skipComment();
        else
            readTag(kind == '{');
    }

    std::string_view dataBefore(std::string_view data, char kind, char sign) const
    {
        if (sign == '-')
            return data.substr(0, data.size() - trailingSpaces(data));
        if (sign == '+' || kind == '{')
            return data;
        const std::size_t lineBegin = data.rfind('\n') + 1; // 0 where there is none
        if (lineBegin == 0 && !m_beginsLine)
            return data;
        const std::string_view line = data.substr(lineBegin);
        return leadingSpaces(line) == line.size() ? data.substr(0, lineBegin) : data;
    }

    // Leaves a tag behind whose end has `bytes`, and the white space that its sign or trim_blocks takes away.
    void leave(std::size_t bytes, bool stripsSpaces, bool stripsLineEnd)
    {
        skip(bytes);
        if (stripsSpaces)
            skip(leadingSpaces(rest()));
        else if (stripsLineEnd && at(0) == '\n')
            skip(1);
        m_beginsLine = m_text[m_at - 1] == '\n';
    }

    void skipComment()
    {
        const std::size_t end = m_text.find("#}", m_at);
        if (end == std::string::npos)
            throw Problem("a comment does not end.", m_line);
        const char sign = end > m_at ? m_text[end - 1] : '\0';
        skip(end - m_at);
        leave(2, sign == '-', sign != '+');
    }

    // Whether the tag ends here.
    bool endTag(bool isVariable)
    {
        if (!m_open.empty())
            return false;
        const std::string_view end = isVariable ? "}}" : "%}";
        const bool signedEnd = (at(0) == '-' || (at(0) == '+' && !isVariable)) && rest().substr(1, 2) == end;
        if (!signedEnd && rest().substr(0, 2) != end)
            return false;
        add(isVariable ? Token::Kind::VariableEnd : Token::Kind::BlockEnd);
        leave(signedEnd ? 3 : 2, signedEnd && at(0) == '-', !isVariable && !signedEnd);
        return true;
    }

    void readTag(bool isVariable)
    {
        add(isVariable ? Token::Kind::VariableBegin : Token::Kind::BlockBegin);
        while (!endTag(isVariable)) {
            if (m_at >= m_text.size())
                throw Problem("a tag does not end.", m_line);
            if (const std::size_t spaces = leadingSpaces(rest()))
                skip(spaces);
            else
                readToken();
        }
    }

    void readToken()
    {
        const char first = at(0);
        if (isDigit(first))
            return readNumber();
        if (isNameByte(first)) {
            std::size_t length = 1;
            while (isNameByte(at(length)))
                ++length;
            add(Token::Kind::Name, std::string(rest().substr(0, length)));
            return skip(length);
        }
        if (first == '"' || first == '\'')
            return readString(first);
        readSign();
    }

    void readNumber()
    {
        std::size_t length = std::min(rest().find_first_not_of(digits), rest().size());
        bool isReal = false;
        if (at(length) == '.' && isDigit(at(length + 1)) && (m_at == 0 || m_text[m_at - 1] != '.')) {
            isReal = true;
            ++length;
            while (isDigit(at(length)))
                ++length;
        }
        const std::size_t sign = at(length + 1) == '-' || at(length + 1) == '+' ? 1 : 0;
        if ((at(length) | 0x20) == 'e' && isDigit(at(length + 1 + sign))) {
            isReal = true;
            length += 2 + sign;
            while (isDigit(at(length)))
                ++length;
        }
        const std::string number(rest().substr(0, length));
        const bool isZero = number.find_first_not_of('0') == std::string::npos;
        if (isNameByte(at(length)) || (!isReal && ((number[0] == '0' && !isZero) || number.size() > 18)))
            throw Problem("the number " + std::string(rest().substr(0, std::min<std::size_t>(length + 1, 30)))
                    + " is not supported.",
                m_line);
        add(isReal ? Token::Kind::Float : Token::Kind::Integer, number);
        m_tokens.back().whole = std::strtoll(number.c_str(), nullptr, 10);
        m_tokens.back().real = std::strtod(number.c_str(), nullptr);
        skip(length);
    }

    void readString(char quote)
    {
        std::size_t end = m_at + 1;
        while (end < m_text.size() && m_text[end] != quote)
            end += m_text[end] == '\\' ? 2 : 1;
        if (end >= m_text.size())
            throw Problem("a string does not end.", m_line);
        add(Token::Kind::String, unescaped(std::string_view(m_text).substr(m_at + 1, end - m_at - 1), m_line));
        skip(end + 1 - m_at);
    }

    void readSign()
    {
        static constexpr std::string_view pairs[] = {"//", "**", "==", "!=", ">=", "<="};
        const bool isPair = std::find(std::begin(pairs), std::end(pairs), rest().substr(0, 2)) != std::end(pairs);
        const std::string sign(rest().substr(0, isPair ? 2 : 1));
        if (!isPair && std::string_view("+-/*%~[](){}><=.:|,;").find(sign) == std::string_view::npos) {
            const std::size_t bytes = firstCharacter(rest()).bytes;
            throw Problem(
                "the character " + quotedCharacter(rest().substr(0, bytes)) + " is not supported here.", m_line);
        }
        if (sign == "(" || sign == "[" || sign == "{")
            m_open.push_back(sign == "(" ? ')' : sign == "[" ? ']' : '}');
        else if (sign == ")" || sign == "]" || sign == "}") {
            if (m_open.empty() || m_open.back() != sign[0])
                throw Problem("there is a " + sign + " that closes nothing.", m_line);
            m_open.pop_back();
        }
        add(Token::Kind::Sign, sign);
        skip(sign.size());
    }

    static std::string quotedCharacter(std::string_view bytes) { return "\"" + std::string(bytes) + "\""; }

    std::string m_text;
    std::size_t m_at = 0;
    int m_line = 1;
    bool m_beginsLine = true; // where data begins
    std::string m_open; // the signs that close the brackets which are open
    std::vector<Token> m_tokens;
};

} // namespace

std::vector<Token> tokensOf(std::string_view source)
{
    return Tokenization(source).run();
}

} // namespace motley::jinja
