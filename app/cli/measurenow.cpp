#include "app/cli/measurenow.h"

#include "app/cli/terminal/statusline.h"
#include "remote/prepare/measurement.h"

#include <QEventLoop>

namespace motley {

Result<std::vector<CandidateMachine>> measureNow(
    const RunRequest &request, const ProfileStore &speeds, Prompter &prompter, bool isQuiet)
{
    Measurement measurement(&prompter);
    Result<std::vector<CandidateMachine>> found;
    QEventLoop loop;
    StatusLine status;
    QObject::connect(&measurement, &Measurement::progressed, &loop, [&](const MachineProgress &progress) {
        if (!isQuiet)
            status.show(progress);
    });
    QObject::connect(&measurement, &Measurement::measured, &loop, [&](const std::vector<CandidateMachine> &machines) {
        found = machines;
        loop.quit();
    });
    QObject::connect(&measurement, &Measurement::failed, &loop, [&](const Error &error) {
        found = tl::unexpected(error);
        loop.quit();
    });
    measurement.start(request);
    loop.exec();
    status.clear();
    if (found) {
        speeds.store(request.job, *found);
        speeds.fillIn(request.job, *found);
    }
    return found;
}

Result<ModelledChoice> modelledChoice(const JobSpec &job, const std::vector<CandidateMachine> &machines)
{
    auto model = modelRun(job, machines);
    if (!model)
        return tl::unexpected(model.error());
    auto choice = chooseMachines(model->job, model->cluster);
    if (!choice)
        return tl::unexpected(choice.error());
    return ModelledChoice{*std::move(model), *std::move(choice)};
}

RunRequest withBestMachines(
    const RunRequest &request, const MachineChoice &choice, const std::vector<CandidateMachine> &measured)
{
    RunRequest best = request;
    best.machines.clear();
    best.devices.clear();
    best.measured = measured;
    for (const std::size_t machine : choice.best.machines) {
        best.machines.push_back(request.machines[machine]);
        best.devices.push_back(request.devices[machine]);
    }
    return best;
}

} // namespace motley
