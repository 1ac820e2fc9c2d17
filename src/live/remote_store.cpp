#include "mirador/live/remote_store.hpp"

#include <stdexcept>

namespace mirador {
std::unique_ptr<Transaction> RemoteStore::write(const std::string&, const Request&) { throw std::logic_error("x"); }
bool RemoteStore::holds(const std::string&, const Request&) { throw std::logic_error("x"); }
}  // namespace mirador
