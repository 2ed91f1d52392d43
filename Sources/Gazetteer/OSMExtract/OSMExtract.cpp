#include "OSMExtract.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

#include <osmium/area/assembler.hpp>
#include <osmium/area/multipolygon_manager.hpp>
#include <osmium/handler.hpp>
#include <osmium/handler/node_locations_for_ways.hpp>
#include <osmium/index/map/sparse_file_array.hpp>
#include <osmium/index/map/sparse_mmap_array.hpp>
#include <osmium/io/pbf_input.hpp>
#include <osmium/visitor.hpp>

namespace {

using PositionIndex = osmium::index::map::Map<osmium::unsigned_object_id_type, osmium::Location>;
using AreaManager = osmium::area::MultipolygonManager<osmium::area::Assembler>;

/// Whether an object has one of the wanted keys.
class Keys {
public:
    explicit Keys(const char *const *keys) {
        for (; keys && *keys; ++keys) m_keys.emplace_back(*keys);
    }

    bool contain(const std::string &key) const {
        return std::find(m_keys.begin(), m_keys.end(), key) != m_keys.end();
    }

    bool operator()(const osmium::TagList &tags) const {
        return std::any_of(tags.begin(), tags.end(), [this](const osmium::Tag &tag) {
            return std::find(m_keys.begin(), m_keys.end(), tag.key()) != m_keys.end();
        });
    }

    osmium::TagsFilter filter() const {
        osmium::TagsFilter filter{false};
        for (const auto &key : m_keys) filter.add_rule(true, osmium::TagMatcher{key});
        return filter;
    }

private:
    std::vector<std::string> m_keys;
};

/// The nodes that boundaries name, by relation.
struct NamedNodes {
    int64_t label = 0;
    int64_t centre = 0;
};

/// Calls the handlers with plain structures.
class Deliverer : public osmium::handler::Handler {
public:
    Deliverer(const OSMSelection &selection, const OSMHandlers &handlers) :
        m_node_keys(selection.node_keys), m_way_keys(selection.way_keys), m_area_keys(selection.area_keys),
        m_group_types(selection.group_types), m_handlers(handlers) {}

    void osm_object(const osmium::OSMObject &object) {
        newest = std::max(newest, int64_t{object.timestamp().seconds_since_epoch()});
    }

    void node(const osmium::Node &node) {
        ++node_count;
        if (!node.location().valid() || !m_node_keys(node.tags())) return;
        const OSMNode plain{object(node.id(), node.tags()), point(node.location())};
        m_handlers.node(m_handlers.context, &plain);
    }

    void way(const osmium::Way &way) {
        if (!m_way_keys(way.tags())) return;
        m_points.clear();
        m_ids.clear();
        for (const auto &node : way.nodes()) {
            m_points.push_back(
                node.location().valid() ? point(node.location()) : OSMPoint{OSM_MISSING, OSM_MISSING});
            m_ids.push_back(node.ref());
        }
        const OSMWay plain{object(way.id(), way.tags()), m_points.data(), m_ids.data(), m_points.size()};
        m_handlers.way(m_handlers.context, &plain);
    }

    void area(const osmium::Area &area) {
        // A closed way has been handed out as a way.
        if (area.from_way()) return;
        m_points.clear();
        m_ends.clear();
        for (const auto &outer : area.outer_rings()) {
            add(outer);
            for (const auto &inner : area.inner_rings(outer)) add(inner);
        }
        NamedNodes named;
        const auto found = named_nodes.find(area.orig_id());
        if (found != named_nodes.end()) named = found->second;
        const OSMArea plain{
            object(area.orig_id(), area.tags()), m_points.data(), m_ends.data(), m_ends.size(), named.label,
            named.centre};
        m_handlers.area(m_handlers.context, &plain);
    }

    void relation(const osmium::Relation &relation) {
        if (m_group_types.contain(relation.tags().get_value_by_key("type", ""))) group(relation);
        if (!m_area_keys(relation.tags())) return;
        const OSMObject plain = object(relation.id(), relation.tags());
        m_handlers.relation(m_handlers.context, &plain);
    }

    void incomplete(const osmium::Relation &relation) {
        const OSMObject plain = object(relation.id(), relation.tags());
        m_handlers.incomplete(m_handlers.context, &plain);
    }

    std::unordered_map<int64_t, NamedNodes> named_nodes;
    int64_t newest = 0;
    uint64_t node_count = 0;

private:
    static OSMPoint point(const osmium::Location &location) { return {location.x(), location.y()}; }

    OSMObject object(int64_t id, const osmium::TagList &tags) {
        m_tags.clear();
        for (const auto &tag : tags) m_tags.push_back({tag.key(), tag.value()});
        return {id, m_tags.data(), m_tags.size()};
    }

    void group(const osmium::Relation &relation) {
        m_members.clear();
        for (const auto &member : relation.members()) {
            m_members.push_back({osmium::item_type_to_char(member.type()), member.ref(), member.role()});
        }
        const OSMGroup plain{object(relation.id(), relation.tags()), m_members.data(), m_members.size()};
        m_handlers.group(m_handlers.context, &plain);
    }

    void add(const osmium::NodeRefList &ring) {
        for (const auto &node : ring) m_points.push_back(point(node.location()));
        m_ends.push_back(m_points.size());
    }

    Keys m_node_keys, m_way_keys, m_area_keys, m_group_types;
    const OSMHandlers &m_handlers;
    std::vector<OSMMember> m_members;
    std::vector<OSMTag> m_tags;
    std::vector<OSMPoint> m_points;
    std::vector<int64_t> m_ids;
    std::vector<size_t> m_ends;
};

/// A file without a name, which is gone when it is closed.
class NamelessFile {
public:
    explicit NamelessFile(const std::string &directory) {
        std::string path = directory + "/.placemark-gazetteer-XXXXXX";
        m_descriptor = mkstemp(path.data());
        if (m_descriptor < 0) throw std::system_error{errno, std::system_category(), directory};
        unlink(path.c_str());
    }
    ~NamelessFile() { close(m_descriptor); }
    NamelessFile(const NamelessFile &) = delete;
    NamelessFile &operator=(const NamelessFile &) = delete;
    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

void check(const osmium::io::Header &header) {
    if (header.has_multiple_object_versions()) {
        throw std::runtime_error{"it holds the history of the map; an extract of one moment is expected"};
    }
}

/// libosmium takes a file that ends within the length of a block for one that ends before it.
void check_end(const osmium::io::Reader &reader) {
    if (reader.file_size() && reader.offset() != reader.file_size()) throw std::runtime_error{"it is cut off"};
}

void read_relations(
    const osmium::io::File &file, AreaManager &areas, Deliverer &deliverer, const OSMHandlers &handlers,
    OSMSummary &summary)
{
    osmium::io::Reader reader{file, osmium::osm_entity_bits::relation};
    check(reader.header());
    const osmium::Timestamp date{[&] {
        const auto text = reader.header().get("osmosis_replication_timestamp");
        return text.empty() ? osmium::Timestamp{} : osmium::Timestamp{text.c_str()};
    }()};
    summary.date = date.valid() ? int64_t{date.seconds_since_epoch()} : 0;
    while (const auto buffer = reader.read()) {
        for (const auto &relation : buffer.select<osmium::Relation>()) {
            NamedNodes named;
            for (const auto &member : relation.members()) {
                if (member.type() != osmium::item_type::node) continue;
                const std::string role{member.role()};
                if (role == "label") named.label = member.ref();
                if (role == "admin_centre" || role == "admin_center") named.centre = member.ref();
            }
            if (named.label || named.centre) deliverer.named_nodes[relation.id()] = named;
        }
        osmium::apply(buffer, areas, deliverer);
        if (reader.file_size()) {
            handlers.progress(handlers.context, 0.5 * double(reader.offset()) / double(reader.file_size()));
        }
    }
    check_end(reader);
    reader.close();
    areas.prepare_for_lookup();
}

void read_all(
    const osmium::io::File &file, AreaManager &areas, PositionIndex &index, Deliverer &deliverer,
    const OSMHandlers &handlers)
{
    osmium::handler::NodeLocationsForWays<PositionIndex> positions{index};
    positions.ignore_errors();
    auto &assembler = areas.handler([&](osmium::memory::Buffer &&buffer) { osmium::apply(buffer, deliverer); });
    osmium::io::Reader reader{file, osmium::osm_entity_bits::node | osmium::osm_entity_bits::way};
    while (auto buffer = reader.read()) {
        osmium::apply(buffer, positions, deliverer, assembler);
        if (reader.file_size()) {
            handlers.progress(handlers.context, 0.5 + 0.5 * double(reader.offset()) / double(reader.file_size()));
        }
    }
    check_end(reader);
    reader.close();
    areas.for_each_incomplete_relation(
        [&](const osmium::relations::RelationHandle &relation) { deliverer.incomplete(*relation); });
}

}  // namespace

int osm_extract_read(
    const char *path, const OSMSelection *selection, const OSMOptions *options, const OSMHandlers *handlers,
    OSMSummary *summary, char *error, size_t error_size)
{
    try {
        const osmium::io::File file{path, "pbf"};
        AreaManager areas{osmium::area::AssemblerConfig{}, Keys{selection->area_keys}.filter()};
        Deliverer deliverer{*selection, *handlers};
        read_relations(file, areas, deliverer, *handlers, *summary);

        std::unique_ptr<NamelessFile> index_file;
        std::unique_ptr<PositionIndex> index;
        if (options->index_directory) {
            index_file = std::make_unique<NamelessFile>(options->index_directory);
            index = std::make_unique<osmium::index::map::SparseFileArray<
                osmium::unsigned_object_id_type, osmium::Location>>(index_file->descriptor());
        } else {
            index = std::make_unique<osmium::index::map::SparseMmapArray<
                osmium::unsigned_object_id_type, osmium::Location>>();
        }
        read_all(file, areas, *index, deliverer, *handlers);
        if (summary->date == 0) summary->date = deliverer.newest;
        summary->node_count = deliverer.node_count;
        return 0;
    } catch (const std::exception &exception) {
        std::snprintf(error, error_size, "%s", exception.what());
        return -1;
    }
}
