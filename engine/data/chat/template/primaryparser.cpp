#include "engine/data/chat/template/expressionparser.h"

#include "engine/data/chat/template/known.h"

#include <algorithm>

namespace motley::jinja {

ExpressionPtr ExpressionParser::constant(const Token &token, Value value) const
{
    ExpressionPtr made = make(Expression::Kind::Constant, token.line);
    made->constant = std::move(value);
    return made;
}

ExpressionPtr ExpressionParser::named(const Token &token) const
{
    if (token.text == "true" || token.text == "True")
        return constant(token, {true});
    if (token.text == "false" || token.text == "False")
        return constant(token, {false});
    if (token.text == "none" || token.text == "None")
        return constant(token, {None()});
    if (token.text == "caller" || token.text == "varargs" || token.text == "kwargs" || token.text == "self")
        throw Problem("the name " + token.text + " is not supported.", token.line);
    ExpressionPtr made = make(Expression::Kind::Name, token.line);
    made->name = token.text;
    return made;
}

ExpressionPtr ExpressionParser::primary()
{
    if (m_tokens.takeSign("(")) {
        ExpressionPtr inside = tuple(Conditions::Allowed, true);
        m_tokens.expectSign(")");
        return inside;
    }
    if (m_tokens.isSign("["))
        return list();
    if (m_tokens.isSign("{"))
        return mapping();
    switch (m_tokens.now().kind) {
    case Token::Kind::Name:
        return named(m_tokens.take());
    case Token::Kind::Integer: {
        const Token token = m_tokens.take();
        return constant(token, {token.whole});
    }
    case Token::Kind::Float: {
        const Token token = m_tokens.take();
        return constant(token, {token.real});
    }
    case Token::Kind::String: {
        Token token = m_tokens.take();
        while (m_tokens.is(Token::Kind::String))
            token.text += m_tokens.take().text;
        return constant(token, textValue(Text(token.text, 0)));
    }
    default:
        m_tokens.refuse("an expression is expected");
    }
}

ExpressionPtr ExpressionParser::list()
{
    const int line = m_tokens.take().line;
    std::vector<ExpressionPtr> items;
    while (!m_tokens.isSign("]")) {
        items.push_back(expression());
        if (!m_tokens.takeSign(","))
            break;
    }
    m_tokens.expectSign("]");
    return make(Expression::Kind::List, line, std::move(items));
}

ExpressionPtr ExpressionParser::mapping()
{
    const int line = m_tokens.take().line;
    std::vector<ExpressionPtr> items;
    while (!m_tokens.isSign("}")) {
        items.push_back(expression());
        m_tokens.expectSign(":");
        items.push_back(expression());
        if (!m_tokens.takeSign(","))
            break;
    }
    m_tokens.expectSign("}");
    return make(Expression::Kind::Mapping, line, std::move(items));
}

ExpressionPtr ExpressionParser::postfix(ExpressionPtr of)
{
    while (true) {
        if (m_tokens.isSign("."))
            of = attribute(std::move(of));
        else if (m_tokens.isSign("["))
            of = item(std::move(of));
        else if (m_tokens.isSign("("))
            of = call(std::move(of));
        else
            return of;
    }
}

ExpressionPtr ExpressionParser::filtered(ExpressionPtr of)
{
    while (true) {
        if (m_tokens.isSign("|"))
            of = filter(std::move(of));
        else if (m_tokens.isName("is"))
            of = test(std::move(of));
        else if (m_tokens.isSign("("))
            of = call(std::move(of));
        else
            return of;
    }
}

ExpressionPtr ExpressionParser::attribute(ExpressionPtr of)
{
    const int line = m_tokens.take().line;
    if (m_tokens.is(Token::Kind::Integer)) {
        const Token number = m_tokens.take();
        return make(Expression::Kind::Item, line, both(std::move(of), constant(number, {number.whole})));
    }
    const std::string name = m_tokens.expectName("a name");
    if (name.rfind("__", 0) == 0)
        throw Problem("the attribute " + name + " is not supported.", line);
    ExpressionPtr made = make(Expression::Kind::Attribute, line, alone(std::move(of)));
    made->name = name;
    return made;
}

ExpressionPtr ExpressionParser::item(ExpressionPtr of)
{
    const int line = m_tokens.take().line;
    ExpressionPtr made;
    if (m_tokens.isSign(":"))
        made = slice(std::move(of), nullptr);
    else if (ExpressionPtr index = expression(); m_tokens.isSign(":"))
        made = slice(std::move(of), std::move(index));
    else
        made = make(Expression::Kind::Item, line, both(std::move(of), std::move(index)));
    if (m_tokens.isSign(","))
        throw Problem("several items at once are not supported.", line);
    m_tokens.expectSign("]");
    return made;
}

ExpressionPtr ExpressionParser::slice(ExpressionPtr of, ExpressionPtr begin)
{
    const int line = m_tokens.take().line;
    auto parts = both(std::move(of), std::move(begin));
    const auto ends = [this] { return m_tokens.isSign(":") || m_tokens.isSign("]") || m_tokens.isSign(","); };
    parts.push_back(ends() ? nullptr : expression());
    const bool hasStep = m_tokens.takeSign(":") && !ends();
    parts.push_back(hasStep ? expression() : nullptr);
    return make(Expression::Kind::Slice, line, std::move(parts));
}

void ExpressionParser::arguments(Expression &of)
{
    m_tokens.expectSign("(");
    while (!m_tokens.isSign(")")) {
        if (m_tokens.isSign("*") || m_tokens.isSign("**"))
            throw Problem("arguments by * and ** are not supported.", m_tokens.line());
        const bool isNamed = m_tokens.is(Token::Kind::Name) && m_tokens.after().kind == Token::Kind::Sign
            && m_tokens.after().text == "=";
        if (isNamed) {
            std::string name = m_tokens.take().text;
            m_tokens.take();
            of.keywords.push_back({std::move(name), expression()});
            of.depth = std::max(of.depth, of.keywords.back().value->depth + 1);
        } else {
            if (!of.keywords.empty())
                m_tokens.refuse("an argument with a name is expected");
            of.parts.push_back(expression());
            of.depth = std::max(of.depth, of.parts.back()->depth + 1);
        }
        if (!m_tokens.takeSign(","))
            break;
    }
    m_tokens.expectSign(")");
    checkDepth(of.depth, of.line);
}

ExpressionPtr ExpressionParser::call(ExpressionPtr of)
{
    const int line = m_tokens.line();
    if (of->kind == Expression::Kind::Attribute && !isKnownMethod(of->name))
        throw Problem("the method " + of->name + " is not supported.", line);
    ExpressionPtr made = make(Expression::Kind::Call, line, alone(std::move(of)));
    arguments(*made);
    return made;
}

ExpressionPtr ExpressionParser::filter(ExpressionPtr of)
{
    const int line = m_tokens.take().line;
    const std::string name = m_tokens.expectName("the name of a filter");
    if (!isKnownFilter(name) || m_tokens.isSign("."))
        throw Problem("the filter " + name + " is not supported.", line);
    ExpressionPtr made = make(Expression::Kind::Filter, line, alone(std::move(of)));
    made->name = name;
    if (m_tokens.isSign("("))
        arguments(*made);
    return made;
}

ExpressionPtr ExpressionParser::test(ExpressionPtr of)
{
    const int line = m_tokens.take().line;
    const bool isNegated = m_tokens.takeName("not");
    const std::string name = m_tokens.expectName("the name of a test");
    if (!isKnownTest(name) || m_tokens.isSign("."))
        throw Problem("the test " + name + " is not supported.", line);
    ExpressionPtr made = make(Expression::Kind::Test, line, alone(std::move(of)));
    made->name = name;
    const bool hasValue = m_tokens.is(Token::Kind::String) || m_tokens.is(Token::Kind::Integer)
        || m_tokens.is(Token::Kind::Float) || m_tokens.isSign("[") || m_tokens.isSign("{")
        || (m_tokens.is(Token::Kind::Name) && !m_tokens.isName("else") && !m_tokens.isName("or")
            && !m_tokens.isName("and"));
    if (m_tokens.isSign("(")) {
        arguments(*made);
    } else if (hasValue) {
        if (m_tokens.isName("is"))
            m_tokens.refuse("tests cannot follow each other");
        made->parts.push_back(postfix(primary()));
        made->depth = std::max(made->depth, made->parts.back()->depth + 1);
    }
    checkDepth(made->depth, line);
    return isNegated ? make(Expression::Kind::Not, line, alone(std::move(made))) : std::move(made);
}

} // namespace motley::jinja
