#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "arrays.hpp"
#include "dictionaries.hpp"
#include "gil.hpp"
#include "mirador/experiment/history.hpp"
#include "mirador/live/http_store.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/live/live_experiment.hpp"
#include "mirador/race/race_spec.hpp"
#include "mirador/store/stores.hpp"
#include "module.hpp"
#include "request.hpp"
#include "table.hpp"
#include "ticket.hpp"

namespace mirador::python {
namespace {

std::unique_ptr<Store> open_place(const std::optional<std::string>& place) {
  return mirador::open_place(place ? *place : default_place());
}

using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;
using Vector = py::array_t<double, py::array::c_style | py::array::forcecast>;

/// The request id of a change, or none.
using Once = std::optional<std::string>;

std::string word_of(NotCounted why) {
  switch (why) {
    case NotCounted::retired:
      return "retired";
    case NotCounted::decided:
      return "decided";
    case NotCounted::left:
      return "left";
    case NotCounted::late:
      break;
  }
  return "late";
}

/// An experiment and its store. One thread at a time: others wait without holding the interpreter,
/// which parts written in Python need.
class PythonExperiment {
  /// The thread that is using the experiment, if any.
  class Ownership {
   public:
    explicit Ownership(std::atomic<std::thread::id>& owner) : owner_(owner) {
      owner_ = std::this_thread::get_id();
    }
    ~Ownership() { owner_ = std::thread::id(); }
    Ownership(const Ownership&) = delete;
    Ownership& operator=(const Ownership&) = delete;

   private:
    std::atomic<std::thread::id>& owner_;
  };

  /// Runs the action exclusively and without the interpreter.
  template <class Action>
  auto alone(Action&& action) {
    const WithoutPython released;
    if (process_ != getpid()) {
      throw RunError("experiment: it belongs to the process that opened it; open it here again");
    }
    if (owner_ == std::this_thread::get_id()) {
      throw RunError("experiment: its own rule or problem may not call it");
    }
    const std::lock_guard lock(mutex_);
    const Ownership mine(owner_);
    return action();
  }

  LiveExperiment& live() {
    if (live_) return *live_;
    throw RunError("experiment: it is closed");
  }
  /// A value of another would end a race for good.
  void refuse_race() {
    if (!is_race_) return;
    throw InputError("name: \"" + live().name() + "\" is a race, which runs its commands itself; " +
                     "go on with it by the command mirador race");
  }
  /// For a change that is made only once, however often it is called.
  LiveExperiment& live(const Once& request) {
    refuse_race();
    return once(request);
  }
  /// The same for one that does not disturb a race.
  LiveExperiment& once(const Once& request) {
    LiveExperiment& experiment = live();
    if (request) experiment.set_request(*request);
    return experiment;
  }
  std::vector<TicketOf> tickets(const std::vector<HandedOut>& given) const {
    std::vector<TicketOf> out;
    for (const HandedOut& one : given) {
      out.push_back(ticket_of(live_->spec(), one.ticket, one.arm, one.place));
    }
    return out;
  }
  std::vector<TicketOf> tickets(const std::vector<OpenTicket>& open) const {
    std::vector<TicketOf> out;
    for (const OpenTicket& one : open) {
      out.push_back(ticket_of(live_->spec(), one.ticket, one.arm, live_->place_of(one.ticket)));
    }
    return out;
  }

 public:
  static std::unique_ptr<PythonExperiment> create(const py::dict& request) {
    const ExperimentSpec spec = experiment_spec(request);
    const auto name = request["name"].cast<std::optional<std::string>>();
    const auto place = request["store"].cast<std::optional<std::string>>();
    const auto tags = request["tags"].cast<std::vector<std::string>>();
    const WithoutPython released;
    auto store = name ? open_place(place) : open_memory();
    auto live = LiveExperiment::create(*store, name.value_or("experiment"), spec, tags);
    return std::make_unique<PythonExperiment>(std::move(store), std::move(live));
  }
  static std::unique_ptr<PythonExperiment> open(const py::dict& request) {
    const OwnParts own = own_parts(request);
    const auto name = request["name"].cast<std::string>();
    const auto place = request["store"].cast<std::optional<std::string>>();
    const WithoutPython released;
    auto store = open_place(place);
    LiveExperiment live(*store, name, own);
    return std::make_unique<PythonExperiment>(std::move(store), std::move(live));
  }

  PythonExperiment(std::unique_ptr<Store> store, LiveExperiment live)
      : store_(std::move(store)),
        live_(std::move(live)),
        arms_(live_->spec().arms),
        is_race_(race::stored_race(live_->spec()).has_value()) {}

  /// Parts written in Python acquire the interpreter themselves when they are released.
  void close() {
    alone([this] {
      live_.reset();
      store_.reset();
    });
  }

  std::vector<TicketOf> ask(std::uint64_t count, std::optional<double> reissue_after,
                            const Once& request) {
    return alone([&] { return tickets(live(request).ask(count, reissue_after)); });
  }
  std::vector<TicketOf> ask_round(std::optional<double> reissue_after, const Once& request) {
    return alone([&] { return tickets(live(request).ask_round(reissue_after)); });
  }
  bool tell(const py::object& ticket, double value, std::string note, const Once& request) {
    const Ticket number = number_of(ticket);
    return alone([&] { return live(request).tell(number, value, std::move(note)); }) > 0;
  }
  std::size_t tell_many(const std::vector<std::tuple<py::object, double, std::string>>& told,
                        const Once& request) {
    std::vector<Reading> readings;
    for (const auto& [ticket, value, note] : told) {
      readings.push_back({number_of(ticket), value, note});
    }
    return alone([&] { return live(request).tell(readings); });
  }
  Ticket observe(const std::string& arm, double value, std::string note, const Once& request) {
    return alone([&] { return live(request).observe(arm, value, std::move(note)); });
  }
  std::size_t observe_many(const Indices& arms, const Vector& values, const Once& request) {
    std::vector<Observation> all;
    for (py::ssize_t i = 0; i < values.size(); ++i) {
      all.push_back({static_cast<Arm>(arms.at(i)), values.at(i)});
    }
    return alone([&] { return live(request).observe(all); });
  }
  std::size_t abandon(const std::vector<py::object>& tickets, const Once& request) {
    std::vector<Ticket> numbers;
    for (const py::object& ticket : tickets) numbers.push_back(number_of(ticket));
    return alone([&] { return live(request).abandon(numbers); });
  }
  void note(const std::string& text, const Once& request) {
    alone([&] { once(request).note(text); });
  }
  std::size_t change(std::optional<std::uint64_t> max_samples, std::optional<double> delta,
                     std::optional<double> margin, const Once& request) {
    return alone([&] { return live(request).change({max_samples, delta, margin}); });
  }
  void add_arms(const std::vector<std::string>& names, const Once& request) {
    alone([&] { live(request).add_arms(names); });
  }
  void retire_arms(const std::vector<std::string>& names, const Once& request) {
    alone([&] { live(request).retire_arms(names); });
  }
  std::size_t tag(const std::vector<std::string>& tags, const Once& request) {
    return alone([&] { return live(request).tag(tags); });
  }
  std::size_t untag(const std::vector<std::string>& tags, const Once& request) {
    return alone([&] { return live(request).untag(tags); });
  }
  /// All that there ever were, as when the experiment was read last.
  std::vector<std::string> arms() {
    return alone([this] {
      if (live_) arms_ = live_->spec().arms;
      return arms_;
    });
  }
  std::optional<std::string> not_counted(const py::object& ticket) {
    const Ticket number = number_of(ticket);
    const auto why = alone([&] { return live().not_counted(number); });
    return why ? std::optional(word_of(*why)) : std::nullopt;
  }
  bool is_waiting() {
    return alone([this] { return live().is_waiting(); });
  }
  /// As it was when the experiment was read last.
  double delta() {
    return alone([this] { return live().spec().delta; });
  }
  std::uint64_t observe_rounds(const Matrix& values, const Once& request) {
    const auto rows = rows_of(values);
    return about_table([&] { return alone([&] { return live(request).observe_rounds(rows); }); });
  }
  std::vector<TicketOf> open_tickets() {
    return alone([this] { return tickets(live().open_tickets()); });
  }
  void refresh() {
    alone([this] { live().refresh(); });
  }

  std::string phase() {
    return std::string(to_string(alone([this] { return live().phase(); })));
  }
  py::object verdict() {
    const auto verdict = alone([this] { return live().verdict(); });
    return verdict ? py::object(dict_of(*verdict)) : py::object(py::none());
  }
  py::dict status() {
    std::vector<TicketOf> open;
    std::vector<std::string> names;
    const ExperimentStatus status = alone([&] {
      ExperimentStatus found = live().status();
      open = tickets(found.open);
      names = live().spec().arms;
      return found;
    });
    return dict_of(status, names, open);
  }
  py::object lead() {
    const auto lead = alone([this] { return live().lead(); });
    if (!lead) return py::none();
    return py::make_tuple(lead->answer, lead->runner_up, lead->estimate, lead->low, lead->high);
  }
  py::dict history(std::uint64_t looks) {
    const History history = alone([&] {
      std::vector<Event> log;
      const std::string& name = live().name();  // before the store is used, which may be closed
      store_->read(name, 0, [&](const Event& event) { log.push_back(event); });
      return history_of(live().first_spec(), log, looks);
    });
    return dict_of(history, history.spec.arms.size());
  }

  /// The decisions of the maker as JSON text.
  std::string spec() {
    return alone([this] {
      const std::string& name = live().name();
      return store_->spec(name);
    });
  }

 private:
  std::mutex mutex_;
  std::atomic<std::thread::id> owner_;
  const pid_t process_ = getpid();
  std::unique_ptr<Store> store_;
  std::optional<LiveExperiment> live_;
  std::vector<std::string> arms_;
  const bool is_race_;
};

py::list list_experiments(const std::optional<std::string>& place) {
  const auto listings = [&] {
    const WithoutPython released;
    return open_place(place)->list();
  }();
  py::list out;
  for (const Listing& listing : listings) {
    out.append(py::make_tuple(listing.name, listing.created, listing.events, listing.heard));
  }
  return out;
}

void delete_experiment(const std::string& name, const std::optional<std::string>& place) {
  const WithoutPython released;
  open_place(place)->remove(name);
}

void rename(const std::string& name, const std::string& fresh,
            const std::optional<std::string>& place) {
  const WithoutPython released;
  rename_experiment(*open_place(place), name, fresh);
}

/// The text that a store would contain.
std::string spec_text(const py::dict& request) { return to_json(experiment_spec(request)); }

}  // namespace

void bind_experiment(py::module_& module) {
  bind_ticket(module);
  py::class_<PythonExperiment>(module, "Experiment")
      .def_static("create", &PythonExperiment::create, py::arg("request"))
      .def_static("open", &PythonExperiment::open, py::arg("request"))
      .def("close", &PythonExperiment::close)
      .def("ask", &PythonExperiment::ask, py::arg("count"), py::arg("reissue_after"),
           py::arg("request"))
      .def("ask_round", &PythonExperiment::ask_round, py::arg("reissue_after"), py::arg("request"))
      .def("observe_rounds", &PythonExperiment::observe_rounds, py::arg("values"),
           py::arg("request"))
      .def("tell", &PythonExperiment::tell, py::arg("ticket"), py::arg("value"), py::arg("note"),
           py::arg("request"))
      .def("tell_many", &PythonExperiment::tell_many, py::arg("told"), py::arg("request"))
      .def("observe", &PythonExperiment::observe, py::arg("arm"), py::arg("value"), py::arg("note"),
           py::arg("request"))
      .def("observe_many", &PythonExperiment::observe_many, py::arg("arms"), py::arg("values"),
           py::arg("request"))
      .def("abandon", &PythonExperiment::abandon, py::arg("tickets"), py::arg("request"))
      .def("note", &PythonExperiment::note, py::arg("text"), py::arg("request"))
      .def("change", &PythonExperiment::change, py::arg("max_samples"), py::arg("delta"),
           py::arg("margin"), py::arg("request"))
      .def("add_arms", &PythonExperiment::add_arms, py::arg("names"), py::arg("request"))
      .def("retire_arms", &PythonExperiment::retire_arms, py::arg("names"), py::arg("request"))
      .def("tag", &PythonExperiment::tag, py::arg("tags"), py::arg("request"))
      .def("untag", &PythonExperiment::untag, py::arg("tags"), py::arg("request"))
      .def("arms", &PythonExperiment::arms)
      .def("is_waiting", &PythonExperiment::is_waiting)
      .def("not_counted", &PythonExperiment::not_counted, py::arg("ticket"))
      .def("delta", &PythonExperiment::delta)
      .def("open_tickets", &PythonExperiment::open_tickets)
      .def("refresh", &PythonExperiment::refresh)
      .def("phase", &PythonExperiment::phase)
      .def("verdict", &PythonExperiment::verdict)
      .def("status", &PythonExperiment::status)
      .def("lead", &PythonExperiment::lead)
      .def("history", &PythonExperiment::history, py::arg("looks"))
      .def("spec", &PythonExperiment::spec);
  module.def("experiments", &list_experiments, py::arg("store"));
  module.def("delete", &delete_experiment, py::arg("name"), py::arg("store"));
  module.def("rename", &rename, py::arg("name"), py::arg("new"), py::arg("store"));
  module.def("spec_text", &spec_text, py::arg("request"));
}

}  // namespace mirador::python
