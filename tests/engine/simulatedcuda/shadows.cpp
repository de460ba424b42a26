#include "shadows.h"

#include "counting.h"

#include <ATen/ops/empty_strided.h>

#include <cstring>

namespace simulated {

at::Tensor Shadows::of(const at::Tensor &tensor)
{
    if (!tensor.defined() || !tensor.is_cuda())
        return tensor;
    auto &storage = m_storages[tensor.storage().unsafeGetStorageImpl()];
    if (!storage)
        storage = c10::Storage(c10::Storage::use_byte_size_t(), tensor.storage().nbytes(),
            c10::DataPtr(readable(tensor.storage().data()), at::kCPU), c10::GetAllocator(at::kCPU), true);
    at::Tensor shadow = at::detail::make_tensor<c10::TensorImpl>(
        c10::Storage(storage), c10::DispatchKeySet(c10::DispatchKey::CPU), tensor.dtype());
    shadow.unsafeGetTensorImpl()->set_sizes_and_strides(tensor.sizes(), tensor.strides(), tensor.storage_offset());
    if (tensor.unsafeGetTensorImpl()->is_wrapped_number())
        shadow.unsafeGetTensorImpl()->set_wrapped_number(true);
    m_pairs.emplace_back(tensor, shadow);
    return shadow;
}

void Shadows::takeBack()
{
    for (auto &[real, shadow] : m_pairs) {
        c10::Storage to = real.storage();
        if (shadow.storage().data() != readable(to.data()) && shadow.storage().nbytes() > 0) {
            c10::DataPtr grown = deviceAllocator().allocate(shadow.storage().nbytes());
            if (isComputed(std::int64_t(shadow.storage().nbytes())))
                std::memcpy(readable(grown.get()), shadow.storage().data(), shadow.storage().nbytes());
            to.set_data_ptr_noswap(std::move(grown));
            to.set_nbytes(shadow.storage().nbytes());
            shadow.storage().set_data_ptr_noswap(c10::DataPtr(readable(to.data()), at::kCPU));
        }
        if (real.sizes() != shadow.sizes() || real.strides() != shadow.strides())
            real.unsafeGetTensorImpl()->set_sizes_and_strides(
                shadow.sizes(), shadow.strides(), shadow.storage_offset());
    }
}

at::Tensor Shadows::onDevice(const at::Tensor &result, c10::Device device) const
{
    if (!result.defined())
        return result;
    for (const auto &[real, shadow] : m_pairs) {
        if (shadow.is_same(result))
            return real;
        if (shadow.is_alias_of(result)) {
            at::Tensor view = at::detail::make_tensor<c10::TensorImpl>(
                c10::TensorImpl::VIEW, c10::Storage(real.storage()), real.key_set(), result.dtype());
            view.unsafeGetTensorImpl()->set_sizes_and_strides(
                result.sizes(), result.strides(), result.storage_offset());
            return view;
        }
    }
    const at::Tensor made = at::empty_strided(result.sizes(), result.strides(), result.options().device(device));
    if (!result.is_meta())
        onCpu(made).copy_(result);
    countBytes(std::int64_t(result.nbytes()));
    return made;
}

at::Tensor onCpu(const at::Tensor &tensor)
{
    return Shadows().of(tensor);
}

} // namespace simulated
