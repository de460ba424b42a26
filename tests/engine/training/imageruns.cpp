#include "imageruns.h"

#include "idxfixture.h"

namespace motley {

ImageRuns::ImageRuns()
{
    writeImageData(m_folder.path(), 320, 80);
}

JobSpec ImageRuns::job() const
{
    JobSpec job;
    job.name = "pictures";
    job.batch = 32;
    job.epochs = 4;
    job.task = ImageSpec{{ImageModelSpec::Kind::SmallCnn, 4}, {dataFolder(), true}};
    job.optimizer = usualOptimizer(OptimizerSpec::Kind::AdamW);
    job.schedule.peak = 2e-3;
    job.checkpoint.everySteps = 0;
    return job;
}

RunResult ImageRuns::run(const JobSpec &job, const std::vector<std::int64_t> &shares)
{
    return runRanks({job, shares, freshFolder().toStdString()});
}

ImageModelSpec &networkOf(JobSpec &job)
{
    return std::get<ImageSpec>(job.task).model;
}

} // namespace motley
