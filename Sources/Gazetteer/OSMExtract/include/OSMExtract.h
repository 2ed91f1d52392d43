#ifndef OSM_EXTRACT_H
#define OSM_EXTRACT_H

#include <stddef.h>
#include <stdint.h>

/// Reads OpenStreetMap extracts in PBF with libosmium, and hands out what placemark-gazetteer uses of them.
///
/// C++ throws, Swift cannot catch: all of libosmium stays behind these plain structures. Pointers are valid until the
/// call that was given them returns.

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    const char *key;
    const char *value;
} OSMTag;

/// A position in units of 10⁻⁷ degrees, as OpenStreetMap stores it.
typedef struct {
    int32_t longitude;
    int32_t latitude;
} OSMPoint;

typedef struct {
    int64_t id;
    const OSMTag *tags;
    size_t tag_count;
} OSMObject;

typedef struct {
    OSMObject object;
    OSMPoint point;
} OSMNode;

/// Both numbers of a point that the extract lacks.
#define OSM_MISSING INT32_MAX

typedef struct {
    OSMObject object;
    const OSMPoint *points;
    const int64_t *node_ids;
    size_t point_count;
} OSMWay;

/// A member of a relation.
typedef struct {
    /// 'n', 'w' or 'r'
    char type;
    int64_t id;
    const char *role;
} OSMMember;

/// A relation that says only what belongs together.
typedef struct {
    OSMObject object;
    const OSMMember *members;
    size_t member_count;
} OSMGroup;

/// The area of a relation, assembled.
typedef struct {
    OSMObject object;
    /// All rings' points one after the other, the last of each ring the same as its first. A ring's orientation says
    /// nothing: what an odd number of rings encloses is inside.
    const OSMPoint *points;
    const size_t *ring_ends;
    /// 0 when the members do not make rings.
    size_t ring_count;
    /// The nodes that a boundary names as its label and as its centre of administration; 0 for none.
    int64_t label_node, centre_node;
} OSMArea;

typedef struct {
    void *context;
    void (*node)(void *context, const OSMNode *node);
    void (*way)(void *context, const OSMWay *way);
    void (*area)(void *context, const OSMArea *area);
    /// A relation of which an area should come; told before all areas. None comes of it when the extract lacks nodes.
    void (*relation)(void *context, const OSMObject *relation);
    /// A relation of which the extract lacks some members: no area is made of it.
    void (*incomplete)(void *context, const OSMObject *relation);
    /// Told before all nodes, ways and areas.
    void (*group)(void *context, const OSMGroup *group);
    /// How much of the file has been read, 0…1.
    void (*progress)(void *context, double share);
} OSMHandlers;

/// Which objects are handed out: those that have one of these keys, and as groups the relations whose `type` is one of
/// `group_types`. A list ends with a null pointer.
typedef struct {
    const char *const *node_keys;
    const char *const *way_keys;
    const char *const *area_keys;
    const char *const *group_types;
} OSMSelection;

typedef struct {
    /// Where the positions of nodes are kept while the file is read: null for memory, 16 bytes for each node; else a
    /// directory for a file that is gone in the end.
    const char *index_directory;
} OSMOptions;

/// The date of the data: seconds since 1970 of the newest object, or of the replication that the file names; 0 for none.
typedef struct {
    int64_t date;
    uint64_t node_count;
} OSMSummary;

/// Reads a file from its beginning to its end, twice.
///
/// Returns 0, or -1 with a text in `error` (of `error_size` bytes) that says what is wrong with the file.
int osm_extract_read(
    const char *path, const OSMSelection *selection, const OSMOptions *options, const OSMHandlers *handlers,
    OSMSummary *summary, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
