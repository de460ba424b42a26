#include "engine/data/chat/template/parser.h"

#include "engine/data/chat/template/expressionparser.h"

#include <algorithm>
#include <initializer_list>

namespace motley::jinja {

namespace {

constexpr int deepestStatement = 100; // published templates have up to 12

class TemplateParser {
public:
    explicit TemplateParser(std::string_view source) : m_tokens(tokensOf(source)), m_expressions(m_tokens) { }

    Body run() { return body({}); }

private:
    using Names = std::initializer_list<std::string_view>;

    // Statements until the tag with one of the names, which is taken up to its name; without names until the end.
    Body body(Names ends)
    {
        if (++m_depth > deepestStatement)
            throw Problem(
                "statements are nested deeper than " + std::to_string(deepestStatement) + " levels.", m_tokens.line());
        Body statements;
        while (!m_tokens.is(Token::Kind::End)) {
            if (m_tokens.is(Token::Kind::Data)) {
                statements.push_back(data(m_tokens.take()));
            } else if (m_tokens.is(Token::Kind::VariableBegin)) {
                statements.push_back(output());
            } else {
                m_tokens.take();
                if (std::any_of(
                        ends.begin(), ends.end(), [&](std::string_view name) { return m_tokens.isName(name); })) {
                    --m_depth;
                    return statements;
                }
                statements.push_back(statement());
                m_tokens.expect(Token::Kind::BlockEnd, "the end of the tag");
            }
        }
        if (ends.size() > 0)
            m_tokens.refuse("the tag " + std::string(*(ends.end() - 1)) + " is expected");
        --m_depth;
        return statements;
    }

    Body bodyAfterTag(Names ends)
    {
        m_tokens.takeSign(":");
        m_tokens.expect(Token::Kind::BlockEnd, "the end of the tag");
        return body(ends);
    }

    Body wholeBody(std::string_view end)
    {
        Body inside = bodyAfterTag({end});
        m_tokens.take();
        return inside;
    }

    static Statement data(Token token)
    {
        Statement made{Statement::Kind::Output, token.line};
        made.expressions.push_back(std::make_unique<Expression>());
        made.expressions.back()->line = token.line;
        made.expressions.back()->constant = textValue(Text(token.text, 0));
        return made;
    }

    Statement output()
    {
        Statement made{Statement::Kind::Output, m_tokens.take().line};
        made.expressions.push_back(m_expressions.tuple());
        m_tokens.expect(Token::Kind::VariableEnd, "the end of the tag");
        return made;
    }

    Statement statement()
    {
        const Token tag = m_tokens.now();
        const std::string name = m_tokens.expectName("the name of a tag");
        if (name == "if")
            return ifStatement(tag.line);
        if (name == "for")
            return forStatement(tag.line);
        if (name == "set")
            return setStatement(tag.line);
        if (name == "macro")
            return macro(tag.line);
        if (name == "generation")
            return generation(tag.line);
        if (name == "break" || name == "continue") {
            if (m_loops == 0)
                throw Problem("the tag " + name + " is outside of a loop.", tag.line);
            return {name == "break" ? Statement::Kind::Break : Statement::Kind::Continue, tag.line};
        }
        throw Problem("the tag " + name + " is not supported.", tag.line);
    }

    Statement ifStatement(int line)
    {
        Statement made{Statement::Kind::If, line};
        while (true) {
            made.expressions.push_back(m_expressions.tupleWithoutConditions());
            made.bodies.push_back(bodyAfterTag({"elif", "else", "endif"}));
            const std::string end = m_tokens.take().text;
            if (end == "else")
                made.bodies.push_back(wholeBody("endif"));
            if (end != "elif")
                return made;
        }
    }

    Statement forStatement(int line)
    {
        Statement made{Statement::Kind::For, line};
        made.target = m_expressions.target();
        const auto hasAttribute = [](const Target::Name &name) { return !name.attribute.empty(); };
        if (std::any_of(made.target.names.begin(), made.target.names.end(), hasAttribute))
            throw Problem("a loop over an attribute is not supported.", line);
        if (!m_tokens.takeName("in"))
            m_tokens.refuse("in is expected");
        made.expressions.push_back(m_expressions.tupleWithoutConditions());
        if (m_tokens.takeName("if"))
            made.expressions.push_back(m_expressions.expression());
        if (m_tokens.isName("recursive"))
            throw Problem("recursive loops are not supported.", line);
        ++m_loops;
        made.bodies.push_back(bodyAfterTag({"else", "endfor"}));
        --m_loops;
        if (m_tokens.take().text == "else")
            made.bodies.push_back(wholeBody("endfor"));
        return made;
    }

    Statement setStatement(int line)
    {
        Statement made{Statement::Kind::Set, line};
        made.target = m_expressions.target();
        if (m_tokens.takeSign("=")) {
            made.expressions.push_back(m_expressions.tuple());
            return made;
        }
        if (m_tokens.isSign("|"))
            throw Problem("a filter of a set block is not supported.", line);
        made.kind = Statement::Kind::SetBlock;
        made.bodies.push_back(innerBody("endset"));
        return made;
    }

    // What cannot be left by break and continue.
    Body innerBody(std::string_view end)
    {
        const int loops = std::exchange(m_loops, 0);
        ++m_inner;
        Body inside = wholeBody(end);
        --m_inner;
        m_loops = loops;
        return inside;
    }

    Statement macro(int line)
    {
        if (m_loops > 0 || m_inner > 0)
            throw Problem("a macro inside of a loop or of another block is not supported.", line);
        Statement made{Statement::Kind::Macro, line};
        made.name = m_tokens.expectName("the name of a macro");
        m_tokens.expectSign("(");
        while (!m_tokens.isSign(")")) {
            made.parameters.push_back({m_tokens.expectName("the name of an argument"), nullptr});
            if (m_tokens.takeSign("="))
                made.parameters.back().standard = m_expressions.expression();
            else if (made.parameters.size() > 1 && made.parameters[made.parameters.size() - 2].standard)
                m_tokens.refuse("a default is expected");
            if (!m_tokens.takeSign(","))
                break;
        }
        m_tokens.expectSign(")");
        made.bodies.push_back(innerBody("endmacro"));
        return made;
    }

    Statement generation(int line)
    {
        if (m_inner > 0)
            throw Problem("generation inside of a macro or of another block is not supported.", line);
        Statement made{Statement::Kind::Generation, line};
        made.bodies.push_back(innerBody("endgeneration"));
        return made;
    }

    TokenStream m_tokens;
    ExpressionParser m_expressions;
    int m_depth = 0; // of bodies inside each other
    int m_loops = 0; // around, within the innermost block
    int m_inner = 0; // macros and blocks around
};

} // namespace

Body parseTemplate(std::string_view source)
{
    return TemplateParser(source).run();
}

} // namespace motley::jinja
