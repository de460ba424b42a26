#include "engine/training/flopcounter.h"

#include <torch/types.h>

#include <string_view>

namespace motley {

namespace {

std::atomic<double> counted{0};

double sizeOf(const c10::IValue &value, std::int64_t dimension)
{
    return double(value.toTensor().size(dimension));
}

bool areTensors(c10::ArrayRef<const c10::IValue> values, std::initializer_list<std::size_t> places)
{
    return std::all_of(places.begin(), places.end(), [&](std::size_t place) {
        return place < values.size() && values[place].isTensor() && values[place].toTensor().defined();
    });
}

// [.., m, k] times [.., k, n]
double product(const c10::IValue &left, const c10::IValue &right)
{
    return 2.0 * double(left.toTensor().numel()) * sizeOf(right, -1);
}

// Each number that comes out is as many multiplications as a filter has weights: [out, in / groups, kernel...].
double convolution(const at::Tensor &output, const at::Tensor &weight)
{
    return 2.0 * double(output.numel()) * double(weight.numel()) / double(weight.size(0));
}

// query and key: [samples, heads, tokens, width]; scores and their product with the values
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
        return 2.5 * attention(inputs[1], inputs[2]); // the scores are computed again
    if (name == "aten::_scaled_dot_product_flash_attention_for_cpu" && areTensors(inputs, {0, 1}))
        return attention(inputs[0], inputs[1]);
    if (name == "aten::convolution_backward" && areTensors(inputs, {0, 2}))
        return 2 * convolution(inputs[0].toTensor(), inputs[2].toTensor()); // of the inputs and of the weights
    const auto outputs = function.outputs();
    if (name == "aten::convolution" && areTensors(inputs, {1}) && areTensors(outputs, {0}))
        return convolution(outputs[0].toTensor(), inputs[1].toTensor());
    return 0;
}

std::unique_ptr<at::ObserverContext> begin(const at::RecordFunction &)
{
    return nullptr;
}

void end(const at::RecordFunction &function, at::ObserverContext *)
{
    const double operations = operationsOf(function);
    double before = counted.load();
    while (operations > 0 && !counted.compare_exchange_weak(before, before + operations)) { }
}

} // namespace

FlopCounter::FlopCounter()
{
    counted = 0;
    m_handle = at::addGlobalCallback(at::RecordFunctionCallback(begin, end)
                                         .needsInputs(true)
                                         .needsOutputs(true)
                                         .scopes({at::RecordScope::FUNCTION, at::RecordScope::BACKWARD_FUNCTION}));
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
