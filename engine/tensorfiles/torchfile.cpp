#include "engine/tensorfiles/torchfile.h"

#include "engine/base/mappedfile.h"
#include "engine/tensorfiles/torcharchive.h"

#include <torch/types.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace motley {

namespace {

using Kind = PickleValue::Kind;

constexpr int deepest = 8; // levels of nested dicts and lists
constexpr std::size_t longestName = 512; // bytes
constexpr std::size_t mostVisits = std::size_t(1) << 18;

struct Layout {
    std::int64_t offset = 0; // in elements
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    bool isNegated = false; // the numbers are those stored with the other sign

    auto key() const { return std::tie(offset, sizes, strides, isNegated); }
};

// Walks the pickled value and makes its tensors; every check comes before the memory is claimed.
class TensorCollector {
public:
    TensorCollector(const TorchArchive &archive, std::size_t fileBytes, const TensorChoice &wanted)
        : m_archive(archive), m_wanted(wanted), m_mostBytes(2 * std::int64_t(fileBytes))
    {
    }

    Result<TorchContents> collect()
    {
        if (const auto visited = visit(m_archive.pickle.root, {}, 0); !visited)
            return tl::unexpected(visited.error());
        return std::move(m_contents);
    }

private:
    Result<void> visit(std::uint32_t item, const std::string &name, int depth)
    {
        const PickleValue &value = m_archive.pickle[item];
        if (depth > deepest || name.size() > longestName || ++m_visits > mostVisits)
            return fail("Its values are nested too deeply, too many, or have names of more than 512 bytes.");
        if (value.kind == Kind::Tensor)
            return m_wanted && !m_wanted(name) ? Result<void>() : addTensor(name, value);
        if (value.kind == Kind::Integer)
            m_contents.numbers.emplace(name, value.integer);
        if (value.kind != Kind::List && value.kind != Kind::Dict && value.kind != Kind::Namespace)
            return {};
        const bool isDict = value.kind != Kind::List;
        const std::string front = depth == 0 ? "" : name + "/";
        for (std::size_t i = 0; i < value.items.size(); i += isDict ? 2 : 1) {
            const std::string key = isDict ? keyText(value.items[i]) : std::to_string(i);
            if (const auto done = visit(value.items[isDict ? i + 1 : i], front + key, depth + 1); !done)
                return done;
        }
        return {};
    }

    std::string keyText(std::uint32_t item) const
    {
        const PickleValue &key = m_archive.pickle[item];
        return key.kind == Kind::Integer ? std::to_string(key.integer)
                                         : std::string(key.text.substr(0, longestName + 1));
    }

    Result<void> addTensor(const std::string &name, const PickleValue &value)
    {
        auto tensor = makeTensor(value);
        if (!tensor)
            return fail("The tensor \"" + name + "\": " + tensor.error().message);
        m_contents.tensors.push_back({name, *tensor});
        return {};
    }

    // _rebuild_tensor_v2(storage, offset, sizes, strides, requires_grad, backward_hooks, metadata)
    Result<at::Tensor> makeTensor(const PickleValue &value)
    {
        const Pickle &pickle = m_archive.pickle;
        if (value.items.size() < 4 || pickle[value.items[1]].kind != Kind::Integer)
            return fail("It is not described as torch.save does it.");
        const auto storage = storageName(pickle, pickle[value.items[0]]);
        if (!storage)
            return tl::unexpected(storage.error());
        const auto sizes = wholeNumbers(value.items[2]);
        const auto strides = wholeNumbers(value.items[3]);
        if (!sizes || !strides || sizes->size() != strides->size())
            return fail("Its shape is not a list of whole numbers.");
        const auto isNegated = readSign(value);
        if (!isNegated)
            return tl::unexpected(isNegated.error());
        return tensorOf(*storage, {pickle[value.items[1]].integer, *sizes, *strides, *isNegated});
    }

    // What torch keeps of a view that shows its numbers otherwise than they are stored, such as {"neg": True}.
    Result<bool> readSign(const PickleValue &value) const
    {
        constexpr std::size_t metadata = 6;
        if (value.items.size() <= metadata)
            return false;
        const PickleValue &marks = m_archive.pickle[value.items[metadata]];
        bool isNegated = false;
        for (std::size_t i = 0; i + 1 < marks.items.size(); i += 2) {
            const std::string mark = keyText(marks.items[i]);
            const PickleValue &set = m_archive.pickle[marks.items[i + 1]];
            if (set.kind == Kind::Integer && set.integer == 0)
                continue;
            if (mark != "neg" || set.kind != Kind::Integer)
                return fail("It is a view with the mark \"" + mark.substr(0, 40)
                    + "\", which is not read; save it after clone().");
            isNegated = true;
        }
        return isNegated;
    }

    std::optional<std::vector<std::int64_t>> wholeNumbers(std::uint32_t item) const
    {
        const PickleValue &list = m_archive.pickle[item];
        if (list.kind != Kind::List || list.items.size() > 16)
            return std::nullopt;
        std::vector<std::int64_t> numbers;
        for (const std::uint32_t element : list.items) {
            const PickleValue &number = m_archive.pickle[element];
            if (number.kind != Kind::Integer || number.integer < 0)
                return std::nullopt;
            numbers.push_back(number.integer);
        }
        return numbers;
    }

    Result<at::Tensor> tensorOf(const StorageName &storage, const Layout &layout)
    {
        const auto type = storedType(storage.type);
        if (!type)
            return fail("Its type " + std::string(storage.type) + " is not one that is read.");
        const auto found = m_archive.storages.find(storage.key);
        const auto size = std::int64_t(c10::elementSize(*type));
        if (found == m_archive.storages.end() || std::int64_t(found->second.size()) / size < storage.elements)
            return fail("Its bytes are missing, or fewer than its shape needs.");
        if (layout.isNegated && !c10::isFloatingType(*type))
            return fail("It is the negative of numbers that have no sign.");
        const auto elements = elementsWithin(layout, storage.elements);
        if (!elements)
            return fail(isExpanded(layout)
                    ? "It shows the same numbers many times (expand()), which takes more memory than "
                      "its file has bytes; save it after contiguous()."
                    : "Its shape reaches beyond its bytes.");
        at::Tensor &made = m_made[{storage.key, storage.type, layout.key()}];
        if (made.defined())
            return made;
        m_bytes += *elements * size;
        if (m_bytes > m_mostBytes)
            return fail("It and the tensors before it would need more than twice the memory of the whole file.");
        return made = copyOf(found->second, *type, layout);
    }

    static bool isExpanded(const Layout &layout)
    {
        for (std::size_t i = 0; i < layout.sizes.size(); ++i)
            if (layout.sizes[i] > 1 && layout.strides[i] == 0)
                return true;
        return false;
    }

    // The number of elements; nullopt unless all lie in the storage and are no more than it has.
    static std::optional<std::int64_t> elementsWithin(const Layout &layout, std::int64_t stored)
    {
        constexpr std::int64_t widestEmpty = std::int64_t(1) << 40; // largest extent of a tensor that has a size of 0
        const bool empty = std::find(layout.sizes.begin(), layout.sizes.end(), 0) != layout.sizes.end();
        const std::int64_t most = empty ? widestEmpty : stored;
        if (layout.offset < 0 || layout.offset > stored || (layout.offset == stored && !empty))
            return std::nullopt;
        std::int64_t elements = 1;
        std::int64_t last = layout.offset;
        for (std::size_t i = 0; i < layout.sizes.size(); ++i) {
            const std::int64_t size = std::max<std::int64_t>(layout.sizes[i], 1);
            if (elements > most / size)
                return std::nullopt;
            elements *= size;
            if (empty || size == 1)
                continue;
            if (layout.strides[i] > (stored - 1 - last) / (size - 1))
                return std::nullopt;
            last += layout.strides[i] * (size - 1);
        }
        return empty ? 0 : elements;
    }

    static at::Tensor copyOf(std::string_view bytes, at::ScalarType type, const Layout &layout)
    {
        const at::Tensor whole = copyOfStored(bytes, type, layout);
        return layout.isNegated ? whole.neg_() : whole;
    }

    static at::Tensor copyOfStored(std::string_view bytes, at::ScalarType type, const Layout &layout)
    {
        const at::Tensor whole = at::empty(layout.sizes, type);
        if (whole.numel() == 0)
            return whole;
        std::int64_t span = 1;
        for (std::size_t i = 0; i < layout.sizes.size(); ++i)
            span += (layout.sizes[i] - 1) * layout.strides[i];
        // The bytes in the file are not aligned for a tensor, so what the strides span is copied first.
        const bool dense = whole.strides() == at::IntArrayRef(layout.strides);
        const at::Tensor flat = dense ? whole.view({-1}) : at::empty({span}, type);
        const auto offset = std::size_t(layout.offset) * std::size_t(flat.element_size());
        std::memcpy(flat.data_ptr(), bytes.substr(offset).data(), flat.nbytes());
        if (type == at::kBool) // a byte that is neither 0 nor 1 must not become a C++ bool
            std::for_each_n(static_cast<std::uint8_t *>(flat.data_ptr()), flat.numel(),
                [](std::uint8_t &byte) { byte = byte != 0; });
        return dense ? whole : whole.copy_(flat.as_strided(layout.sizes, layout.strides));
    }

    const TorchArchive &m_archive;
    const TensorChoice &m_wanted;
    std::int64_t m_mostBytes;
    std::int64_t m_bytes = 0;
    std::size_t m_visits = 0;
    TorchContents m_contents;
    using StorageView = std::tuple<std::string, std::string_view,
        std::tuple<std::int64_t, std::vector<std::int64_t>, std::vector<std::int64_t>, bool>>;
    std::map<StorageView, at::Tensor> m_made;
};

Result<TorchContents> contentsOf(std::string_view bytes, const TensorChoice &wanted)
{
    const auto archive = openTorchArchive(bytes);
    if (!archive)
        return tl::unexpected(archive.error());
    return TensorCollector(*archive, bytes.size(), wanted).collect();
}

Result<TorchContents> contentsOfFile(const std::string &path, const TensorChoice &wanted)
{
    const auto file = MappedFile::open(path);
    if (!file)
        return tl::unexpected(file.error());
    auto contents = contentsOf(file->bytes(), wanted);
    if (!contents)
        return fail(path + " cannot be read: " + contents.error().message, contents.error().detail);
    return contents;
}

NamedTensors tensorsIn(TorchContents contents)
{
    return std::move(contents.tensors);
}

} // namespace

Result<NamedTensors> parseTorchFile(std::string_view bytes, const TensorChoice &wanted)
{
    return contentsOf(bytes, wanted).map(tensorsIn);
}

Result<NamedTensors> readTorchFile(const std::string &path, const TensorChoice &wanted)
{
    return contentsOfFile(path, wanted).map(tensorsIn);
}

Result<TorchContents> readTorchContents(const std::string &path)
{
    return contentsOfFile(path, {});
}

} // namespace motley
