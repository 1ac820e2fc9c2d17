#include "mirador/simulate/tally.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <stdexcept>

namespace mirador {
namespace {

using Entry = Tally::Entry;

/// Radix sort with digits of eleven bits, lowest first, skipping digits that all numbers share: two
/// or three passes for stopping times, several times faster than comparison sorts.
void sort_by_digits(std::vector<std::uint64_t>& values) {
  constexpr unsigned bits = 11;
  constexpr std::uint64_t mask = (1u << bits) - 1;
  std::uint64_t differing = 0;
  for (const std::uint64_t value : values) differing |= value ^ values.front();
  std::vector<std::uint64_t> sorted(values.size());
  for (unsigned shift = 0; shift < 64; shift += bits) {
    if ((differing >> shift & mask) == 0) continue;
    std::array<std::size_t, mask + 1> places{};
    for (const std::uint64_t value : values) ++places[value >> shift & mask];
    std::size_t next = 0;
    for (std::size_t& place : places) {
      const std::size_t count = place;
      place = next;
      next += count;
    }
    for (const std::uint64_t value : values) sorted[places[value >> shift & mask]++] = value;
    values.swap(sorted);
  }
}

/// Sorts the values and counts each.
std::vector<Entry> counted(std::vector<std::uint64_t>& values) {
  if (values.empty()) return {};
  sort_by_digits(values);
  std::vector<Entry> entries;
  for (const std::uint64_t value : values) {
    if (entries.empty() || entries.back().value != value) entries.push_back({value, 0});
    ++entries.back().count;
  }
  return entries;
}

std::size_t size_of_union(std::span<const Entry> one, std::span<const Entry> two) {
  std::size_t shared = 0;
  for (auto i = one.begin(), j = two.begin(); i != one.end() && j != two.end();) {
    const std::uint64_t left = i->value, right = j->value;
    shared += left == right;
    i += left <= right;
    j += right <= left;
  }
  return one.size() + two.size() - shared;
}

std::vector<Entry> united(std::span<const Entry> one, std::span<const Entry> two) {
  std::vector<Entry> all;
  all.reserve(size_of_union(one, two));  // no growth, to save memory
  auto i = one.begin(), j = two.begin();
  while (i != one.end() && j != two.end()) {
    if (i->value == j->value) {
      all.push_back({i->value, i->count + j->count});
      ++i, ++j;
    } else {
      all.push_back(i->value < j->value ? *i++ : *j++);
    }
  }
  all.insert(all.end(), i, one.end());
  all.insert(all.end(), j, two.end());
  return all;
}

}  // namespace

Tally::Tally(std::vector<Entry> entries) {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].count == 0 || (i > 0 && entries[i - 1].value >= entries[i].value)) {
      throw std::invalid_argument("a tally needs rising values and positive counts");
    }
    settled_ += entries[i].count;
  }
  take(std::move(entries));
}

void Tally::take(std::vector<Entry> entries) {
  entries_ = std::move(entries);
  // Merging moves every entry: doing it for a quarter of them amortises the cost, and needs an
  // eighth of the memory.
  patience_ = std::max(patience_, entries_.size() / 4);
}

void Tally::settle() {
  settled_ += pending_.size();
  take(united(entries_, counted(pending_)));
  pending_.clear();
}

void Tally::merge(const Tally& other) {
  settled_ += other.size();
  take(united(entries_, other.entries()));
}

WideCount Tally::sum() const {
  WideCount total = 0;
  for (const Entry& entry : entries_) total += WideCount{entry.value} * entry.count;
  for (const std::uint64_t value : pending_) total += value;
  return total;
}

WideCount Tally::sum_of_squares() const {
  WideCount total = 0;
  for (const Entry& entry : entries_) total += WideCount{entry.value} * entry.value * entry.count;
  for (const std::uint64_t value : pending_) total += WideCount{value} * value;
  return total;
}

std::vector<Entry> Tally::entries() const {
  std::vector<std::uint64_t> pending = pending_;
  return united(entries_, counted(pending));
}

std::size_t Tally::footprint() const {
  return entries_.capacity() * sizeof(Entry) + pending_.capacity() * sizeof(std::uint64_t);
}

double mean_of(const Tally& tally) {
  return tally.empty() ? std::numeric_limits<double>::quiet_NaN()
                       : static_cast<double>(tally.sum()) / static_cast<double>(tally.size());
}

}  // namespace mirador
