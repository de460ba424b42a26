#pragma once

#include "engine/data/chat/template/context.h"
#include "engine/data/chat/template/loop.h"
#include "engine/data/chat/template/operations.h"
#include "engine/data/chat/template/syntax.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace motley::jinja {

// Carries a template out, once. Names are looked for as jinja2 does: an if has none of its own; each turn of a loop, a
// macro and a block have, and see those around where they are written.
class Renderer {
public:
    Renderer(Context &context, std::time_t now) : m_context(context), m_now(now) { }

    void define(std::string name, Value value) { m_given.emplace_back(std::move(name), std::move(value)); }
    void run(const Body &body);

    const Text &text() const { return m_text; }
    const std::vector<std::pair<std::size_t, std::size_t>> &generated() const { return m_generated; }
    int line() const { return m_line; } // that is being carried out

private:
    struct Scope {
        Scope *around = nullptr;
        std::vector<std::pair<std::string_view, Value>> names{};
    };
    enum class Flow { On, Break, Continue };
    class Deeper;

    Flow execute(const Body &body);
    Flow execute(const Statement &statement);
    void print(const Statement &statement);
    Flow choose(const Statement &statement);
    Flow repeat(const Statement &statement);
    void set(const Statement &statement);
    void setBlock(const Statement &statement);
    void generate(const Statement &statement);
    void assign(const Target &target, const Value &value);
    void assign(const Target::Name &name, const Value &value);
    void bind(std::string_view name, Value value); // in the innermost scope
    const Value *bound(std::string_view name) const;

    Value evaluate(const Expression &expression);
    Value evaluateNested(const Expression &expression);
    Value lookUp(const std::string &name) const;
    Value sequence(const Expression &expression, Sequence::Kind kind);
    Value mapping(const Expression &expression);
    Value slice(const Expression &expression);
    Value compare(const Expression &expression);
    Value concatenate(const Expression &expression);
    Value conditional(const Expression &expression);
    Value call(const Expression &expression);
    Value callMacro(const Statement &macro, Arguments arguments);
    Value makeNamespace(const Arguments &arguments);
    Arguments arguments(const Expression &expression);

    Context &m_context;
    std::time_t m_now;
    std::vector<std::pair<std::string, Value>> m_given;
    Scope m_root;
    Scope *m_scope = &m_root;
    Text m_text;
    Text *m_out = &m_text;
    std::vector<std::pair<std::size_t, std::size_t>> m_generated;
    std::vector<std::unique_ptr<Namespace>> m_namespaces; // which may hold each other
    int m_line = 1;
    int m_depth = 0; // of statements and expressions that are being carried out inside each other
};

} // namespace motley::jinja
