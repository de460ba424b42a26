// torch's operators for the simulated devices: the CPU's kernels over device memory.
#include "counting.h"
#include "guard.h"
#include "shadows.h"

#include <ATen/EmptyTensor.h>
#include <torch/library.h>
#include <torch/types.h>

#include <algorithm>

namespace simulated {

namespace {

// On a GPU the host waits for these: their results are no tensors, or have sizes that depend on values.
bool waits(const c10::FunctionSchema &schema)
{
    static const std::set<std::string> ofUnknownSize{
        "aten::nonzero", "aten::masked_select", "aten::_unique2", "aten::unique_dim", "aten::unique_consecutive"};
    if (ofUnknownSize.count(schema.name()))
        return true;
    const auto &results = schema.returns();
    return results.size() == 1 && !results[0].type()->isSubtypeOf(*c10::TensorType::get())
        && results[0].type()->kind() != c10::TypeKind::ListType;
}

// Of their first tensor these read only what their result has.
bool chooses(const std::string &name)
{
    static const std::set<std::string> choosing{
        "aten::embedding", "aten::gather", "aten::index", "aten::index_select", "aten::take"};
    return choosing.count(name) > 0;
}

// Whether an operator reads all of an argument, which it may write to, too.
bool reads(const std::string &name, const c10::Argument &argument, bool isFirst)
{
    static const std::set<std::string> filling{"aten::fill_", "aten::zero_", "aten::_foreach_copy_",
        "aten::_foreach_zero_", "aten::bernoulli_", "aten::normal_", "aten::uniform_"};
    const bool writes = argument.alias_info() && argument.alias_info()->isWrite();
    return writes ? !argument.is_out() && !filling.count(name) : !(isFirst && chooses(name));
}

// The arguments of an operator that was called for a device.
class Arguments {
public:
    explicit Arguments(std::string name) : m_name(std::move(name)) { }

    void replace(c10::IValue &value, const c10::Argument &argument)
    {
        if (value.isTensor()) {
            value = shadow(value.toTensor(), argument);
        } else if (value.isTensorList()) {
            c10::List<at::Tensor> list;
            for (const at::Tensor &tensor : value.toTensorVector())
                list.push_back(shadow(tensor, argument));
            value = list;
        } else if (value.isOptionalTensorList()) {
            c10::List<std::optional<at::Tensor>> list;
            for (const auto &tensor : value.toOptionalTensorVector())
                list.push_back(tensor ? std::optional(shadow(*tensor, argument)) : std::nullopt);
            value = list;
        } else if (value.isDevice()) {
            m_device = Guard::known(value.toDevice());
            value = c10::Device(at::kCPU);
        }
    }

    void refuseUnlikeDevices() const
    {
        static const std::set<std::string> indexing{
            "aten::index", "aten::index_put_", "aten::_index_put_impl_", "aten::_unsafe_index"}; // by CPU tensors, too
        TORCH_CHECK(!m_other || (m_other->is_cpu() && indexing.count(m_name)),
            "Expected all tensors to be on the same device, but found at least two devices, ", *m_device, " and ",
            *m_other, "! (in ", m_name, ")");
    }

    c10::Device device() const { return m_device.value_or(Guard().getDevice()); }
    const std::vector<Use> &uses() const { return m_uses; }
    Shadows &shadows() { return m_shadows; }

private:
    at::Tensor shadow(const at::Tensor &tensor, const c10::Argument &argument)
    {
        if (tensor.defined() && tensor.is_cuda() && (!m_device || *m_device == tensor.device())) {
            m_device = tensor.device();
            m_uses.push_back({tensor, argument.alias_info() && argument.alias_info()->isWrite(),
                reads(m_name, argument, m_uses.empty())});
        } else if (tensor.defined() && (tensor.is_cuda() || tensor.dim() > 0)) { // a single number may be the CPU's
            m_other = tensor.device();
        }
        return m_shadows.of(tensor);
    }

    std::string m_name; // the operator's
    Shadows m_shadows;
    std::vector<Use> m_uses;
    std::optional<c10::Device> m_device;
    std::optional<c10::Device> m_other; // of a tensor that is not on m_device
};

c10::IValue onDevice(const c10::IValue &result, const Shadows &shadows, c10::Device device)
{
    if (result.isTensor())
        return shadows.onDevice(result.toTensor(), device);
    if (!result.isTensorList())
        return result;
    c10::List<at::Tensor> list;
    for (const at::Tensor &tensor : result.toTensorVector())
        list.push_back(shadows.onDevice(tensor, device));
    return list;
}

// Runs the CPU's kernel of any operator but those below.
void runOnCpu(const c10::OperatorHandle &op, torch::jit::Stack *stack)
{
    const c10::FunctionSchema &schema = op.schema();
    Arguments arguments(schema.name());
    c10::IValue *values = &*(stack->end() - std::ptrdiff_t(schema.arguments().size()));
    for (const c10::Argument &argument : schema.arguments())
        arguments.replace(*values++, argument);
    arguments.refuseUnlikeDevices();
    const c10::Device device = arguments.device();
    const c10::DeviceGuard guard(device);
    const auto isView
        = [](const c10::Argument &result) { return result.alias_info() && !result.alias_info()->isWrite(); };
    if (std::none_of(schema.returns().begin(), schema.returns().end(), isView)) // views launch nothing
        finish(launch(device.index(), arguments.uses(), schema.name()));
    if (waits(schema))
        synchronize(device.index());
    if (!onlyCounts() || !resultsOfSize(op, stack))
        op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), stack);
    arguments.shadows().takeBack();
    if (chooses(schema.name()))
        countBytes(std::int64_t(stack->back().toTensor().nbytes()));
    for (auto result = stack->end() - std::ptrdiff_t(schema.returns().size()); result != stack->end(); ++result)
        *result = onDevice(*result, arguments.shadows(), device);
}

at::Tensor emptyStrided(at::IntArrayRef sizes, at::IntArrayRef strides, std::optional<at::ScalarType> type,
    std::optional<at::Layout>, std::optional<at::Device> device, std::optional<bool>)
{
    at::globalContext().lazyInitDevice(at::kCUDA);
    const c10::DeviceGuard guard(Guard::known(device.value_or(at::kCUDA)));
    return at::detail::empty_strided_generic(
        sizes, strides, &deviceAllocator(), c10::DispatchKeySet(c10::DispatchKey::CUDA), type.value_or(at::kFloat));
}

at::Tensor empty(at::IntArrayRef sizes, std::optional<at::ScalarType> type, std::optional<at::Layout>,
    std::optional<at::Device> device, std::optional<bool>, std::optional<at::MemoryFormat> format)
{
    at::globalContext().lazyInitDevice(at::kCUDA);
    const c10::DeviceGuard guard(Guard::known(device.value_or(at::kCUDA)));
    return at::detail::empty_generic(
        sizes, &deviceAllocator(), c10::DispatchKeySet(c10::DispatchKey::CUDA), type.value_or(at::kFloat), format);
}

at::Tensor &copy(at::Tensor &to, const at::Tensor &from, bool nonBlocking)
{
    const c10::DeviceGuard guard(to.is_cuda() ? to.device() : from.device());
    const int device = currentDevice;
    const bool crosses = to.device().type() != from.device().type();
    const auto run = [to, from] {
        if (!isComputed(std::int64_t(to.nbytes() + from.nbytes())))
            return;
        Shadows shadows;
        shadows.of(to).copy_(shadows.of(from));
    };
    const Tail before = launch(device, {{to, true, false}, {from, false}}, "aten::copy_");
    if (crosses && nonBlocking && isPinned(to.is_cuda() ? from.const_data_ptr() : to.const_data_ptr())) {
        putBehind(before, device, std::launch::deferred, run);
        return to;
    }
    finish(before);
    run();
    if (crosses && (!nonBlocking || to.is_cpu()))
        waitFor(recordEvent(currentStream(device)).queue);
    return to;
}

at::Scalar localScalar(const at::Tensor &tensor)
{
    const int device = tensor.device().index();
    finish(launch(device, {{tensor, false}}, "aten::_local_scalar_dense"));
    waitFor(recordEvent(currentStream(device)).queue);
    return at::_local_scalar_dense(onCpu(tensor));
}

void recordStream(at::Tensor &tensor, at::Stream stream)
{
    Guard().recordDataPtrOnStream(tensor.storage().data_ptr(), stream);
}

// Softmax from half precision straight to float, and back, is CUDA's alone.
template <auto plain>
at::Tensor softmax(const at::Tensor &x, std::int64_t dim, bool toFloat)
{
    finish(launch(x.device().index(), {{x, false}}, "aten::_softmax"));
    if (!isComputed(2 * std::int64_t(x.nbytes())))
        return at::empty(x.sizes(), x.options().dtype(toFloat ? at::kFloat : x.scalar_type()));
    const at::Tensor in = onCpu(x);
    return Shadows().onDevice(plain(toFloat ? in.to(at::kFloat) : in, dim, false), x.device());
}
template <auto plain>
at::Tensor softmaxBackward(const at::Tensor &gradient, const at::Tensor &y, std::int64_t dim, at::ScalarType type)
{
    finish(launch(y.device().index(), {{gradient, false}, {y, false}}, "aten::_softmax_backward_data"));
    if (!isComputed(2 * std::int64_t(y.nbytes())))
        return at::empty(y.sizes(), y.options().dtype(type));
    const at::Tensor toInput = plain(onCpu(gradient), onCpu(y), dim, y.scalar_type());
    return Shadows().onDevice(toInput.to(type), y.device());
}

} // namespace

TORCH_LIBRARY_IMPL(_, CUDA, library)
{
    library.fallback(torch::CppFunction::makeFromBoxedFunction<&runOnCpu>());
}

TORCH_LIBRARY_IMPL(aten, CUDA, library)
{
    // Their parts would ask for CUDA's own kernels, or are one kernel on CUDA.
    for (const char *name : {"convolution", "convolution_backward", "_foreach_copy_", "silu_backward"})
        library.impl(name, torch::CppFunction::makeFromBoxedFunction<&runOnCpu>());
    library.impl("empty.memory_format", TORCH_FN(empty));
    library.impl("empty_strided", TORCH_FN(emptyStrided));
    library.impl("copy_", TORCH_FN(copy));
    library.impl("_local_scalar_dense", TORCH_FN(localScalar));
    library.impl("record_stream", TORCH_FN(recordStream));
    library.impl("_softmax", TORCH_FN(softmax<at::_softmax>));
    library.impl("_log_softmax", TORCH_FN(softmax<at::_log_softmax>));
    library.impl("_softmax_backward_data", TORCH_FN(softmaxBackward<at::_softmax_backward_data>));
    library.impl("_log_softmax_backward_data", TORCH_FN(softmaxBackward<at::_log_softmax_backward_data>));
}

} // namespace simulated
