// The editor of code, for the languages of bots.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { go } from "@codemirror/lang-go";
import { java } from "@codemirror/lang-java";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { rust } from "@codemirror/lang-rust";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { ruby } from "@codemirror/legacy-modes/mode/ruby";
import { shell } from "@codemirror/legacy-modes/mode/shell";
import { Compartment, EditorState, type Extension } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { t } from "./texts";

const languages: Record<string, () => Extension> = {
  python,
  javascript,
  ruby: () => StreamLanguage.define(ruby),
  "c++": cpp,
  cpp,
  c: cpp,
  rust,
  go,
  java,
  shell: () => StreamLanguage.define(shell),
};

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "light-dark(#8a4b00, #f0b94c)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#0a62b0, #7fbcff)" },
  { tag: [tags.comment], color: "var(--faint)", fontStyle: "italic" },
  { tag: [tags.function(tags.variableName), tags.typeName, tags.className], color: "light-dark(#6f2c91, #d9a6f2)" },
]);

const look = EditorView.theme({
  "&": { border: "1px solid var(--line)", borderRadius: "0.4rem", background: "var(--panel)", color: "var(--ink)", fontSize: "0.9rem" },
  "&.cm-focused": { outline: "3px solid var(--glow)" },
  ".cm-content": { minHeight: "16rem", caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-scroller": { maxHeight: "34rem", overflow: "auto", fontFamily: "ui-monospace, monospace" },
  ".cm-gutters": { background: "transparent", color: "var(--faint)", border: "none" },
  ".cm-activeLine": { background: "color-mix(in srgb, var(--accent), transparent 92%)" },
});

// A shadow root lets the editor's styles through a Content-Security-Policy without inline styles.
export function replaceByEditor(field: HTMLTextAreaElement, choice: HTMLSelectElement | HTMLInputElement | null): void {
  const host = document.createElement("div");
  host.className = "editor";
  field.before(host);
  const root = host.attachShadow({ mode: "open" });
  const language = new Compartment();
  const chosen = (): Extension => languages[choice?.value ?? ""]?.() ?? [];
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: field.value,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of("    "),
        highlightActiveLine(),
        syntaxHighlighting(colours),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        language.of(chosen()),
        look,
        EditorView.contentAttributes.of({ "aria-label": t("hand_in.editor"), tabindex: "0" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) field.value = update.state.doc.toString();
        }),
      ],
    }),
  });
  field.hidden = true;
  choice?.addEventListener("change", () => view.dispatch({ effects: language.reconfigure(chosen()) }));
}
