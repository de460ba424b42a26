#include "engine/tensorfiles/picklemachine.h"

#include <algorithm>
#include <array>
#include <utility>

namespace motley {

namespace {

constexpr std::size_t mostItems = std::size_t(1) << 23; // of all lists and dicts together
constexpr std::size_t mostTensorArguments = 8;

constexpr std::array<std::string_view, 6> allowedGlobals{
    "collections OrderedDict",
    "torch._utils _rebuild_tensor",
    "torch._utils _rebuild_tensor_v2",
    "torch._utils _rebuild_parameter",
    "torch Size",
    "argparse Namespace",
};

bool isStorage(std::string_view name)
{
    constexpr std::string_view front = "torch ";
    constexpr std::string_view back = "Storage";
    return name.size() > front.size() + back.size() && name.substr(0, front.size()) == front
        && name.substr(name.size() - back.size()) == back && name.find('.') == std::string_view::npos;
}

// Only these objects are made: a name is looked up here or in isStorage(), and never imported.
bool isAllowed(std::string_view name)
{
    return std::find(allowedGlobals.begin(), allowedGlobals.end(), name) != allowedGlobals.end() || isStorage(name);
}

std::string printable(std::string_view text)
{
    std::string shown(text.substr(0, 80));
    std::replace_if(
        shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return shown;
}

} // namespace

void PickleMachine::push(PickleValue value)
{
    claim(value.items.size());
    if (!m_refusal.empty())
        return;
    m_stack.push_back(std::uint32_t(m_pickle.values.size()));
    m_pickle.values.push_back(std::move(value));
}

void PickleMachine::pushText(std::size_t lengthBytes, Kind kind)
{
    const auto text = m_cursor.read(number(lengthBytes));
    text ? push({kind, 0, *text, {}}) : refuse("it ends too early");
}

// Numbers beyond 64 bits, such as the legacy format's magic one, are no sizes: opaque.
void PickleMachine::pushLong(std::size_t lengthBytes)
{
    const auto digits = m_cursor.read(number(lengthBytes));
    if (!digits)
        return refuse("it ends too early");
    if (digits->size() > sizeof(std::int64_t))
        return push({});
    const bool negative = !digits->empty() && std::uint8_t(digits->back()) >= 0x80;
    std::uint64_t value = negative ? ~std::uint64_t(0) : 0;
    for (auto digit = digits->rbegin(); digit != digits->rend(); ++digit)
        value = value << 8 | std::uint8_t(*digit);
    push({Kind::Integer, std::int64_t(value), {}, {}});
}

void PickleMachine::pushGlobal(std::string_view module, std::string_view name)
{
    std::string whole = std::string(module.substr(0, 256)) + " " + std::string(name.substr(0, 256));
    if (!isAllowed(whole))
        return refuse("it asks for " + printable(module) + "." + printable(name)
            + ", which is not a part of a tensor; save the tensors alone (a state_dict), or as safetensors");
    const auto known = std::find(allowedGlobals.begin(), allowedGlobals.end(), whole);
    // A storage is known by its last word, which is in the pickle's own bytes.
    push({Kind::Global, 0, known != allowedGlobals.end() ? *known : name, {}});
}

std::uint32_t PickleMachine::pop()
{
    if (m_stack.empty() || (!m_marks.empty() && m_stack.size() <= m_marks.back())) {
        refuse("it takes a value that is not there");
        return 0;
    }
    const std::uint32_t value = m_stack.back();
    m_stack.pop_back();
    return value;
}

std::vector<std::uint32_t> PickleMachine::popMarked()
{
    if (m_marks.empty()) {
        refuse("it takes values down to a mark that is not there");
        return {};
    }
    const auto first = m_stack.begin() + std::ptrdiff_t(m_marks.back());
    m_marks.pop_back();
    std::vector<std::uint32_t> values(first, m_stack.end());
    m_stack.erase(first, m_stack.end());
    return values;
}

PickleValue *PickleMachine::top(Kind kind)
{
    const bool there = !m_stack.empty() && m_pickle[m_stack.back()].kind == kind;
    if (!there)
        refuse("it adds to something that holds no values");
    return there ? &m_pickle.values[m_stack.back()] : nullptr;
}

void PickleMachine::extend(Kind kind, const std::vector<std::uint32_t> &items)
{
    claim(items.size());
    if (!m_refusal.empty())
        return;
    PickleValue *collection = top(kind);
    if (!collection)
        return;
    if (kind == Kind::Dict && items.size() % 2 != 0)
        return refuse("a dict has a key without a value");
    collection->items.insert(collection->items.end(), items.begin(), items.end());
}

void PickleMachine::collect(std::size_t count)
{
    std::vector<std::uint32_t> items(count);
    for (auto item = items.rbegin(); item != items.rend(); ++item)
        *item = pop();
    push({Kind::List, 0, {}, std::move(items)});
}

void PickleMachine::putMemo(std::uint64_t slot)
{
    if (m_stack.empty())
        return refuse("it remembers a value that is not there");
    m_memo[slot] = m_stack.back();
}

void PickleMachine::getMemo(std::uint64_t slot)
{
    const auto found = m_memo.find(slot);
    if (found == m_memo.end())
        return refuse("it recalls a value that it never made");
    if (m_refusal.empty())
        m_stack.push_back(found->second);
}

void PickleMachine::call()
{
    const std::uint32_t arguments = pop();
    const std::uint32_t function = pop();
    if (!m_refusal.empty())
        return;
    const PickleValue &given = m_pickle[arguments];
    const std::string_view name = m_pickle[function].text;
    if (m_pickle[function].kind != Kind::Global || given.kind != Kind::List)
        return refuse("it calls something that is not a function");
    const bool isTensor = name == "torch._utils _rebuild_tensor" || name == "torch._utils _rebuild_tensor_v2";
    if (isTensor && given.items.size() <= mostTensorArguments)
        return push({Kind::Tensor, 0, {}, given.items});
    if (name == "argparse Namespace")
        return push({Kind::Namespace, 0, {}, {}});
    if (name == "collections OrderedDict")
        return push(dictFrom(given));
    const bool wraps = name == "torch._utils _rebuild_parameter" || name == "torch Size";
    if (!wraps || given.items.empty())
        return refuse("it calls " + printable(name) + " in a way that torch does not");
    m_stack.push_back(given.items[0]); // a Parameter becomes its tensor, a Size its tuple
}

// OrderedDict() or, from Python 2, OrderedDict([[key, value], ...]).
PickleValue PickleMachine::dictFrom(const PickleValue &arguments)
{
    PickleValue dict{Kind::Dict, 0, {}, {}};
    if (arguments.items.empty())
        return dict;
    for (const std::uint32_t item : m_pickle[arguments.items[0]].items) {
        const PickleValue &pair = m_pickle[item];
        if (pair.kind != Kind::List || pair.items.size() != 2) {
            refuse("a dict is made of something else than keys and values");
            break;
        }
        claim(pair.items.size());
        if (!m_refusal.empty())
            break;
        dict.items.insert(dict.items.end(), pair.items.begin(), pair.items.end());
    }
    return dict;
}

// Short instructions can copy long lists again and again, so the total size of all lists is bounded.
void PickleMachine::claim(std::size_t items)
{
    m_items += items;
    if (m_items > mostItems)
        refuse("its lists and dicts hold more than 8 million values");
}

std::uint64_t PickleMachine::number(std::size_t bytes)
{
    const auto value = m_cursor.number(bytes);
    if (!value)
        refuse("it ends too early");
    return value.value_or(0);
}

void PickleMachine::refuse(std::string why)
{
    if (m_refusal.empty())
        m_refusal = std::move(why);
}

} // namespace motley
