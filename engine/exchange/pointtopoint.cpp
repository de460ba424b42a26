#include "engine/exchange/pointtopoint.h"

#include <algorithm>
#include <stdexcept>

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

at::Device PointToPoint::deviceFor(at::Device device) const
{
    const auto backendOf = [&](c10::DeviceType type) { return m_processGroup->getBackend(type).get(); };
    return device.is_cuda() && backendOf(at::kCUDA) == backendOf(at::kCPU) ? at::Device(at::kCPU) : device;
}

void PointToPoint::exchange(const std::vector<Message> &sent, const std::vector<Message> &received)
{
    if (std::none_of(sent.begin(), sent.end(), hasNumbers)
        && std::none_of(received.begin(), received.end(), hasNumbers))
        return;
    for (const Message &message : sent)
        m_bytesSent += std::int64_t(message.numbers.nbytes());
    const bool onGpu
        = std::any_of(sent.begin(), sent.end(), isOnGpu) || std::any_of(received.begin(), received.end(), isOnGpu);
    if (m_sockets && !onGpu)
        exchangeOverSockets(sent, received);
    else
        exchangeOverProcessGroup(sent, received, onGpu);
}

void PointToPoint::exchangeOverSockets(const std::vector<Message> &sent, const std::vector<Message> &received)
{
    const auto ranks = static_cast<std::size_t>(size());
    std::vector<std::span<const char>> to(ranks);
    std::vector<std::span<char>> from(ranks);
    for (const Message &message : sent)
        to[std::size_t(message.peer)]
            = {static_cast<const char *>(message.numbers.const_data_ptr()), message.numbers.nbytes()};
    for (const Message &message : received)
        from[std::size_t(message.peer)]
            = {static_cast<char *>(message.numbers.mutable_data_ptr()), message.numbers.nbytes()};
    m_sockets->exchange(to, from);
}

void PointToPoint::exchangeOverProcessGroup(
    const std::vector<Message> &sent, const std::vector<Message> &received, bool onGpu)
{
    constexpr int tag = 0; // messages between two ranks are told apart by their order
    c10d::ProcessGroup &group = *m_processGroup;
    if (onGpu)
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
    if (onGpu)
        works = {group.endCoalescing(c10::DeviceType::CUDA)};
    for (const auto &work : works)
        if (!work->wait())
            throw std::runtime_error("A message was aborted.");
}

} // namespace motley
