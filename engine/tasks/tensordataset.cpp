#include "engine/tasks/tensordataset.h"

#include "engine/data/datahash.h"
#include "engine/data/hdf5/hdf5file.h"
#include "engine/tensorfiles/safetensors.h"

#include <torch/types.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace motley {

namespace {

constexpr std::int64_t mostNumbers = std::int64_t(1) << 34; // in one tensor

std::vector<std::string> split(const std::string &names)
{
    std::vector<std::string> list;
    for (std::size_t first = 0; first < names.size();) {
        const std::size_t end = std::min(names.find(',', first), names.size());
        std::string name = names.substr(first, end - first);
        name.erase(0, name.find_first_not_of(' '));
        name.erase(name.find_last_not_of(' ') + 1);
        if (!name.empty())
            list.push_back(std::move(name));
        first = end + 1;
    }
    return list;
}

bool isHdf5(const std::string &path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored))
        return false;
    std::string start(8, '\0');
    std::ifstream(path, std::ios::binary).read(start.data(), std::streamsize(start.size()));
    return start == "\x89HDF\r\n\x1a\n";
}

template <typename Number>
Result<at::Tensor> readTable(
    const Hdf5File &file, const std::string &name, const Hdf5Layout &layout, at::ScalarType type)
{
    const at::Tensor table = at::empty(layout.sizes, type);
    const std::span<Number> numbers(table.data_ptr<Number>(), std::size_t(table.numel()));
    const auto read = file.readRows<Number>(name, 0, layout.sizes.front(), numbers);
    return read ? Result<at::Tensor>(table) : tl::unexpected(read.error());
}

Result<NamedTensors> readHdf5(const std::string &path, const std::vector<std::string> &names)
{
    if (names.empty())
        return fail(path + " is HDF5: the field data.names must say which of its data sets are given to the model.");
    const auto file = Hdf5File::open(path);
    if (!file)
        return tl::unexpected(file.error());
    NamedTensors tensors;
    for (const std::string &name : names) {
        const auto layout = file->layout(name);
        if (!layout)
            return tl::unexpected(layout.error());
        if (layout->numbers() > mostNumbers)
            return fail("The data set " + name + " of " + path + " is too large to be held in memory.");
        if (!layout->isBelievable())
            return fail("The data set " + name + " of " + path + " claims more numbers than the file holds.");
        const auto table = layout->kind == Hdf5Layout::Kind::Real
            ? readTable<float>(*file, name, *layout, at::kFloat)
            : readTable<std::int64_t>(*file, name, *layout, at::kLong);
        if (!table)
            return tl::unexpected(table.error());
        tensors.push_back({name, *table});
    }
    return tensors;
}

Result<NamedTensors> chooseFrom(NamedTensors all, const std::vector<std::string> &names, const std::string &path)
{
    if (names.empty()) {
        std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.name < b.name; });
        return all;
    }
    NamedTensors chosen;
    for (const std::string &name : names) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const auto &item) { return item.name == name; });
        if (found == all.end())
            return fail(path + " has no tensor " + name + ". Check the field data.names.");
        chosen.push_back(*found);
    }
    return chosen;
}

Result<void> checkLengths(const NamedTensors &tensors, const std::string &path)
{
    if (tensors.empty())
        return fail(path + " holds no tensors.");
    for (const NamedTensor &item : tensors) {
        if (item.tensor.dim() == 0 || item.tensor.size(0) == 0)
            return fail(
                "The tensor " + item.name + " of " + path + " holds no samples: its first dimension counts them.");
        if (item.tensor.size(0) != tensors.front().tensor.size(0))
            return fail("The tensors " + tensors.front().name + " and " + item.name + " of " + path + " hold "
                + std::to_string(tensors.front().tensor.size(0)) + " and " + std::to_string(item.tensor.size(0))
                + " samples; they must be equally many.");
    }
    return {};
}

} // namespace

Result<TensorDataset> TensorDataset::read(const std::string &path, const std::string &names)
{
    const std::vector<std::string> wanted = split(names);
    auto tensors = isHdf5(path)
        ? readHdf5(path, wanted)
        : readSafetensors(path).and_then([&](NamedTensors all) { return chooseFrom(std::move(all), wanted, path); });
    if (!tensors)
        return tl::unexpected(tensors.error());
    if (const auto good = checkLengths(*tensors, path); !good)
        return tl::unexpected(good.error());
    TensorDataset set;
    set.m_tensors = std::move(*tensors);
    return set;
}

std::uint64_t TensorDataset::fingerprint() const
{
    DataHash hash;
    for (const NamedTensor &item : m_tensors) {
        const at::Tensor numbers = item.tensor.contiguous();
        hash.add(item.name);
        hash.add(numbers.sizes().vec());
        hash.add({static_cast<const std::byte *>(numbers.data_ptr()), numbers.nbytes()});
    }
    return hash.value();
}

Batch TensorDataset::batch(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    Batch batch;
    batch.samples = std::int64_t(ids.size());
    const at::Tensor chosen = torch::tensor(std::vector<std::int64_t>(ids.begin(), ids.end()), at::kLong);
    for (const NamedTensor &item : m_tensors)
        batch.inputs.push_back(item.tensor.index_select(0, chosen));
    return batch;
}

double TensorDataset::weight(std::span<const std::int64_t> ids, std::optional<AugmentKey>) const
{
    return double(ids.size());
}

} // namespace motley
