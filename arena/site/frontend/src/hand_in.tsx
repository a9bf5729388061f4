// Puts an editor in the place of <textarea id="code">; the field "language" chooses its colours. The editor is large,
// so it is loaded only here, and the plain field works until then.
import { setLanguage } from "./texts";

const field = document.querySelector<HTMLTextAreaElement>("textarea#code");
if (field) {
  setLanguage(document.documentElement.lang);
  void import("./editor").then(({ replaceByEditor }) => {
    replaceByEditor(field, document.querySelector<HTMLSelectElement | HTMLInputElement>("#language"));
  });
}
