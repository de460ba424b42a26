#include "engine/bench/flopcounter.h"

#include <torch/types.h>

#include <algorithm>
#include <string_view>

namespace motley {

namespace {

std::atomic<double> counted{0};

double sizeOf(const c10::IValue &value, std::int64_t dimension)
{
    return double(value.toTensor().size(dimension));
}

bool areTensors(c10::ArrayRef<const c10::IValue> values, std::initializer_list<std::size_t> indices)
{
    return std::all_of(indices.begin(), indices.end(), [&](std::size_t index) {
        return index < values.size() && values[index].isTensor() && values[index].toTensor().defined();
    });
}

// The operations of a matrix product [.., m, k] x [.., k, n].
double product(const c10::IValue &left, const c10::IValue &right)
{
    return 2.0 * double(left.toTensor().numel()) * sizeOf(right, -1);
}

// The operations of a convolution with the weights [out, in / groups, kernel...]: for each number of the output (of the
// input, if transposed) as many multiplications as a filter has weights.
double convolution(std::int64_t numbers, const at::Tensor &weight)
{
    return 2.0 * double(numbers) * double(weight.numel()) / double(weight.size(0));
}

// The operations of attention, for the scores and for their product with the values. query and key: [samples, heads,
// tokens, width].
double attention(const c10::IValue &query, const c10::IValue &key)
{
    return 4.0 * double(query.toTensor().numel()) * sizeOf(key, -2);
}

double operationsOf(const at::RecordFunction &function)
{
    const std::string_view name = function.name();
    const auto inputs = function.inputs();
    if ((name == "aten::mm" || name == "aten::bmm") && areTensors(inputs, {0, 1}))
        return product(inputs[0], inputs[1]);
    if ((name == "aten::addmm" || name == "aten::baddbmm") && areTensors(inputs, {1, 2}))
        return product(inputs[1], inputs[2]);
    if (name.find("scaled_dot_product_flash_attention_for_cpu_backward") != name.npos && areTensors(inputs, {1, 2}))
        return 2 * attention(inputs[1], inputs[2]); // four products; recomputing the scores does not count
    if (name == "aten::_scaled_dot_product_flash_attention_for_cpu" && areTensors(inputs, {0, 1}))
        return attention(inputs[0], inputs[1]);
    if (name == "aten::convolution_backward" && areTensors(inputs, {0, 1, 2})) {
        const auto wanted = inputs[10].toBoolList(); // gradients of input, weights and bias
        const at::Tensor numbers = inputs[inputs[7].toBool() ? 1 : 0].toTensor(); // inputs[7]: transposed
        return (int(wanted[0]) + int(wanted[1])) * convolution(numbers.numel(), inputs[2].toTensor());
    }
    return 0;
}

void count(double operations)
{
    double before = counted.load();
    while (operations > 0 && !counted.compare_exchange_weak(before, before + operations)) { }
}

// The size of a convolution's result is known only at its end, when its arguments are gone, so the operations per
// number are kept until then.
struct Convolution : at::ObserverContext {
    explicit Convolution(double operations) : perNumber(operations) { }
    double perNumber; // operations for each number of the output
};

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction &function)
{
    const auto inputs = function.inputs();
    if (std::string_view(function.name()) != "aten::convolution" || !areTensors(inputs, {0, 1})) {
        count(operationsOf(function));
        return nullptr;
    }
    const at::Tensor &weight = inputs[1].toTensor();
    const double perNumber = convolution(1, weight);
    if (!inputs[6].toBool())
        return std::make_unique<Convolution>(perNumber);
    count(perNumber * double(inputs[0].toTensor().numel())); // transposed
    return nullptr;
}

void end(const at::RecordFunction &function, at::ObserverContext *context)
{
    const auto *convolution = static_cast<const Convolution *>(context);
    if (convolution && !function.outputs().empty() && function.outputs()[0].isTensor())
        count(convolution->perNumber * double(function.outputs()[0].toTensor().numel()));
}

} // namespace

FlopCounter::FlopCounter()
{
    counted = 0;
    m_handle = at::addGlobalCallback(at::RecordFunctionCallback(begin, end)
                                         .needsInputs(true)
                                         .needsOutputs(true)
                                         .scopes({at::RecordScope::FUNCTION}));
}

FlopCounter::~FlopCounter()
{
    at::removeCallback(m_handle);
}

double FlopCounter::operations() const
{
    return counted;
}

} // namespace motley
