#include "CPreviewPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t base_css[] = {
#embed "page/10-base.css"
};
static const uint8_t core_js[] = {
#embed "page/10-core.js"
};
static const uint8_t events_js[] = {
#embed "page/14-events.js"
};
static const uint8_t room_js[] = {
#embed "page/16-room.js"
};
static const uint8_t sources_js[] = {
#embed "page/18-sources.js"
};
static const uint8_t frames_js[] = {
#embed "page/20-frames.js"
};
static const uint8_t layout_css[] = {
#embed "page/20-layout.css"
};
static const uint8_t panels_css[] = {
#embed "page/30-panels.css"
};
static const uint8_t player_js[] = {
#embed "page/30-player.js"
};
static const uint8_t sound_js[] = {
#embed "page/32-sound.js"
};
static const uint8_t overlay_js[] = {
#embed "page/34-overlay.js"
};
static const uint8_t places_js[] = {
#embed "page/35-places.js"
};
static const uint8_t snapping_js[] = {
#embed "page/36-snapping.js"
};
static const uint8_t mover_js[] = {
#embed "page/37-mover.js"
};
static const uint8_t declared_js[] = {
#embed "page/38-declared.js"
};
static const uint8_t ground_js[] = {
#embed "page/38-ground.js"
};
static const uint8_t motion_path_js[] = {
#embed "page/38-motion-path.js"
};
static const uint8_t selection_js[] = {
#embed "page/38-selection.js"
};
static const uint8_t handles_js[] = {
#embed "page/39-handles.js"
};
static const uint8_t timeline_view_js[] = {
#embed "page/39-timeline-view.js"
};
static const uint8_t timeline_js[] = {
#embed "page/40-timeline.js"
};
static const uint8_t bars_js[] = {
#embed "page/41-bars.js"
};
static const uint8_t sound_bars_js[] = {
#embed "page/41-sound-bars.js"
};
static const uint8_t rows_js[] = {
#embed "page/42-rows.js"
};
static const uint8_t motions_js[] = {
#embed "page/43-motions.js"
};
static const uint8_t graph_editor_js[] = {
#embed "page/44-graph-editor.js"
};
static const uint8_t graph_drags_js[] = {
#embed "page/45-graph-drags.js"
};
static const uint8_t graph_spans_js[] = {
#embed "page/46-graph-spans.js"
};
static const uint8_t graph_edits_js[] = {
#embed "page/47-graph-edits.js"
};
static const uint8_t graph_js[] = {
#embed "page/50-graph.js"
};
static const uint8_t curves_js[] = {
#embed "page/52-curves.js"
};
static const uint8_t review_js[] = {
#embed "page/56-review.js"
};
static const uint8_t merge_js[] = {
#embed "page/58-merge.js"
};
static const uint8_t saving_js[] = {
#embed "page/59-saving.js"
};
static const uint8_t editor_js[] = {
#embed "page/60-editor.js"
};
static const uint8_t easing_js[] = {
#embed "page/61-easing.js"
};
static const uint8_t curve_editor_js[] = {
#embed "page/62-curve-editor.js"
};
static const uint8_t easing_menu_js[] = {
#embed "page/63-easing-menu.js"
};
static const uint8_t fields_js[] = {
#embed "page/64-fields.js"
};
static const uint8_t keyframes_js[] = {
#embed "page/66-keyframes.js"
};
static const uint8_t keyframe_tools_js[] = {
#embed "page/67-keyframe-tools.js"
};
static const uint8_t inspector_js[] = {
#embed "page/68-inspector.js"
};
static const uint8_t parts_js[] = {
#embed "page/69-parts.js"
};
static const uint8_t text_js[] = {
#embed "page/70-text.js"
};
static const uint8_t jobs_js[] = {
#embed "page/72-jobs.js"
};
static const uint8_t templates_js[] = {
#embed "page/73-templates.js"
};
static const uint8_t variants_js[] = {
#embed "page/74-variants.js"
};
static const uint8_t variant_form_js[] = {
#embed "page/75-variant-form.js"
};
static const uint8_t compare_js[] = {
#embed "page/76-compare.js"
};
static const uint8_t output_js[] = {
#embed "page/78-output.js"
};
static const uint8_t regress_js[] = {
#embed "page/80-regress.js"
};
static const uint8_t errors_js[] = {
#embed "page/82-errors.js"
};
static const uint8_t keys_js[] = {
#embed "page/84-keys.js"
};
static const uint8_t transport_js[] = {
#embed "page/85-transport.js"
};
static const uint8_t palettes_js[] = {
#embed "page/86-palettes.js"
};
static const uint8_t structure_js[] = {
#embed "page/88-structure.js"
};
static const uint8_t workspace_js[] = {
#embed "page/90-workspace.js"
};
static const uint8_t files_js[] = {
#embed "page/92-files.js"
};
static const uint8_t begin_js[] = {
#embed "page/99-begin.js"
};
static const uint8_t index_html[] = {
#embed "page/index.html"
};

/// Those of the style and of the script go into the page in this order.
static const PreviewPageFile files[] = {
    {"10-base.css", base_css, sizeof base_css},
    {"10-core.js", core_js, sizeof core_js},
    {"14-events.js", events_js, sizeof events_js},
    {"16-room.js", room_js, sizeof room_js},
    {"18-sources.js", sources_js, sizeof sources_js},
    {"20-frames.js", frames_js, sizeof frames_js},
    {"20-layout.css", layout_css, sizeof layout_css},
    {"30-panels.css", panels_css, sizeof panels_css},
    {"30-player.js", player_js, sizeof player_js},
    {"32-sound.js", sound_js, sizeof sound_js},
    {"34-overlay.js", overlay_js, sizeof overlay_js},
    {"35-places.js", places_js, sizeof places_js},
    {"36-snapping.js", snapping_js, sizeof snapping_js},
    {"37-mover.js", mover_js, sizeof mover_js},
    {"38-declared.js", declared_js, sizeof declared_js},
    {"38-ground.js", ground_js, sizeof ground_js},
    {"38-motion-path.js", motion_path_js, sizeof motion_path_js},
    {"38-selection.js", selection_js, sizeof selection_js},
    {"39-handles.js", handles_js, sizeof handles_js},
    {"39-timeline-view.js", timeline_view_js, sizeof timeline_view_js},
    {"40-timeline.js", timeline_js, sizeof timeline_js},
    {"41-bars.js", bars_js, sizeof bars_js},
    {"41-sound-bars.js", sound_bars_js, sizeof sound_bars_js},
    {"42-rows.js", rows_js, sizeof rows_js},
    {"43-motions.js", motions_js, sizeof motions_js},
    {"44-graph-editor.js", graph_editor_js, sizeof graph_editor_js},
    {"45-graph-drags.js", graph_drags_js, sizeof graph_drags_js},
    {"46-graph-spans.js", graph_spans_js, sizeof graph_spans_js},
    {"47-graph-edits.js", graph_edits_js, sizeof graph_edits_js},
    {"50-graph.js", graph_js, sizeof graph_js},
    {"52-curves.js", curves_js, sizeof curves_js},
    {"56-review.js", review_js, sizeof review_js},
    {"58-merge.js", merge_js, sizeof merge_js},
    {"59-saving.js", saving_js, sizeof saving_js},
    {"60-editor.js", editor_js, sizeof editor_js},
    {"61-easing.js", easing_js, sizeof easing_js},
    {"62-curve-editor.js", curve_editor_js, sizeof curve_editor_js},
    {"63-easing-menu.js", easing_menu_js, sizeof easing_menu_js},
    {"64-fields.js", fields_js, sizeof fields_js},
    {"66-keyframes.js", keyframes_js, sizeof keyframes_js},
    {"67-keyframe-tools.js", keyframe_tools_js, sizeof keyframe_tools_js},
    {"68-inspector.js", inspector_js, sizeof inspector_js},
    {"69-parts.js", parts_js, sizeof parts_js},
    {"70-text.js", text_js, sizeof text_js},
    {"72-jobs.js", jobs_js, sizeof jobs_js},
    {"73-templates.js", templates_js, sizeof templates_js},
    {"74-variants.js", variants_js, sizeof variants_js},
    {"75-variant-form.js", variant_form_js, sizeof variant_form_js},
    {"76-compare.js", compare_js, sizeof compare_js},
    {"78-output.js", output_js, sizeof output_js},
    {"80-regress.js", regress_js, sizeof regress_js},
    {"82-errors.js", errors_js, sizeof errors_js},
    {"84-keys.js", keys_js, sizeof keys_js},
    {"85-transport.js", transport_js, sizeof transport_js},
    {"86-palettes.js", palettes_js, sizeof palettes_js},
    {"88-structure.js", structure_js, sizeof structure_js},
    {"90-workspace.js", workspace_js, sizeof workspace_js},
    {"92-files.js", files_js, sizeof files_js},
    {"99-begin.js", begin_js, sizeof begin_js},
    {"index.html", index_html, sizeof index_html},
};

PreviewPageFile preview_page_file(size_t index) {
  const PreviewPageFile none = {"", NULL, 0};
  return index < sizeof files / sizeof files[0] ? files[index] : none;
}
