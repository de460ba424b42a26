// Gives files of this machine to other machines that know a token, over TLS, for a while.
#pragma once

#include "engine/base/descriptor.h"
#include "engine/protocol/copies/filecopy.h"
#include "engine/protocol/copies/filepiece.h"
#include "engine/rendezvous/tlslistener.h"

#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace motley {

class FileGiver {
public:
    static Result<FileGiver> open(const GiveRequest &request); // errors: it cannot listen at that address

    int port() const { return m_listener.port(); }

    // Returns once nobody who knows the token has asked for anything for so long.
    void give(std::chrono::milliseconds quiet);

private:
    struct Caller {
        TlsConnection link;
        Deadline lastAsked;
        std::deque<PieceRequest> requests{}; // to answer
        std::string sha256{}; // of the open file
        Descriptor file{};
    };

    FileGiver(TlsListener listener, const GiveRequest &request);
    void serve(Caller &caller) const;
    std::optional<std::string> piece(Caller &caller, const PieceRequest &request) const;
    Descriptor openFile(const std::string &sha256) const;

    TlsListener m_listener;
    std::map<std::string, std::string> m_paths; // by SHA-256
    std::vector<Caller> m_callers;
};

} // namespace motley
