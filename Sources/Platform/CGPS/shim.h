// libgps for Swift: the few calls that placemarkd needs, and one flat struct in the place of gps_data_t.
//
// gps_data_t has another size and another shape in each release of libgps (24,496 bytes in 3.22, 38,456 in 3.26), so
// Swift sees an opaque pointer, and every field is read here, with the header that belongs to the installed library.
// Compiles with gpsd 3.22 to 3.27.

#ifndef PLACEMARKD_CGPS_SHIM_H
#define PLACEMARKD_CGPS_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <gps.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timex.h>

/// A session with gpsd: gps_data_t, which Swift must not look into.
typedef struct cgps_session cgps_session;

/// What a TPV report says of the things that a Location holds. Numbers that gpsd did not send are NaN.
typedef struct {
    int mode;                           // 0 unknown, 1 no fix, 2 two dimensions, 3 three dimensions
    int status;                         // raw: the names of its values differ between releases; 8 is simulated
    bool has_time;
    int64_t seconds, nanoseconds;       // since 1970-01-01T00:00:00Z, when has_time
    double latitude, longitude;         // degrees
    double altitude_msl, altitude_hae;  // metres
    double eph, epx, epy, epv;          // metres, 95 %
    double track, epd;                  // degrees
    double speed, eps;                  // m/s
    char device[GPS_PATH_MAX];          // empty when gpsd did not say
} cgps_tpv;

/// What an ATT report says of the direction in which the box points.
typedef struct {
    double heading;                     // degrees from true north; NaN when gpsd did not send it
    char mag_st;                        // what a compass says of its magnetometer; 0 when it says nothing
    char device[GPS_PATH_MAX];          // empty when gpsd did not say
} cgps_att;

/// Allocates a closed session. On the heap because of its size, and zeroed. NULL when there is no memory.
static inline cgps_session *cgps_allocate(void) {
    struct gps_data_t *data = (struct gps_data_t *)calloc(1, sizeof *data);
    if (data != NULL) data->gps_fd = -1;
    return (cgps_session *)data;
}

/// Connects. Blocks in DNS and connect(). Returns 0, or the negative NL_* number that gps_open() leaves in errno (-2
/// unknown host, -6 no connection), or -100 when it left none (3.27). From 3.25 on libgps keeps both pointers: they
/// must outlive the session.
static inline int cgps_open(cgps_session *session, const char *host, const char *port) {
    struct gps_data_t *data = (struct gps_data_t *)session;
    errno = 0;
    if (gps_open(host, port, data) != 0) {
        int reason = errno;
        data->gps_fd = -1;
        return reason < 0 ? reason : -100;
    }
    // libgps does not set it, and the socket is not for programs that placemarkd starts.
    (void)fcntl((int)data->gps_fd, F_SETFD, FD_CLOEXEC);
    return 0;
}

/// The non-blocking socket, or -1. A function, because the field's type differs: socket_t in 3.22, gps_fd_t in 3.26.
static inline int cgps_descriptor(const cgps_session *session) {
    return (int)((const struct gps_data_t *)session)->gps_fd;
}

/// Asks gpsd for reports in JSON, and for the sentences of NMEA 0183 as they come to it if those are wanted too. Returns 0, or
/// -1 when it could not be sent.
static inline int cgps_watch(cgps_session *session, bool with_sentences) {
    unsigned int flags = WATCH_ENABLE | WATCH_JSON | (with_sentences ? WATCH_NMEA : 0);
    return gps_stream((struct gps_data_t *)session, flags, NULL);
}

/// Sends one command. gps_send() is variadic, which Swift cannot call. Returns 0, or -1 when it could not be sent.
static inline int cgps_send(cgps_session *session, const char *command) {
    return gps_send((struct gps_data_t *)session, "%s", command);
}

/// Parses one TPV report, which must end in NUL and is overwritten.
///
/// `set` keeps the bits of the report before when libgps does not understand a line: it is zeroed first.
///
/// The line must have been vetted (ReportLine.swift): gps_unpack() of 3.22 loops for ever over
/// `{"class":"TPV","x":[1],"class":"TPV"}`, and so does gps_read(), which calls it.
static inline cgps_tpv cgps_parse_tpv(cgps_session *session, char *line) {
    struct gps_data_t *data = (struct gps_data_t *)session;
    data->set = 0;
    (void)gps_unpack(line, data);
    const struct gps_fix_t *fix = &data->fix;
    cgps_tpv tpv = {
        .mode = (data->set & MODE_SET) != 0 ? fix->mode : MODE_NOT_SEEN,
        .status = fix->status,
        .has_time = (data->set & TIME_SET) != 0,
        .seconds = fix->time.tv_sec,
        .nanoseconds = fix->time.tv_nsec,
        .latitude = fix->latitude,
        .longitude = fix->longitude,
        .altitude_msl = fix->altMSL,
        .altitude_hae = fix->altHAE,
        .eph = fix->eph,
        .epx = fix->epx,
        .epy = fix->epy,
        .epv = fix->epv,
        .track = fix->track,
        .epd = fix->epd,
        .speed = fix->speed,
        .eps = fix->eps,
        .device = "",
    };
    memcpy(tpv.device, data->dev.path, strnlen(data->dev.path, sizeof tpv.device - 1));
    return tpv;
}

/// The device of a report. Swift imports an array of char as a tuple, of which it can take no address.
static inline const char *cgps_tpv_device(const cgps_tpv *tpv) { return tpv->device; }

/// Parses one ATT report, under the same conditions.
///
/// libgps keeps the attitude in a union with the reports of other classes, and leaves alone what a report does not
/// have: what is read here is emptied first.
static inline cgps_att cgps_parse_att(cgps_session *session, char *line) {
    struct gps_data_t *data = (struct gps_data_t *)session;
    data->set = 0;
    data->dev.path[0] = '\0';
    data->attitude.heading = NAN;
    data->attitude.mag_st = '\0';
    (void)gps_unpack(line, data);
    bool is_attitude = (data->set & ATTITUDE_SET) != 0;
    cgps_att att = {
        .heading = is_attitude ? data->attitude.heading : NAN,
        .mag_st = is_attitude ? data->attitude.mag_st : '\0',
        .device = "",
    };
    memcpy(att.device, data->dev.path, strnlen(data->dev.path, sizeof att.device - 1));
    return att;
}

/// The device of a report, likewise.
static inline const char *cgps_att_device(const cgps_att *att) { return att->device; }

/// Closes what is open, and frees the session.
static inline void cgps_free(cgps_session *session) {
    struct gps_data_t *data = (struct gps_data_t *)session;
    // gps_close() takes a negative descriptor for its shared memory export.
    if ((int)data->gps_fd >= 0) (void)gps_close(data);
    free(data);
}

/// Whether nothing keeps the system clock right, as adjtimex(2) tells; Swift's Glibc does not have sys/timex.h.
static inline bool cgps_clock_is_unsynchronized(void) {
    struct timex state = {.modes = 0};
    return adjtimex(&state) == TIME_ERROR || (state.status & STA_UNSYNC);
}

#endif
