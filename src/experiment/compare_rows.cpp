#include "mirador/experiment/compare_rows.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "mirador/core/error.hpp"

namespace mirador {

std::unique_ptr<Session> compare_rows(const ExperimentSpec& spec,
                                      std::span<const std::vector<double>> rows) {
  std::unique_ptr<Session> session = make_session(spec);
  const bool has_items = spec.rounds && spec.rounds->items.has_value();
  if (!has_items) {
    session->apply(session->observe_rounds(rows).events);
    return session;
  }
  if (*spec.rounds->items != rows.size()) {
    throw InputError("items: " + std::to_string(*spec.rounds->items) + " given for " +
                     std::to_string(rows.size()) + " rows; give a row for each");
  }
  const auto row_of = [&](std::size_t round) { return session->item_of(round + 1) - 1; };
  std::vector<std::vector<double>> in_order;
  for (std::size_t round = 0; round < rows.size(); ++round) in_order.push_back(rows[row_of(round)]);
  try {
    session->apply(session->observe_rounds(in_order).events);
  } catch (const ReadingError& error) {
    throw ReadingError(row_of(error.index()), error.complaint());
  }
  return session;
}

std::vector<std::optional<double>> means_of_rows(const ExperimentSpec& spec,
                                                 std::span<const std::vector<double>> rows) {
  std::vector<std::optional<double>> means(spec.arms.size());
  for (std::size_t arm = 0; arm < means.size(); ++arm) {
    double sum = 0.0, count = 0.0;
    for (const std::vector<double>& row : rows) {
      if (std::isnan(row[arm])) continue;
      sum += onto_scale(spec.scale, row[arm]);
      ++count;
    }
    if (count > 0.0) means[arm] = off_scale(spec.scale, sum / count);
  }
  return means;
}

namespace {

/// "rows 1 and 61 are both labelled "q7", and 3 more labels occur twice".
std::string doubt_about_labels(std::span<const std::string> labels) {
  std::map<std::string_view, std::size_t> first;
  std::set<std::string_view> repeated;
  std::string example;
  for (std::size_t row = 0; row < labels.size(); ++row) {
    const auto [place, is_new] = first.try_emplace(labels[row], row);
    if (is_new) continue;
    if (repeated.empty()) {
      example = "rows " + std::to_string(place->second + 1) + " and " + std::to_string(row + 1) +
                " are both labelled \"" + labels[row] + "\"";
    }
    repeated.insert(labels[row]);
  }
  if (repeated.size() > 1) {
    const std::size_t more = repeated.size() - 1;
    example += ", and " + std::to_string(more) + " more label" +
               (more == 1 ? " occurs" : "s occur") + " again";
  }
  return example.empty() ? example
                         : example + ": each row counts as a round; leave out rows that are copies";
}

/// With as many digits as tell the two apart.
std::pair<std::string, std::string> distinct_texts(double one, double other) {
  const auto text = [](double value, int digits) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, digits);
    return std::string(buffer.data(), end.ptr);
  };
  constexpr int fewest = 2, all = 17;
  int digits = fewest;
  while (digits < all && text(one, digits) == text(other, digits)) ++digits;
  return {text(one, digits), text(other, digits)};
}

/// "over all 60 rows tuned has the higher mean (3.1, large 2.9)"; empty if the means are equal.
std::string comparison_over_all(const ExperimentSpec& spec,
                                std::span<const std::vector<double>> rows, const std::string& one,
                                const std::string& other) {
  const auto means = means_of_rows(spec, rows);
  const auto mean_of = [&](const std::string& arm) {
    return means[static_cast<std::size_t>(std::ranges::find(spec.arms, arm) - spec.arms.begin())];
  };
  const std::optional<double> first = mean_of(one), second = mean_of(other);
  if (!first || !second || *first == *second) return {};
  const bool lowest = std::get<BestArmSpec>(spec.question).direction == Direction::lowest;
  const bool first_wins = lowest ? *first < *second : *first > *second;
  const auto [first_text, second_text] = distinct_texts(*first, *second);
  const std::string &better = first_wins ? first_text : second_text,
                    &worse = first_wins ? second_text : first_text;
  return "over all " + std::to_string(rows.size()) + " rows " + (first_wins ? one : other) +
         " has the " + (lowest ? "lower" : "higher") + " mean (" + better + ", " +
         (first_wins ? other : one) + " " + worse + ")";
}

std::string doubt_about_order(const ExperimentSpec& spec, std::span<const std::vector<double>> rows,
                              const Session& session) {
  const ExperimentStatus earlier = session.status();
  if (!earlier.verdict || spec.rounds->items || good_enough_of(spec.question) > 0.0) return {};
  std::vector<std::vector<double>> rest(
      rows.begin() + static_cast<std::ptrdiff_t>(earlier.rounds->rounds), rows.end());
  if (rest.empty()) return {};
  std::ranges::reverse(rest);
  const ExperimentStatus later = compare_rows(spec, rest)->status();
  if (!later.verdict) return {};
  const NamedAnswer& answer = later.verdict->answer;
  const bool agrees = std::ranges::any_of(answer.arms, [&](const std::string& arm) {
    return std::ranges::count(earlier.verdict->answer.arms, arm) > 0;
  });
  if (agrees) return {};
  const std::string over_all = comparison_over_all(spec, rows, later.verdict->answer.arms.front(),
                                                   earlier.verdict->answer.arms.front());
  return "the last " + std::to_string(later.rounds->rounds) + " rows decide for " + answer.text +
         " by themselves" + (over_all.empty() ? "" : ", and " + over_all) +
         ": the values change along the table, and the verdict is about its first rows; shuffle "
         "the "
         "rows if their order means nothing";
}

}  // namespace

std::vector<std::string> doubts_about_rows(const ExperimentSpec& spec,
                                           std::span<const std::vector<double>> rows,
                                           std::span<const std::string> labels,
                                           const Session& session) {
  std::vector<std::string> doubts = {doubt_about_labels(labels),
                                     doubt_about_order(spec, rows, session)};
  std::erase(doubts, "");
  return doubts;
}

}  // namespace mirador
