#include "engine/exchange/pointtopoint.h"

#include <algorithm>

namespace motley {

namespace {

bool hasNumbers(const Message &message)
{
    return message.numbers.numel() > 0;
}

bool isOnGpu(const Message &message)
{
    return message.numbers.is_cuda();
}

} // namespace

void exchangeMessages(c10d::ProcessGroup &group, const std::vector<Message> &sent, const std::vector<Message> &received)
{
    constexpr int tag = 0; // messages between two ranks are told apart by their order
    if (std::none_of(sent.begin(), sent.end(), hasNumbers)
        && std::none_of(received.begin(), received.end(), hasNumbers))
        return;
    const bool coalesces
        = std::any_of(sent.begin(), sent.end(), isOnGpu) || std::any_of(received.begin(), received.end(), isOnGpu);
    if (coalesces)
        group.startCoalescing(c10::DeviceType::CUDA);
    std::vector<c10::intrusive_ptr<c10d::Work>> works;
    const auto add = [&](const Message &message, bool sends) {
        std::vector<at::Tensor> tensors{message.numbers};
        if (hasNumbers(message))
            works.push_back(sends ? group.send(tensors, message.peer, tag) : group.recv(tensors, message.peer, tag));
    };
    for (const Message &message : received)
        add(message, false);
    for (const Message &message : sent)
        add(message, true);
    if (coalesces)
        works = {group.endCoalescing(c10::DeviceType::CUDA)};
    for (const auto &work : works)
        work->wait();
}

} // namespace motley
