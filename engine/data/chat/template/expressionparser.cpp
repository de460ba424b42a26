#include "engine/data/chat/template/expressionparser.h"

#include <algorithm>

namespace motley::jinja {

namespace {

constexpr int deepestExpression = 300; // published templates have up to 20

} // namespace

void ExpressionParser::checkDepth(int depth, int line)
{
    if (depth > deepestExpression)
        throw Problem("expressions are nested deeper than " + std::to_string(deepestExpression) + " levels.", line);
}

std::vector<ExpressionPtr> ExpressionParser::both(ExpressionPtr left, ExpressionPtr right)
{
    std::vector<ExpressionPtr> parts = alone(std::move(left));
    parts.push_back(std::move(right));
    return parts;
}

std::vector<ExpressionPtr> ExpressionParser::alone(ExpressionPtr part)
{
    std::vector<ExpressionPtr> parts;
    parts.push_back(std::move(part));
    return parts;
}

class ExpressionParser::Deeper {
public:
    Deeper(int &open, int line) : m_open(open) { checkDepth(++m_open, line); }
    ~Deeper() { --m_open; }
    Deeper(const Deeper &) = delete;
    Deeper &operator=(const Deeper &) = delete;

private:
    int &m_open;
};

ExpressionPtr ExpressionParser::make(Expression::Kind kind, int line, std::vector<ExpressionPtr> parts) const
{
    auto made = std::make_unique<Expression>();
    made->kind = kind;
    made->line = line;
    for (const ExpressionPtr &part : parts)
        made->depth = std::max(made->depth, part ? part->depth + 1 : 1);
    checkDepth(made->depth, line);
    made->parts = std::move(parts);
    return made;
}

ExpressionPtr ExpressionParser::tuple()
{
    return tuple(Conditions::Allowed);
}

ExpressionPtr ExpressionParser::tupleWithoutConditions()
{
    return tuple(Conditions::Left);
}

ExpressionPtr ExpressionParser::tuple(Conditions conditions, bool mayBeEmpty)
{
    const int line = m_tokens.line();
    std::vector<ExpressionPtr> items;
    bool isTuple = false;
    const auto ends = [this] {
        return m_tokens.is(Token::Kind::VariableEnd) || m_tokens.is(Token::Kind::BlockEnd) || m_tokens.isSign(")");
    };
    while (!ends()) {
        items.push_back(conditions == Conditions::Allowed ? expression() : disjunction());
        if (!m_tokens.takeSign(","))
            break;
        isTuple = true;
    }
    if (!isTuple && items.size() == 1)
        return std::move(items.front());
    if (!isTuple && !mayBeEmpty)
        m_tokens.refuse("an expression is expected");
    return make(Expression::Kind::Tuple, line, std::move(items));
}

Target ExpressionParser::target()
{
    Target result;
    const bool inBrackets = m_tokens.takeSign("(");
    do {
        if (!result.names.empty() && !m_tokens.is(Token::Kind::Name))
            break; // a comma at the end
        const std::string name = m_tokens.expectName("a name");
        if (name == "true" || name == "false" || name == "none" || name == "True" || name == "False" || name == "None")
            m_tokens.refuse("a value is assigned to " + name + ", which is not possible,");
        result.names.push_back({name, m_tokens.takeSign(".") ? m_tokens.expectName("a name") : ""});
        if (result.names.back().attribute.rfind('_', 0) == 0)
            m_tokens.refuse("an attribute of a namespace that begins with _ is not supported,");
        result.isTuple = result.isTuple || m_tokens.isSign(",");
    } while (m_tokens.takeSign(","));
    if (inBrackets)
        m_tokens.expectSign(")");
    return result;
}

ExpressionPtr ExpressionParser::expression()
{
    const Deeper deeper(m_open, m_tokens.line());
    ExpressionPtr value = disjunction();
    while (m_tokens.isName("if")) {
        const int line = m_tokens.take().line;
        ExpressionPtr condition = disjunction();
        auto parts = both(std::move(condition), std::move(value));
        parts.push_back(m_tokens.takeName("else") ? expression() : nullptr);
        value = make(Expression::Kind::Conditional, line, std::move(parts));
    }
    return value;
}

ExpressionPtr ExpressionParser::disjunction()
{
    const Deeper deeper(m_open, m_tokens.line());
    ExpressionPtr left = conjunction();
    while (m_tokens.isName("or")) {
        const int line = m_tokens.take().line;
        left = make(Expression::Kind::Or, line, both(std::move(left), conjunction()));
    }
    return left;
}

ExpressionPtr ExpressionParser::conjunction()
{
    ExpressionPtr left = negation();
    while (m_tokens.isName("and")) {
        const int line = m_tokens.take().line;
        left = make(Expression::Kind::And, line, both(std::move(left), negation()));
    }
    return left;
}

ExpressionPtr ExpressionParser::negation()
{
    if (!m_tokens.isName("not"))
        return comparison();
    const Deeper deeper(m_open, m_tokens.line());
    const int line = m_tokens.take().line;
    return make(Expression::Kind::Not, line, alone(negation()));
}

ExpressionPtr ExpressionParser::comparison()
{
    static constexpr std::string_view signs[] = {"==", "!=", "<", "<=", ">", ">="};
    const int line = m_tokens.line();
    auto parts = alone(sum());
    std::vector<std::string> found;
    while (true) {
        const bool isSign = m_tokens.is(Token::Kind::Sign)
            && std::find(std::begin(signs), std::end(signs), m_tokens.now().text) != std::end(signs);
        if (isSign || m_tokens.isName("in"))
            found.push_back(m_tokens.take().text);
        else if (m_tokens.isName("not") && m_tokens.after().kind == Token::Kind::Name
            && m_tokens.after().text == "in") {
            m_tokens.take();
            m_tokens.take();
            found.emplace_back("not in");
        } else
            break;
        parts.push_back(sum());
    }
    if (found.empty())
        return std::move(parts.front());
    ExpressionPtr made = make(Expression::Kind::Compare, line, std::move(parts));
    made->signs = std::move(found);
    return made;
}

ExpressionPtr ExpressionParser::sum()
{
    ExpressionPtr left = concatenation();
    while (m_tokens.isSign("+") || m_tokens.isSign("-")) {
        const Token sign = m_tokens.take();
        left = make(Expression::Kind::Arithmetic, sign.line, both(std::move(left), concatenation()));
        left->name = sign.text;
    }
    return left;
}

ExpressionPtr ExpressionParser::concatenation()
{
    const int line = m_tokens.line();
    auto parts = alone(product());
    while (m_tokens.takeSign("~"))
        parts.push_back(product());
    return parts.size() == 1 ? std::move(parts.front()) : make(Expression::Kind::Concat, line, std::move(parts));
}

ExpressionPtr ExpressionParser::product()
{
    ExpressionPtr left = unary(true);
    if (m_tokens.isSign("**"))
        throw Problem("the operator ** is not supported.", m_tokens.line());
    while (m_tokens.isSign("*") || m_tokens.isSign("/") || m_tokens.isSign("//") || m_tokens.isSign("%")) {
        const Token sign = m_tokens.take();
        left = make(Expression::Kind::Arithmetic, sign.line, both(std::move(left), unary(true)));
        left->name = sign.text;
    }
    return left;
}

ExpressionPtr ExpressionParser::unary(bool withFilters)
{
    const Deeper deeper(m_open, m_tokens.line());
    ExpressionPtr value;
    if (m_tokens.isSign("-") || m_tokens.isSign("+")) {
        const Token sign = m_tokens.take();
        value = make(Expression::Kind::Sign, sign.line, alone(unary(false)));
        value->name = sign.text;
    } else {
        value = primary();
    }
    value = postfix(std::move(value));
    return withFilters ? filtered(std::move(value)) : std::move(value);
}

} // namespace motley::jinja
