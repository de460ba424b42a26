#include "engine/tasks/scriptmodule.h"

#include "engine/models/layers/modulegroup.h"

namespace motley {

namespace {

// The module that contains the parameter `name`, whose dots separate nested modules; `last` becomes the part after the
// last dot.
torch::nn::Module &groupOf(torch::nn::Module &root, const std::string &name, std::string &last)
{
    torch::nn::Module *group = &root;
    std::size_t first = 0;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', first)) {
        const std::string part = name.substr(first, dot - first);
        const auto children = group->named_children();
        const auto *child = children.find(part);
        group = child ? child->get() : group->register_module(part, std::make_shared<ModuleGroup>()).get();
        first = dot + 1;
    }
    last = name.substr(first);
    return *group;
}

double toNumber(const c10::IValue &value)
{
    return value.isTensor() ? value.toTensor().item<double>() : value.toScalar().toDouble();
}

} // namespace

ScriptModule::ScriptModule(torch::jit::Module script) : m_script(std::move(script))
{
    std::string last;
    // Parameters that the script froze are registered as buffers: saved but not trained.
    for (const auto &parameter : m_script.named_parameters()) {
        auto &group = groupOf(*this, parameter.name, last);
        if (parameter.value.requires_grad())
            group.register_parameter(last, parameter.value);
        else
            group.register_buffer(last, parameter.value);
    }
    for (const auto &buffer : m_script.named_buffers())
        groupOf(*this, buffer.name, last).register_buffer(last, buffer.value);
}

std::string wordsOf(const std::exception &problem)
{
    const auto *ofTorch = dynamic_cast<const c10::Error *>(&problem);
    return ofTorch ? ofTorch->what_without_backtrace() : problem.what();
}

Result<std::shared_ptr<ScriptModule>> ScriptModule::load(const std::string &path)
{
    try {
        return std::shared_ptr<ScriptModule>(new ScriptModule(torch::jit::load(path, at::kCPU)));
    } catch (const std::exception &problem) {
        return fail(
            path + " is not a TorchScript file that can be opened. Write it with torch.jit.script(model).save().",
            wordsOf(problem));
    }
}

ScriptModule::Answer ScriptModule::forward(const std::vector<at::Tensor> &inputs)
{
    const c10::IValue returned = m_script.forward(std::vector<c10::IValue>(inputs.begin(), inputs.end()));
    Answer answer;
    if (returned.isTensor()) {
        answer.loss = returned.toTensor();
    } else if (returned.isTuple() && returned.toTupleRef().elements().size() == 2
        && returned.toTupleRef().elements()[0].isTensor() && returned.toTupleRef().elements()[1].isGenericDict()) {
        answer.loss = returned.toTupleRef().elements()[0].toTensor();
        for (const auto &item : returned.toTupleRef().elements()[1].toGenericDict())
            answer.metrics[item.key().toStringRef()] = toNumber(item.value());
    } else {
        throw std::runtime_error("The model's forward must return its loss, or the loss and a dictionary of metrics.");
    }
    if (answer.loss.numel() != 1)
        throw std::runtime_error("The model's forward must return one number as its loss, the mean over the samples.");
    answer.loss = answer.loss.reshape({});
    return answer;
}

void ScriptModule::train(bool on)
{
    torch::nn::Module::train(on);
    m_script.train(on);
}

} // namespace motley
