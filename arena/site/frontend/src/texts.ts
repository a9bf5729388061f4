// The texts of the pages in the reader's language, from texts.json.
import texts from "../texts.json";

export type TextKey = keyof typeof texts;

const languages = ["en", "ru"] as const;
export type Language = (typeof languages)[number];

let column = 0;

export function setLanguage(language: string): void {
  column = language.startsWith("ru") ? 1 : 0;
  document.documentElement.lang = languages[column]!;
}

export function language(): Language {
  return languages[column]!;
}

// What the person at this page is called, who is "you" to arena.
export function ownName(name: string): string {
  return name === "you" ? texts["play.you"][column]! : name;
}

// Replaces {0}, {1} and so on by the other arguments, and [wins|win] by what fits: the second if the reader is meant.
export function t(key: TextKey, ...parts: (string | number)[]): string {
  const text = texts[key][column] ?? texts[key][0]!;
  const isYou = parts.includes(ownName("you"));
  return text.replace(/\[([^|\]]*)\|([^\]]*)\]/g, (_, other: string, you: string) => (isYou ? you : other)).replace(/\{(\d)\}/g, (_, place: string) => String(parts[Number(place)] ?? ""));
}

// For keys that are put together from data, such as the reason of a forfeit.
export function known(key: string): key is TextKey {
  return key in texts;
}
