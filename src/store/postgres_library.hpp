#pragma once

#include <libpq-fe.h>

namespace mirador::store {

/// The functions of libpq that are used, under their original names.
struct Libpq {
  decltype(&::PQbackendPID) PQbackendPID;
  decltype(&::PQclear) PQclear;
  decltype(&::PQcmdStatus) PQcmdStatus;
  decltype(&::PQconnectdbParams) PQconnectdbParams;
  decltype(&::PQconninfoFree) PQconninfoFree;
  decltype(&::PQconninfoParse) PQconninfoParse;
  decltype(&::PQconsumeInput) PQconsumeInput;
  decltype(&::PQenterPipelineMode) PQenterPipelineMode;
  decltype(&::PQerrorMessage) PQerrorMessage;
  decltype(&::PQexitPipelineMode) PQexitPipelineMode;
  decltype(&::PQfinish) PQfinish;
  decltype(&::PQflush) PQflush;
  decltype(&::PQfreemem) PQfreemem;
  decltype(&::PQgetCopyData) PQgetCopyData;
  decltype(&::PQgetResult) PQgetResult;
  decltype(&::PQgetvalue) PQgetvalue;
  decltype(&::PQisBusy) PQisBusy;
  decltype(&::PQnotifies) PQnotifies;
  decltype(&::PQntuples) PQntuples;
  decltype(&::PQpipelineSync) PQpipelineSync;
  decltype(&::PQresultErrorField) PQresultErrorField;
  decltype(&::PQresultStatus) PQresultStatus;
  decltype(&::PQsendPrepare) PQsendPrepare;
  decltype(&::PQsendQuery) PQsendQuery;
  decltype(&::PQsendQueryParams) PQsendQueryParams;
  decltype(&::PQsendQueryPrepared) PQsendQueryPrepared;
  decltype(&::PQsetNoticeProcessor) PQsetNoticeProcessor;
  decltype(&::PQsetnonblocking) PQsetnonblocking;
  decltype(&::PQsocket) PQsocket;
  decltype(&::PQstatus) PQstatus;
  decltype(&::PQtransactionStatus) PQtransactionStatus;
};

/// libpq, loaded by the first call: it loads some thirty libraries (TLS, LDAP, Kerberos), which no
/// other store needs. It stays loaded until the process ends. Any thread may call this. Throws
/// RunError if the library is missing; a later call tries again.
const Libpq& libpq();

}  // namespace mirador::store
