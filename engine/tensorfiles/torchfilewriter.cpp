#include "engine/base/durablefile.h"
#include "engine/tensorfiles/torcharchive.h"
#include "engine/tensorfiles/torchfile.h"

#include <caffe2/serialize/inline_container.h>
#include <torch/types.h>

#include <filesystem>
#include <map>
#include <vector>

namespace motley {

namespace {

// Instructions of a pickle of protocol 2, without a memo: only short values are repeated.
class PickleWriter {
public:
    void raw(std::string_view bytes) { m_bytes.append(bytes); }

    void text(std::string_view text)
    {
        raw("X");
        little(text.size(), 4);
        raw(text);
    }

    void integer(std::int64_t value)
    {
        raw(std::string_view("\x8a\x08", 2)); // LONG1 of 8 bytes
        little(std::uint64_t(value), 8);
    }

    void tuple(at::IntArrayRef values)
    {
        raw("(");
        for (const std::int64_t value : values)
            integer(value);
        raw("t");
    }

    void orderedDict() { raw("ccollections\nOrderedDict\n)R"); }

    void tensor(const at::Tensor &tensor, std::string_view storageType, const std::string &storage)
    {
        raw("ctorch._utils\n_rebuild_tensor_v2\n((");
        text("storage");
        raw("ctorch\n" + std::string(storageType) + "\n");
        text(storage);
        text("cpu");
        integer(std::int64_t(tensor.storage().nbytes()) / tensor.element_size());
        raw("tQ");
        integer(tensor.storage_offset());
        tuple(tensor.sizes());
        tuple(tensor.strides());
        raw("\x89"); // requires no gradient
        orderedDict(); // no hooks
        raw("tR");
    }

    const std::string &bytes() const { return m_bytes; }

private:
    void little(std::uint64_t value, int bytes)
    {
        for (int i = 0; i < bytes; ++i)
            m_bytes.push_back(char(value >> (8 * i)));
    }

    std::string m_bytes{"\x80\x02"};
};

struct Plan {
    std::string pickle;
    std::vector<at::Tensor> storages; // one tensor of each storage, whose key is its index here
};

Result<Plan> planOf(const std::string &key, const NamedTensors &tensors, const std::vector<std::string> &keysOfNone)
{
    Plan plan;
    PickleWriter pickle;
    std::map<const void *, std::size_t> known;
    pickle.raw("}");
    pickle.text(key);
    pickle.orderedDict();
    pickle.raw("(");
    for (const NamedTensor &item : tensors) {
        const auto type = storageTypeOf(item.tensor.scalar_type());
        if (!type)
            return fail("The tensor \"" + item.name + "\" has a type that cannot be written.");
        const at::Tensor here = item.tensor.detach().cpu();
        const auto [place, isNew] = known.emplace(here.storage().data(), plan.storages.size());
        if (isNew)
            plan.storages.push_back(here);
        pickle.text(item.name);
        pickle.tensor(here, *type, std::to_string(place->second));
    }
    pickle.raw("us");
    for (const std::string &further : keysOfNone) {
        pickle.text(further);
        pickle.raw("Ns");
    }
    pickle.raw(".");
    plan.pickle = pickle.bytes();
    return plan;
}

void write(caffe2::serialize::PyTorchStreamWriter &archive, const Plan &plan)
{
    archive.writeRecord("data.pkl", plan.pickle.data(), plan.pickle.size());
    const std::string order = "little";
    archive.writeRecord("byteorder", order.data(), order.size());
    for (std::size_t i = 0; i < plan.storages.size(); ++i) {
        const auto &storage = plan.storages[i].storage();
        archive.writeRecord("data/" + std::to_string(i), storage.data(), storage.nbytes());
    }
    archive.writeEndOfFile();
}

Result<void> writeArchive(const std::string &path, const Plan &plan)
{
    auto file = DurableFile::create(path);
    if (!file)
        return tl::unexpected(file.error());
    Result<void> written;
    // Takes all bytes, also when the disk takes no more: the archive's destructor writes too, and would throw.
    const auto sink = [&](const void *bytes, std::size_t size) {
        if (written)
            written = file->write(bytes, size);
        return size;
    };
    try {
        caffe2::serialize::PyTorchStreamWriter archive(sink);
        write(archive, plan);
    } catch (const std::exception &problem) {
        return fail("Could not write " + path + ".", problem.what());
    }
    return written ? file->close() : written;
}

} // namespace

Result<void> writeTorchFile(const std::string &path, const std::string &key, const NamedTensors &tensors,
    const std::vector<std::string> &keysOfNone)
{
    const auto plan = planOf(key, tensors, keysOfNone);
    if (!plan)
        return tl::unexpected(plan.error());
    const std::string unfinished = path + ".tmp";
    if (const auto written = writeArchive(unfinished, *plan); !written)
        return written;
    std::error_code problem;
    std::filesystem::rename(unfinished, path, problem);
    if (problem) {
        std::error_code ignored;
        std::filesystem::remove(unfinished, ignored);
        return fail("Could not put " + path + " in its place.", problem.message());
    }
    return syncFolder(std::filesystem::absolute(path).parent_path().string());
}

} // namespace motley
