#include "engine/data/chat/template/renderer.h"

namespace motley::jinja {

namespace {

constexpr int deepest = 1200; // published templates reach 100 with the schemas of tools
constexpr std::size_t longestOutput = 32 << 20; // bytes

} // namespace

class Renderer::Deeper {
public:
    Deeper(Renderer &renderer, int line) : m_depth(renderer.m_depth)
    {
        renderer.m_line = line;
        renderer.m_context.meter.takeSteps(1);
        if (++m_depth > deepest)
            throw Problem("macros and expressions are nested deeper than " + std::to_string(deepest) + " levels.");
    }
    ~Deeper() { --m_depth; }
    Deeper(const Deeper &) = delete;
    Deeper &operator=(const Deeper &) = delete;

private:
    int &m_depth;
};

void Renderer::run(const Body &body)
{
    execute(body);
}

Renderer::Flow Renderer::execute(const Body &body)
{
    for (const Statement &statement : body)
        if (const Flow flow = execute(statement); flow != Flow::On)
            return flow;
    return Flow::On;
}

Renderer::Flow Renderer::execute(const Statement &statement)
{
    const Deeper deeper(*this, statement.line);
    switch (statement.kind) {
    case Statement::Kind::Output:
        print(statement);
        break;
    case Statement::Kind::If:
        return choose(statement);
    case Statement::Kind::For:
        return repeat(statement);
    case Statement::Kind::Set:
        set(statement);
        break;
    case Statement::Kind::SetBlock:
        setBlock(statement);
        break;
    case Statement::Kind::Macro:
        bind(statement.name, {&statement});
        break;
    case Statement::Kind::Generation:
        generate(statement);
        break;
    case Statement::Kind::Break:
        return Flow::Break;
    case Statement::Kind::Continue:
        return Flow::Continue;
    }
    return Flow::On;
}

void Renderer::print(const Statement &statement)
{
    for (const ExpressionPtr &expression : statement.expressions) {
        const Text text = m_context.textOf(evaluate(*expression));
        m_context.meter.takeBytes(text.size());
        if (m_out->size() + text.size() > longestOutput)
            throw Problem("it writes more than " + std::to_string(longestOutput >> 20) + " MiB.");
        m_out->append(text);
    }
}

Renderer::Flow Renderer::choose(const Statement &statement)
{
    for (std::size_t i = 0; i < statement.expressions.size(); ++i)
        if (isTrue(evaluate(*statement.expressions[i])))
            return execute(statement.bodies[i]);
    return statement.bodies.size() > statement.expressions.size() ? execute(statement.bodies.back()) : Flow::On;
}

Renderer::Flow Renderer::repeat(const Statement &statement)
{
    Loop loop;
    loop.items = itemsOf(m_context, evaluate(*statement.expressions[0]));
    Scope *const around = m_scope;
    if (statement.expressions.size() > 1)
        loop.isWanted = [this, around, &statement](const Value &item) {
            Scope inner{around};
            Scope *const before = std::exchange(m_scope, &inner);
            assign(statement.target, item);
            const bool wanted = isTrue(evaluate(*statement.expressions[1]));
            m_scope = before;
            return wanted;
        };
    while (loop.advance()) {
        Scope inner{around};
        m_scope = &inner;
        bind("loop", {&loop});
        assign(statement.target, loop.current());
        const Flow flow = execute(statement.bodies[0]);
        m_scope = around;
        if (flow == Flow::Break)
            return Flow::On;
    }
    if (loop.index() < 0 && statement.bodies.size() > 1) {
        Scope inner{around};
        m_scope = &inner;
        const Flow flow = execute(statement.bodies[1]);
        m_scope = around;
        return flow;
    }
    return Flow::On;
}

void Renderer::set(const Statement &statement)
{
    assign(statement.target, evaluate(*statement.expressions[0]));
}

void Renderer::setBlock(const Statement &statement)
{
    Text text;
    Text *const out = std::exchange(m_out, &text);
    Scope inner{m_scope};
    m_scope = &inner;
    execute(statement.bodies[0]);
    m_scope = inner.around;
    m_out = out;
    assign(statement.target, m_context.made(std::move(text)));
}

void Renderer::generate(const Statement &statement)
{
    const std::size_t begin = m_text.size();
    Scope inner{m_scope};
    m_scope = &inner;
    execute(statement.bodies[0]);
    m_scope = inner.around;
    if (m_text.size() > begin)
        m_generated.emplace_back(begin, m_text.size());
}

void Renderer::assign(const Target &target, const Value &value)
{
    if (!target.isTuple)
        return assign(target.names.front(), value);
    const std::vector<Value> items = itemsOf(m_context, value);
    if (items.size() != target.names.size())
        throw Problem(std::to_string(items.size()) + " values are assigned to " + std::to_string(target.names.size())
            + " names.");
    for (std::size_t i = 0; i < items.size(); ++i)
        assign(target.names[i], items[i]);
}

void Renderer::assign(const Target::Name &name, const Value &value)
{
    if (name.attribute.empty())
        return bind(name.name, value);
    const Value space = lookUp(name.name);
    if (!space.as<Namespace *>())
        refuseType(space, "gets an attribute");
    (*space.as<Namespace *>())->attributes[name.attribute] = value;
}

void Renderer::bind(std::string_view name, Value value)
{
    for (auto &[known, old] : m_scope->names)
        if (known == name) {
            old = std::move(value);
            return;
        }
    m_context.meter.takeSteps(m_scope->names.size() / 16);
    m_scope->names.emplace_back(name, std::move(value));
}

const Value *Renderer::bound(std::string_view name) const
{
    for (const Scope *scope = m_scope; scope; scope = scope->around)
        for (const auto &[known, value] : scope->names)
            if (known == name)
                return &value;
    return nullptr;
}

Value Renderer::lookUp(const std::string &name) const
{
    if (const Value *found = bound(name))
        return *found;
    for (const auto &[known, value] : m_given)
        if (known == name)
            return value;
    static constexpr std::string_view functions[]
        = {"range", "namespace", "raise_exception", "strftime_now", "dict", "cycler", "joiner", "lipsum"};
    for (const std::string_view function : functions)
        if (function == name)
            return {Function{name}};
    return {Undefined{"'" + name + "' is undefined"}};
}

Value Renderer::callMacro(const Statement &macro, Arguments arguments)
{
    if (arguments.values.size() > macro.parameters.size())
        throw Problem("the macro " + macro.name + " takes " + std::to_string(macro.parameters.size()) + " arguments.");
    Text text;
    Scope inner{&m_root};
    std::size_t named = 0;
    std::vector<const Parameter *> missing;
    for (std::size_t i = 0; i < macro.parameters.size(); ++i) {
        const Parameter &parameter = macro.parameters[i];
        if (i < arguments.values.size()) {
            inner.names.emplace_back(parameter.name, std::move(arguments.values[i]));
            continue;
        }
        const auto &given = arguments.named;
        const auto found = std::find_if(
            given.begin(), given.end(), [&](const auto &argument) { return argument.first == parameter.name; });
        if (found != given.end())
            ++named;
        else
            missing.push_back(&parameter);
        inner.names.emplace_back(parameter.name,
            found != given.end() ? found->second
                                 : Value{Undefined{"parameter '" + parameter.name + "' was not provided"}});
    }
    if (named < arguments.named.size())
        throw Problem("the macro " + macro.name + " has no argument of the name that it is called with.");
    Scope *const before = std::exchange(m_scope, &inner);
    Text *const out = std::exchange(m_out, &text);
    for (const Parameter *parameter : missing)
        if (parameter->standard)
            bind(parameter->name, evaluate(*parameter->standard));
    execute(macro.bodies[0]);
    m_scope = before;
    m_out = out;
    return m_context.made(std::move(text));
}

} // namespace motley::jinja
