#pragma once

#include "engine/data/chat/template/syntax.h"
#include "engine/data/chat/template/tokenstream.h"

#include <vector>

namespace motley::jinja {

// Reads expressions with jinja2's precedences. A Problem names the construct that is not supported, and its line.
class ExpressionParser {
public:
    explicit ExpressionParser(TokenStream &tokens) : m_tokens(tokens) { }

    ExpressionPtr expression(); // with conditions: a if b else c
    ExpressionPtr tuple(); // of several expressions; one alone is itself
    ExpressionPtr tupleWithoutConditions();
    Target target(); // of an assignment

private:
    enum class Conditions { Allowed, Left };
    class Deeper;

    static void checkDepth(int depth, int line);
    static std::vector<ExpressionPtr> alone(ExpressionPtr part);
    static std::vector<ExpressionPtr> both(ExpressionPtr left, ExpressionPtr right);

    ExpressionPtr make(Expression::Kind kind, int line, std::vector<ExpressionPtr> parts = {}) const;
    ExpressionPtr tuple(Conditions conditions, bool mayBeEmpty = false);
    ExpressionPtr disjunction();
    ExpressionPtr conjunction();
    ExpressionPtr negation();
    ExpressionPtr comparison();
    ExpressionPtr sum();
    ExpressionPtr concatenation();
    ExpressionPtr product();
    ExpressionPtr unary(bool withFilters);
    ExpressionPtr primary();
    ExpressionPtr constant(const Token &token, Value value) const;
    ExpressionPtr named(const Token &token) const;
    ExpressionPtr list();
    ExpressionPtr mapping();
    ExpressionPtr postfix(ExpressionPtr of);
    ExpressionPtr filtered(ExpressionPtr of);
    ExpressionPtr attribute(ExpressionPtr of);
    ExpressionPtr item(ExpressionPtr of);
    ExpressionPtr slice(ExpressionPtr of, ExpressionPtr begin);
    ExpressionPtr call(ExpressionPtr of);
    ExpressionPtr filter(ExpressionPtr of);
    ExpressionPtr test(ExpressionPtr of);
    void arguments(Expression &of);

    TokenStream &m_tokens;
    int m_open = 0; // expressions that are being read inside each other
};

} // namespace motley::jinja
