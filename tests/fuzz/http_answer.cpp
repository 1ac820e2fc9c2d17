#include "http_answer.hpp"

#include "fuzz.hpp"
#include "http_address.hpp"

/// What another process answers over HTTP, and addresses of services: refused, or read.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador;
  fuzz::Input input(data, size);
  const std::uint8_t part = input.byte();
  const std::string text(input.rest());
  switch (part % 5) {
    case 0:
      fuzz::accepted<RunError>([&] {
        const live::LogPage page = live::log_page_in(text);
        fuzz::require(page.spec.starts_with('{'), "the spec of a log is an object");
      });
      break;
    case 1:
      fuzz::accepted<RunError>([&] { live::made_in(text); });
      break;
    case 2:
      fuzz::accepted<RunError>([&] { live::listings_in(text); });
      break;
    case 3: {
      const live::HttpAnswer answer{
          .status = 422, .type = "application/problem+json", .body = text};
      fuzz::require(!live::detail_of(answer).empty(), "a problem says something");
      fuzz::require(live::detail_of(answer).find('\n') == std::string::npos, "in one line");
      break;
    }
    default:
      fuzz::accepted([&] {
        const live::HttpAddress address = live::parse_address(text);
        fuzz::require(address.base.find('@') == std::string::npos, "no password in an address");
        fuzz::require(live::parse_address(address.base).base == address.base, "an address stays");
      });
  }
  return 0;
}
