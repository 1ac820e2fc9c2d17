#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "live/render.hpp"
#include "live/words.hpp"
#include "mirador/core/text.hpp"
#include "text/csv_field.hpp"

namespace mirador::cli {
namespace {

std::string number(std::optional<double> value) {
  return value && std::isfinite(*value) ? exact(*value) : std::string();
}

std::string text_of(const Deed::Value& value) {
  return std::visit(
      [](const auto& v) -> std::string {
        using T = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<T, std::string>) return csv_field(v);
        if constexpr (std::is_same_v<T, bool>) return v ? "1" : "0";
        if constexpr (std::is_same_v<T, double>) return exact(v);
        if constexpr (std::is_same_v<T, std::uint64_t>) return std::to_string(v);
      },
      value);
}

/// When the arm left, and its differences to the answer.
std::string fields_of(const RoundsStatus& rounds, const std::string& arm) {
  const auto left = std::ranges::find(rounds.ruled_out, arm, &RuledOut::arm);
  const auto found = std::ranges::find(rounds.differences, arm, &DifferenceStatus::arm);
  std::string text = left == rounds.ruled_out.end() ? "," : fmt::format(",{}", left->round);
  if (found == rounds.differences.end()) return text + ",,,,,,";
  return text + fmt::format(",{},{},{},{},{},{}", number(found->estimate), number(found->low),
                            number(found->high), found->better, found->worse, found->tied);
}

}  // namespace

std::string to_csv(const StatusReport& report) {
  const std::optional<RoundsStatus>& rounds = report.status.rounds;
  std::string text = "arm,pulls,pending,mean,low,high,target,retired";
  text += rounds
              ? ",ruled_out_in_round,difference,difference_low,difference_high,better,worse,tied\n"
              : "\n";
  for (const ArmStatus& arm : report.status.arms) {
    text += csv_field(arm.name) + "," + std::to_string(arm.pulls) + "," +
            std::to_string(arm.pending) + "," + number(arm.mean) + "," + number(arm.low) + "," +
            number(arm.high) + "," + number(arm.target) + (arm.retired ? ",1" : ",0");
    text += (rounds ? fields_of(*rounds, arm.name) : "") + "\n";
  }
  return text;
}

std::string to_csv(const TicketReport& report) {
  const bool rounds = report.spec.rounds.has_value();
  const bool items = rounds && report.spec.rounds->items;
  std::string text = fmt::format("ticket,arm{}{}\n", rounds ? ",round" : "", items ? ",item" : "");
  for (const HandedOut& given : report.tickets) {
    text += std::to_string(given.ticket) + "," + csv_field(report.spec.arms[given.arm]);
    if (rounds) text += given.place ? "," + std::to_string(given.place->round) : ",";
    if (items) text += "," + csv_field(item_text(report.spec, given.place));
    text += "\n";
  }
  return text;
}

std::string to_csv(const ListReport& report) {
  std::string text = "name,created,events,heard,phase,answer,smallest_risk,samples,tags\n";
  for (const auto& [listing, status, problem] : report.experiments) {
    text += fmt::format("{},{},{},{}", csv_field(listing.name), listing.created, listing.events,
                        listing.heard);
    std::string tags;
    if (status) {
      for (const std::string& tag : status->tags) tags += (tags.empty() ? "" : ",") + tag;
    }
    text += status ? fmt::format(",{},{},{},{},{}\n", to_string(status->phase),
                                 csv_field(answer_text(*status)), exact(status->smallest_risk),
                                 status->samples, csv_field(tags))
                   : ",,,,,\n";
  }
  return text;
}

std::string to_csv(const VerifyReport& report) {
  std::string text = "name,events,intact,damage\n";
  for (const auto& [name, intact] : report.experiments) {
    text += fmt::format("{},{},{},{}\n", csv_field(name), intact.events, intact.damage.empty(),
                        csv_field(intact.damage));
  }
  return text;
}

std::string to_csv(const Deed& deed) {
  std::string head, row;
  for (const auto& [key, value] : deed.fields) {
    head.append(head.empty() ? "" : ",").append(key);
    row.append(row.empty() ? "" : ",").append(text_of(value));
  }
  return head + "\n" + row + "\n";
}

}  // namespace mirador::cli
