#include "engine/models/causal/chunkedloss.h"

#include "engine/models/layers/labelsmoothing.h"
#include "engine/models/layers/outputlayer.h"
#include "engine/models/layers/tokenlosses.h"

#include <ATen/autocast_mode.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/types.h>

#include <algorithm>
#include <utility>

namespace motley {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// Matrices of logits that exist at the same time in float32.
std::int64_t copiesOf(const OutputHead &head)
{
    return 1 + (head.divisor == 1 ? 0 : 1) + (head.cap > 0 ? 3 : 0);
}

std::int64_t tokensAtOnce(const OutputHead &head, std::int64_t most)
{
    return std::max<std::int64_t>(most / (head.words() * copiesOf(head)), 1);
}

// The type that a matrix is multiplied in.
at::ScalarType typeOf(const at::Tensor &input)
{
    const auto device = input.device().type();
    return at::autocast::is_autocast_enabled(device) ? at::autocast::get_autocast_dtype(device) : input.scalar_type();
}

// One product of the head, in the type that it is computed in, with the gradients as far as they are computed.
struct Factor {
    at::Tensor input; // [tokens, size]
    at::Tensor weight; // [words, padded as the output layer pads them, size]
    at::Tensor ofInput; // gradient; undefined: not wanted
    at::Tensor ofWeight; // float32 or wider
};

class Chunks {
public:
    Chunks(OutputHead head, at::Tensor labels, bool learns) : m_head(std::move(head)), m_labels(std::move(labels))
    {
        for (const auto &[input, weight] : m_head.products) {
            const at::ScalarType type = typeOf(input);
            Factor factor{input, paddedWords(weight.detach().to(type)), {}, {}};
            if (learns && input.requires_grad())
                factor.ofInput = at::empty_like(input, at::MemoryFormat::Contiguous);
            if (learns && weight.requires_grad())
                factor.ofWeight
                    = at::zeros(factor.weight.sizes(), weight.options().dtype(at::promote_types(type, at::kFloat)));
            m_learns = m_learns || factor.ofInput.defined() || factor.ofWeight.defined();
            m_factors.push_back(std::move(factor));
        }
    }

    // The summed loss of some of the tokens.
    at::Tensor run(std::int64_t first, std::int64_t last)
    {
        const at::Tensor labels = m_labels.slice(0, first, last);
        std::vector<at::Tensor> inputs;
        at::Tensor sums;
        for (const Factor &factor : m_factors) {
            inputs.push_back(factor.input.slice(0, first, last).to(factor.weight.scalar_type()));
            const at::Tensor product = at::mm(inputs.back(), factor.weight.t());
            sums = sums.defined() ? sums + product : product;
        }
        if (!m_learns)
            return lossOf(sums, labels);
        const torch::AutoGradMode recorded(true);
        sums.requires_grad_();
        const at::Tensor loss = lossOf(sums, labels);
        const at::Tensor gradient = torch::autograd::grad({loss}, {sums})[0];
        const torch::NoGradGuard done;
        for (std::size_t i = 0; i < m_factors.size(); ++i)
            pass(gradient.to(inputs[i].scalar_type()), inputs[i], m_factors[i], first);
        return loss.detach();
    }

    // Of input and weight of each product.
    variable_list gradients()
    {
        variable_list all;
        for (Factor &factor : m_factors) {
            all.push_back(std::move(factor.ofInput));
            all.push_back(factor.ofWeight.defined() ? factor.ofWeight.narrow(0, 0, m_head.words()) : at::Tensor());
            factor.ofWeight.reset();
        }
        return all;
    }

private:
    at::Tensor lossOf(const at::Tensor &sums, const at::Tensor &labels) const
    {
        const bool isPadded = sums.size(1) != m_head.words();
        const at::Tensor ofWords = isPadded ? sums.narrow(1, 0, m_head.words()) : sums.view_as(sums);
        const bool isLow = at::isReducedFloatingType(sums.scalar_type());
        const bool widens = isLow && (sums.is_cpu() || copiesOf(m_head) > 1); // else the softmax does it
        const at::Tensor wide = widens ? ofWords.to(at::kFloat) : ofWords;
        return smoothedLoss(dividedAndCapped(m_head, wide), labels, 0).smoothed;
    }

    static void pass(const at::Tensor &gradient, const at::Tensor &input, Factor &factor, std::int64_t first)
    {
        if (factor.ofInput.defined())
            factor.ofInput.narrow(0, first, input.size(0)).copy_(at::mm(gradient, factor.weight));
        if (!factor.ofWeight.defined())
            return;
        if (factor.ofWeight.scalar_type() == input.scalar_type())
            factor.ofWeight.addmm_(gradient.t(), input);
        else
            factor.ofWeight.add_(at::mm(gradient.t(), input));
    }

    OutputHead m_head;
    at::Tensor m_labels;
    std::vector<Factor> m_factors;
    bool m_learns = false;
};

struct Found : torch::CustomClassHolder {
    variable_list gradients;
};

struct ChunkedLoss : torch::autograd::Function<ChunkedLoss> {
    // tensors: input and weight of each product
    static at::Tensor forward(AutogradContext *context, const at::Tensor &labels, double divisor, double cap,
        std::int64_t most, bool learns, at::TensorList tensors)
    {
        OutputHead head{{}, divisor, cap};
        for (std::size_t i = 0; i < tensors.size(); i += 2)
            head.products.push_back({tensors[i], tensors[i + 1]});
        const std::int64_t tokens = labels.size(0), atOnce = tokensAtOnce(head, most);
        Chunks chunks(std::move(head), labels, learns);
        const c10::impl::ExcludeDispatchKeyGuard asTheyAre(c10::autocast_dispatch_keyset);
        at::Tensor sum;
        for (std::int64_t first = 0; first < tokens; first += atOnce) {
            const at::Tensor loss = chunks.run(first, std::min(first + atOnce, tokens));
            sum = sum.defined() ? sum + loss : loss;
        }
        auto found = c10::make_intrusive<Found>();
        found->gradients = chunks.gradients();
        context->saved_data["found"] = c10::IValue::make_capsule(std::move(found));
        return sum;
    }

    static variable_list backward(AutogradContext *context, variable_list gradients)
    {
        const auto holder = context->saved_data["found"].toCapsule();
        variable_list found = std::exchange(static_cast<Found &>(*holder).gradients, {});
        TORCH_CHECK(!found.empty(), "the gradients of a loss in chunks are there for one backward pass");
        for (at::Tensor &gradient : found)
            if (gradient.defined())
                gradient.mul_(gradients[0]);
        found.insert(found.begin(), 5, at::Tensor()); // the arguments before `tensors` have none
        return found;
    }
};

// Only tokens that have a label. On a GPU it takes a wait to know how many there are.
void leaveOutUnlabelled(OutputHead &head, at::Tensor &labels)
{
    const at::Tensor places = labels.ne(noLabel).nonzero().squeeze(1);
    if (places.size(0) == labels.size(0))
        return;
    labels = labels.index_select(0, places);
    for (OutputHead::Product &product : head.products)
        product.input = product.input.index_select(0, places);
}

} // namespace

at::Tensor summedWordLoss(const OutputHead &head, const at::Tensor &labels, std::int64_t most)
{
    OutputHead rows = head;
    for (OutputHead::Product &product : rows.products)
        product.input = product.input.reshape({-1, product.input.size(-1)});
    at::Tensor targets = labels.reshape({-1});
    const std::int64_t atOnce = tokensAtOnce(head, most);
    if (targets.is_cpu() || targets.size(0) > atOnce)
        leaveOutUnlabelled(rows, targets);
    if (targets.size(0) <= atOnce)
        return summedLabelLoss(logitsOf(rows), targets);
    variable_list tensors;
    for (const auto &[input, weight] : rows.products)
        tensors.insert(tensors.end(), {input, weight});
    return ChunkedLoss::apply(
        targets, rows.divisor, rows.cap, most, torch::GradMode::is_enabled(), at::TensorList(tensors));
}

std::int64_t bytesOfLogits(const OutputHead &head, std::int64_t tokens)
{
    const at::Tensor &input = head.products[0].input;
    const bool isLow = at::isReducedFloatingType(typeOf(input));
    const std::int64_t ofGradient = input.is_cpu() ? 0 : std::int64_t(sizeof(float)); // a CPU writes it over the logits
    const std::int64_t ofLow = isLow ? 2 * std::int64_t(sizeof(at::BFloat16)) : 0; // logits and their gradient
    return tokens * head.words() * (copiesOf(head) * std::int64_t(sizeof(float)) + ofGradient + ofLow);
}

std::int64_t mostBytesOfLogits(const OutputHead &head)
{
    return bytesOfLogits(head, tokensAtOnce(head, mostLogits));
}

} // namespace motley
