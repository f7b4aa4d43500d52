// What the check form takes of CodeMirror; see headjudge/web/pages/static/form/editors.js.

export { acceptCompletion, autocompletion } from "@codemirror/autocomplete";
export { history, isolateHistory, redo, standardKeymap, undo, undoDepth } from "@codemirror/commands";
export { EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
export { Decoration, EditorView, WidgetType, keymap, lineNumbers, placeholder } from "@codemirror/view";
