// What the links between machines were measured to be, whenever a run was prepared or somebody asked. Kept in a file on
// this computer.
#pragma once

#include "engine/plan/candidate.h"

#include <QDateTime>
#include <QString>

#include <vector>

namespace motley {

struct KnownLink { // in one direction; the other one is another link
    QString from; // name of a machine
    QString to;
    QString address; // of `to`: the fastest that answered, else one that was tried
    bool answered = false;
    double roundTripSeconds = 0; // of a small message; 0: not known
    double bytesPerSecond = 0; // 0: not known
    QDateTime measured;

    bool operator==(const KnownLink &) const = default;
};

class LinkStore {
public:
    explicit LinkStore(QString path) : m_path(std::move(path)) { }

    // Empty where there is no file, or one that cannot be read or is of another version.
    std::vector<KnownLink> all() const;

    // Takes the place of what was known of the same links. Errors: the file cannot be written, or another program
    // writes it.
    Result<void> store(const std::vector<CandidateMachine> &machines, const QDateTime &now) const;

private:
    QString m_path;
};

QString linksFile(const QString &dataFolder);

} // namespace motley
