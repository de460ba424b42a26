// What is known of the links between the machines of the list, each to each other one, and the words for it.
#pragma once

#include "remote/history/linkstore.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace motley {

struct LinkScene {
    QStringList machines; // as the window calls them
    std::vector<std::optional<KnownLink>> links; // from the first machine to each, then from the second, ...
    double slowest = 0; // bytes per second, of those that were measured; 0: none was
    double fastest = 0;

    int count() const { return int(machines.size()); }
    const std::optional<KnownLink> &link(int from, int to) const
    {
        return links[std::size_t(from) * std::size_t(count()) + std::size_t(to)];
    }
};

// `names`: of the machines, as links know them, in the order of `shown`.
LinkScene linkScene(const QStringList &names, const QStringList &shown, const std::vector<KnownLink> &known);

// From 0 to 1, on a logarithmic scale from the slowest link to the fastest, of at least four times.
double speedPart(const LinkScene &scene, double bytesPerSecond);

QString linkRateWords(double bytesPerSecond); // "941 Mbit/s"; 0: not known
QString linkDelayWords(double seconds); // "0.21 ms"
QString linkWords(const LinkScene &scene, int from, int to, const QDateTime &now); // a sentence
QString linkSummary(const LinkScene &scene); // how many are measured, and which is the slowest

} // namespace motley
