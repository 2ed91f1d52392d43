// Cairo and Pango for Swift: pictures as PNG and SVG from the same drawing, and text in all scripts.

#include <cairo-svg.h>
#include <cairo.h>
#include <pango/pangocairo.h>

/// Gives a layout back; the macro's argument is untyped, which Swift does not see.
static inline void placemark_layout_unref(PangoLayout *layout) { g_object_unref(layout); }
