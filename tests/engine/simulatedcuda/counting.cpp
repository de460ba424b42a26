#include "counting.h"

#include "simulatedcuda.h"

#include <ATen/ExpandUtils.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/empty_strided.h>

#include <algorithm>
#include <atomic>

namespace simulated {

namespace {

constexpr std::int64_t mostComputed
    = 1 << 19; // bytes of a launch: as many as the labels of 32,768 tokens and their copy

std::atomic<bool> countsOnly{false};

std::vector<at::Tensor> tensorsOf(const c10::IValue &value)
{
    if (value.isTensor())
        return {value.toTensor()};
    return value.isTensorList() ? value.toTensorVector() : std::vector<at::Tensor>();
}

std::int64_t bytesOf(const c10::IValue &value)
{
    std::int64_t bytes = 0;
    for (const at::Tensor &tensor : tensorsOf(value))
        bytes += tensor.defined() ? std::int64_t(tensor.nbytes()) : 0;
    return bytes;
}

at::Tensor withoutMemory(const at::Tensor &tensor)
{
    if (!tensor.defined())
        return tensor;
    const at::Tensor meta = at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kMeta));
    if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
        meta.unsafeGetTensorImpl()->set_wrapped_number(true);
    return meta;
}

c10::IValue withoutMemory(const c10::IValue &value)
{
    if (value.isDevice())
        return c10::Device(at::kMeta);
    if (value.isTensor())
        return withoutMemory(value.toTensor());
    if (!value.isTensorList())
        return value;
    c10::List<at::Tensor> list;
    for (const at::Tensor &tensor : value.toTensorVector())
        list.push_back(withoutMemory(tensor));
    return list;
}

// The library has no kernels without numbers for these.
at::Tensor joined(const at::Tensor &a, const at::Tensor &b) // by logic
{
    return at::empty(at::infer_size(a.sizes(), b.sizes()), at::TensorOptions(at::kMeta).dtype(at::kBool));
}
at::Tensor selected(const at::Tensor &from, std::int64_t dim, const at::Tensor &places)
{
    std::vector<std::int64_t> sizes = from.sizes().vec();
    sizes.at(std::size_t(dim < 0 ? dim + from.dim() : dim)) = places.numel();
    return at::empty(sizes, from.options().device(at::kMeta));
}

// The results of the operator in sizes alone; empty: not known.
std::vector<c10::IValue> sizedResults(const c10::OperatorHandle &op, const std::vector<c10::IValue> &arguments)
{
    const std::string &name = op.schema().name();
    if (name == "aten::logical_and" || name == "aten::logical_or")
        return {joined(arguments[0].toTensor(), arguments[1].toTensor())};
    if (name == "aten::index_select")
        return {selected(arguments[0].toTensor(), arguments[1].toInt(), arguments[2].toTensor())};
    torch::jit::Stack stack;
    for (const c10::IValue &argument : arguments)
        stack.push_back(withoutMemory(argument));
    try {
        op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::Meta), &stack);
    } catch (const c10::NotImplementedError &) {
        return {};
    }
    return {stack.begin(), stack.end()};
}

bool isWritten(const c10::Argument &argument)
{
    return argument.alias_info() && argument.alias_info()->isWrite();
}

std::vector<c10::IValue> writtenAmong(const c10::FunctionSchema &schema, const std::vector<c10::IValue> &arguments)
{
    std::vector<c10::IValue> written;
    for (std::size_t i = 0; i < arguments.size() && written.size() < schema.returns().size(); ++i)
        if (isWritten(schema.arguments()[i]))
            written.push_back(arguments[i]);
    return written;
}

// Whether it gives a tensor that it writes to the size of its result.
bool takesSizes(const c10::FunctionSchema &schema, const std::vector<c10::IValue> &arguments)
{
    for (std::size_t i = 0; i < arguments.size(); ++i)
        if (schema.arguments()[i].is_out() && bytesOf(arguments[i]) == 0)
            return true;
    return false;
}

} // namespace

void countOnly(bool wanted)
{
    countsOnly = wanted;
}

bool onlyCounts()
{
    return countsOnly;
}

bool isComputed(std::int64_t bytes)
{
    return !countsOnly || bytes <= mostComputed;
}

bool resultsOfSize(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    const c10::FunctionSchema &schema = op.schema();
    const auto begin = stack->end() - std::ptrdiff_t(schema.arguments().size());
    const std::vector<c10::IValue> arguments(begin, stack->end());
    const auto &returned = schema.returns();
    if (std::any_of(returned.begin(), returned.end(),
            [](const c10::Argument &result) { return result.alias_info() && !isWritten(result); }))
        return false; // a view touches no numbers
    std::int64_t bytes = 0;
    for (const c10::IValue &argument : arguments)
        bytes += bytesOf(argument);
    const bool writes = std::all_of(returned.begin(), returned.end(), isWritten);
    std::vector<c10::IValue> results = writes ? writtenAmong(schema, arguments) : std::vector<c10::IValue>();
    if (!writes || takesSizes(schema, arguments)) {
        const std::vector<c10::IValue> sized = sizedResults(op, arguments);
        TORCH_CHECK(isComputed(bytes) || !sized.empty(), schema.name(),
            " cannot be counted without computing: nothing says how large its results are.");
        for (const c10::IValue &result : sized)
            bytes += bytesOf(result);
        if (isComputed(bytes))
            return false;
        for (std::size_t i = 0; i < results.size(); ++i)
            results[i].toTensor().resize_(sized[i].toTensor().sizes());
        if (!writes)
            results = sized;
    }
    if (isComputed(bytes))
        return false;
    stack->erase(begin, stack->end());
    stack->insert(stack->end(), results.begin(), results.end());
    return true;
}

} // namespace simulated
