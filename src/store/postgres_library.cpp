#include "postgres_library.hpp"

#include <dlfcn.h>

#include <string>

#include "mirador/core/error.hpp"

namespace mirador::store {
namespace {

constexpr const char* file_name = "libpq.so.5";

[[noreturn]] void refuse() {
  const char* const reason = dlerror();
  throw RunError("store: cannot load PostgreSQL's client library (" +
                 std::string(reason == nullptr ? file_name : reason) +
                 "); install the package libpq5, or use a file as the store");
}

/// A function of the library, converted to the type it is assigned to.
class Symbol {
 public:
  explicit Symbol(void* address) : address_(address) {}
  template <class Function>
  operator Function*() const {
    return reinterpret_cast<Function*>(address_);
  }

 private:
  void* address_;
};

Symbol find(void* library, const char* name) {
  void* const address = dlsym(library, name);
  if (address == nullptr) refuse();
  return Symbol(address);
}

Libpq load() {
  void* const library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (library == nullptr) refuse();
  return {
      .PQbackendPID = find(library, "PQbackendPID"),
      .PQclear = find(library, "PQclear"),
      .PQcmdStatus = find(library, "PQcmdStatus"),
      .PQconnectdbParams = find(library, "PQconnectdbParams"),
      .PQconninfoFree = find(library, "PQconninfoFree"),
      .PQconninfoParse = find(library, "PQconninfoParse"),
      .PQconsumeInput = find(library, "PQconsumeInput"),
      .PQenterPipelineMode = find(library, "PQenterPipelineMode"),
      .PQerrorMessage = find(library, "PQerrorMessage"),
      .PQexitPipelineMode = find(library, "PQexitPipelineMode"),
      .PQfinish = find(library, "PQfinish"),
      .PQflush = find(library, "PQflush"),
      .PQfreemem = find(library, "PQfreemem"),
      .PQgetCopyData = find(library, "PQgetCopyData"),
      .PQgetResult = find(library, "PQgetResult"),
      .PQgetvalue = find(library, "PQgetvalue"),
      .PQisBusy = find(library, "PQisBusy"),
      .PQnotifies = find(library, "PQnotifies"),
      .PQntuples = find(library, "PQntuples"),
      .PQpipelineSync = find(library, "PQpipelineSync"),
      .PQresultErrorField = find(library, "PQresultErrorField"),
      .PQresultStatus = find(library, "PQresultStatus"),
      .PQsendPrepare = find(library, "PQsendPrepare"),
      .PQsendQuery = find(library, "PQsendQuery"),
      .PQsendQueryParams = find(library, "PQsendQueryParams"),
      .PQsendQueryPrepared = find(library, "PQsendQueryPrepared"),
      .PQsetNoticeProcessor = find(library, "PQsetNoticeProcessor"),
      .PQsetnonblocking = find(library, "PQsetnonblocking"),
      .PQsocket = find(library, "PQsocket"),
      .PQstatus = find(library, "PQstatus"),
      .PQtransactionStatus = find(library, "PQtransactionStatus"),
  };
}

}  // namespace

const Libpq& libpq() {
  static const Libpq functions = load();
  return functions;
}

}  // namespace mirador::store
