// sd-bus of libsystemd for Swift: D-Bus, without a thread or a loop of its own.

#ifndef PLACEMARKD_CSYSTEMBUS_SHIM_H
#define PLACEMARKD_CSYSTEMBUS_SHIM_H

#include <systemd/sd-bus.h>

#endif
