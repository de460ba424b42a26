// The JSON schema of a job, made from the same list of fields that reads and writes it, so that it cannot fall behind.
#include "engine/protocol/fieldwalk.h"
#include "engine/protocol/jobfields.h"
#include "engine/protocol/jobranges.h"
#include "engine/protocol/jobspec.h"

#include <map>

namespace motley {

namespace {

// One sentence per field, by its path. A field without one fails the schema's test.
const std::map<std::string, const char *> descriptions{
    {"name", "What people call this job."},
    {"task", "What is trained; the engine's tasks command lists the names."},
    {"seed", "Same seed, same samples, same curve, on any machines."},
    {"batch", "Samples of one step, over all machines together."},
    {"epochs", "How often every training sample is used."},
    {"maxSteps", "Ends the run earlier than the epochs would; 0: it does not."},
    {"clipNorm", "Largest norm of the whole gradient; 0: no clipping."},
    {"precision", "The numbers that the network computes in."},
    {"memory", "What ranks may do to need less of it."},
    {"optimizer", "How the gradient changes the parameters."},
    {"optimizer.kind", "The method."},
    {"optimizer.momentum", "Of sgd, rmsprop and muon."},
    {"optimizer.nesterov", "Of sgd and muon: look ahead."},
    {"optimizer.beta1", "Decay of the mean gradient, where the method has one."},
    {"optimizer.beta2", "Decay of the mean square of the gradient, where the method has one."},
    {"optimizer.epsilon", "Keeps steps finite where gradients vanish; left out, what is usual for the method."},
    {"optimizer.amsgrad", "Of adam and adamw: divides by the largest mean square so far."},
    {"optimizer.weightDecay",
        "Of adamw, hetseq-adam, adafactor, lamb, lion and muon: decoupled; of the others: added to the gradient."},
    {"optimizer.decayBiasesAndNorms", "False: only parameters of two and more dimensions decay."},
    {"optimizer.clipValue", "Largest entry of a gradient, in either direction; 0: no clipping."},
    {"optimizer.averageDecay", "Of a moving average of the parameters, which is tested and saved; 0: none."},
    {"schedule", "The learning rate over the run."},
    {"schedule.kind", "Its shape after the warm-up."},
    {"schedule.peak", "Learning rate after the warm-up."},
    {"schedule.epochPeaks", "In place of peak: one per epoch, the last for all that follow."},
    {"schedule.scaling", "How the peak grows with batch / baseBatch."},
    {"schedule.baseBatch", "The global batch that the peak was found with."},
    {"schedule.warmupSteps", "Steps of linear growth to the peak; of one-cycle: of its rise, 0: 30 % of the run."},
    {"schedule.stepFactor", "Of step: what the rate is multiplied by."},
    {"schedule.stepEpochs", "Of step: epochs between two changes."},
    {"schedule.decaySteps", "Steps until the rate is at its end, warm-up included; 0: those of the run."},
    {"schedule.power", "Of polynomial: 1 is a line, 2 falls steeply first."},
    {"schedule.initialFraction", "Of one-cycle and triangular: they rise from this part of the peak."},
    {"schedule.finalFraction", "Of linear, polynomial, cosine and one-cycle: they end at this part of the peak."},
    {"schedule.cycleSteps", "Of cosine: steps until it starts again, 0: never; of triangular: up and down, 0: once."},
    {"schedule.cycleGrowth", "Of cosine: a cycle is so many times as long as the one before."},
    {"schedule.cycleFactor", "Of cosine and triangular: a cycle is so many times as high as the one before."},
    {"schedule.lateByOne", "As HetSeq counts: every step has the rate of the one before; a warm-up begins at 0."},
    {"evaluateEveryEpochs", "Epochs between two looks at the test set."},
    {"stopping", "When the run ends early."},
    {"checkpoint", "What is kept against losing work."},
    {"checkpoint.everySteps", "Steps between two checkpoints; 0: only at the end and at a stop."},
    {"checkpoint.keep", "How many of the newest are kept."},
    {"checkpoint.keepBest", "Keeps that of the best test too, and its model."},
    {"continueFrom", "Other work that this run goes on from."},
};

class SchemaWriter {
public:
    SchemaWriter(const JobSpec &job, std::string path) : m_job(job), m_path(std::move(path)) { }

    template <typename T>
    void operator()(const char *name, T &value, const FieldInfo &info = {})
    {
        const auto path = m_path.empty() ? std::string(name) : m_path + "." + name;
        Json &field = m_properties[name];
        field["description"] = *info.help ? info.help : descriptions.at(path);
        field.update(schemaOf(value, path, info));
        if (info.needed || field.contains("required"))
            m_required.push_back(name);
    }

    // The name of an alternative, and for each name the fields that come with it.
    template <typename... Ts>
    void choice(const char *name, std::variant<Ts...> &value, const FieldInfo & = {})
    {
        const Json usual = std::visit([](const auto &chosen) { return Json(chosen.name); }, value);
        Json &field = m_properties[name];
        field = {{"description", descriptions.at(name)}, {"enum", Json::array({Ts::name...})}, {"default", usual}};
        (addCase(name, Ts(), usual), ...);
    }

    Json take()
    {
        Json schema{{"type", "object"}};
        schema[m_cases.empty() ? "additionalProperties" : "unevaluatedProperties"] = false;
        schema["properties"] = std::move(m_properties);
        if (!m_cases.empty())
            schema["allOf"] = std::move(m_cases);
        if (!m_required.empty())
            schema["required"] = std::move(m_required);
        return schema;
    }

private:
    template <typename T>
    void addCase(const char *name, T alternative, const Json &usual)
    {
        // What is needed only where another path is missing is not required: all paths are there.
        walkFields(alternative, [](const std::string &, auto &value, const FieldInfo &) {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, DataPath>)
                value = "there";
        });
        SchemaWriter fields(m_job, m_path);
        describe(fields, alternative);
        Json condition{{"properties", {{name, {{"const", T::name}}}}}};
        if (usual != T::name)
            condition["required"] = {name};
        Json section = fields.take();
        section.erase("type");
        section.erase("additionalProperties");
        m_cases.push_back({{"if", condition}, {"then", section}});
    }

    template <typename T>
    Json schemaOf(T &value, const std::string &path, const FieldInfo &info) const
    {
        if constexpr (std::is_same_v<T, bool>) {
            return {{"type", "boolean"}, {"default", value}};
        } else if constexpr (std::is_arithmetic_v<T>) {
            Json schema{{"type", std::is_integral_v<T> ? "integer" : "number"}};
            if (std::is_unsigned_v<T>)
                schema["minimum"] = 0;
            for (const auto &range : fieldRanges(m_job))
                if (path == range.field)
                    schema.update(limitsOf<T>(range.least, range.most));
            if (std::isfinite(info.least))
                schema.update(limitsOf<T>(info.least, info.most));
            schema["default"] = value;
            return schema;
        } else if constexpr (std::is_same_v<T, std::string>) {
            return {{"type", "string"}, {"minLength", 1}};
        } else if constexpr (std::is_same_v<T, DataPath>) {
            return {{"type", "string"}, {"format", "path"}};
        } else if constexpr (std::is_enum_v<T>) {
            Json names = Json::array();
            for (const auto &[item, text] : EnumNames<T>::table)
                names.push_back(text);
            return {{"enum", names}, {"default", FieldWriter::toJsonValue(value)}};
        } else if constexpr (std::is_same_v<T, std::vector<double>>) {
            return {{"type", "array"}, {"items", {{"type", "number"}}}};
        } else {
            SchemaWriter fields(m_job, path);
            describe(fields, value);
            return fields.take();
        }
    }

    template <typename T>
    static Json limitsOf(double least, double most)
    {
        return {{"minimum", T(least)}, {"maximum", T(most)}};
    }

    const JobSpec &m_job;
    std::string m_path;
    Json m_properties = Json::object();
    Json m_cases = Json::array();
    Json m_required = Json::array();
};

} // namespace

std::string jobSchema()
{
    JobSpec job;
    SchemaWriter fields(job, {});
    describe(fields, job);
    Json body = fields.take();

    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "A job for Motley"}};
    schema.update(body);
    Json properties{{"version", {{"const", JobSpec::currentVersion}}}};
    properties.update(schema["properties"]);
    properties["name"]["maxLength"] = 80;
    schema["properties"] = properties;
    schema["required"] = {"version", "name"};
    return schema.dump(2) + "\n";
}

} // namespace motley
