// The tokens of a template as its parser takes them.
#pragma once

#include "engine/data/chat/template/tokens.h"
#include "engine/data/chat/values/problem.h"

#include <string_view>
#include <utility>

namespace motley::jinja {

class TokenStream {
public:
    explicit TokenStream(std::vector<Token> tokens) : m_tokens(std::move(tokens)) { }

    const Token &now() const { return m_tokens[m_at]; }
    const Token &after() const { return m_tokens[std::min(m_at + 1, m_tokens.size() - 1)]; }
    int line() const { return now().line; }

    bool is(Token::Kind kind) const { return now().kind == kind; }
    bool isName(std::string_view name) const { return is(Token::Kind::Name) && now().text == name; }
    bool isSign(std::string_view sign) const { return is(Token::Kind::Sign) && now().text == sign; }

    Token take() { return is(Token::Kind::End) ? now() : std::move(m_tokens[m_at++]); }

    bool takeName(std::string_view name)
    {
        const bool found = isName(name);
        m_at += found ? 1 : 0;
        return found;
    }
    bool takeSign(std::string_view sign)
    {
        const bool found = isSign(sign);
        m_at += found ? 1 : 0;
        return found;
    }

    void expectSign(std::string_view sign)
    {
        if (!takeSign(sign))
            refuse(std::string(sign) + " is expected");
    }
    void expect(Token::Kind kind, std::string_view what)
    {
        if (!is(kind))
            refuse(std::string(what) + " is expected");
        take();
    }
    std::string expectName(std::string_view what)
    {
        if (!is(Token::Kind::Name))
            refuse(std::string(what) + " is expected");
        return take().text;
    }

    [[noreturn]] void refuse(const std::string &what) const
    {
        throw Problem(what + " before " + described() + ".", line());
    }

private:
    std::string described() const
    {
        switch (now().kind) {
        case Token::Kind::End:
            return "the end of the template";
        case Token::Kind::BlockEnd:
        case Token::Kind::VariableEnd:
            return "the end of the tag";
        case Token::Kind::Data:
        case Token::Kind::BlockBegin:
        case Token::Kind::VariableBegin:
            return "the next tag";
        default:
            return "\"" + now().text.substr(0, 40) + "\"";
        }
    }

    std::vector<Token> m_tokens;
    std::size_t m_at = 0;
};

} // namespace motley::jinja
