# `cmake --install`, and find_package(mirador) for those who build on it.
include(CMakePackageConfigHelpers)
install(TARGETS mirador EXPORT mirador-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(MIRADOR_BUILD_CLI)
  install(TARGETS mirador_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(MIRADOR_HAS_MPI)
    install(TARGETS mirador_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  endif()
endif()
install(DIRECTORY include/mirador DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# Apart, because only those who ask for it (find_package(mirador COMPONENTS store)) need SQLite.
if(MIRADOR_BUILD_STORE)
  install(TARGETS mirador_store mirador_live mirador_race EXPORT mirador-store-targets
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT mirador-store-targets NAMESPACE mirador::
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mirador)
endif()
install(EXPORT mirador-targets NAMESPACE mirador::
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mirador)
configure_package_config_file(cmake/mirador-config.cmake.in mirador-config.cmake
        INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mirador)
write_basic_package_version_file(mirador-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/mirador-config.cmake
              ${PROJECT_BINARY_DIR}/mirador-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/mirador)
