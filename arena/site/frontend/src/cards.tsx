// Cards as SVG. Suits and lands differ in shape and in colour, so no one needs to distinguish colours.
import { t } from "./texts";

const suitShapes: Record<string, string> = {
  S: "M12 1.5C16.5 7.5 21.5 10 21.5 14.5 21.5 17.3 19.5 19 17.2 19 15.4 19 13.8 18 12.9 16.4 13.1 19 14 21 15.6 22.5H8.4C10 21 10.9 19 11.1 16.4 10.2 18 8.6 19 6.8 19 4.5 19 2.5 17.3 2.5 14.5 2.5 10 7.5 7.5 12 1.5Z",
  C: "M12 1.8a4.7 4.7 0 0 1 3.6 7.7 4.9 4.9 0 1 1-2.5 7c.2 2.4.9 4.4 2.5 6H8.4c1.6-1.6 2.3-3.6 2.5-6a4.9 4.9 0 1 1-2.5-7A4.7 4.7 0 0 1 12 1.8Z",
  H: "M12 21.5C5 15.5 1.8 12 1.8 8 1.8 4.9 4.2 2.7 7 2.7 9.2 2.7 11 3.9 12 6 13 3.9 14.8 2.7 17 2.7 19.8 2.7 22.2 4.9 22.2 8 22.2 12 19 15.5 12 21.5Z",
  D: "M12 1.2L20.5 12 12 22.8 3.5 12Z",
};

const landShapes: Record<string, string> = {
  D: "M12 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM1 21.5C4 14.5 8.5 13.5 12 16.5 15.5 19.5 18.5 18.5 23 13V21.5Z",
  O: "M1 7.5C4 4 7 4 10 7 13 10 17 10 23 5.5V9C17 13.5 13 13.5 10 10.5 7 7.5 4 7.5 1 11ZM1 15.5C4 12 7 12 10 15 13 18 17 18 23 13.5V17C17 21.5 13 21.5 10 18.5 7 15.5 4 15.5 1 19Z",
  M: "M0.5 21.5L9 4.5 13.5 13 16 9 23.5 21.5ZM9 8.2L6.6 13 9 11.8 11.4 13Z",
  J: "M20.5 2.5C21.5 14 16 20.5 7.5 18.7L4.5 22 3 20.5 6 17.2C3.5 9 10 3 20.5 2.5ZM16 7L8.5 14.8 9.5 15.8Z",
  V: "M1 22.5L8.5 11.5H15.5L23 22.5ZM12.5 0.8C12 3 16.5 4.5 14.5 9.5H9.8C8 6 11.5 5 12.5 0.8Z",
};

const landNames = { D: "land.D", O: "land.O", M: "land.M", J: "land.J", V: "land.V" } as const;
const suitNames = { S: "suit.S", C: "suit.C", H: "suit.H", D: "suit.D" } as const;

export type Suit = keyof typeof suitNames;
export type Land = keyof typeof landNames;
export const suits: Suit[] = ["S", "C", "H", "D"];
export const lands: Land[] = ["D", "O", "M", "J", "V"];
export const glyphs: Record<Suit, string> = { S: "♠", C: "♣", H: "♥", D: "♦" };

export const suitName = (suit: Suit): string => t(suitNames[suit]);
export const landName = (land: Land): string => t(landNames[land]);

export function SuitSign({ suit }: { suit: Suit }) {
  return (
    <svg class={`sign suit-${suit}`} viewBox="0 0 24 24" role="img" aria-label={suitName(suit)}>
      <path d={suitShapes[suit]!} />
    </svg>
  );
}

export function LandSign({ land }: { land: Land }) {
  return (
    <svg class={`sign land-${land}`} viewBox="0 0 24 24" role="img" aria-label={landName(land)}>
      <path d={landShapes[land]!} fill-rule="evenodd" />
    </svg>
  );
}

// "10H", "*" or "*9C" (a joker that stands for the nine of clubs) in words.
export function cardName(card: string): string {
  if (card === "*") return t("card.joker");
  if (card.startsWith("*")) return t("card.joker_as", cardName(card.slice(1)));
  return card.slice(0, -1) + glyphs[card.slice(-1) as Suit];
}

// "InvD" or "10D" of Lost Cities in words.
export function landCardName(card: string): string {
  const value = card.slice(0, -1);
  return `${landName(card.slice(-1) as Land)} ${value === "Inv" ? t("card.investment") : value}`;
}

function Face({ label, kind, children }: { label: string; kind: string; children: preact.ComponentChildren }) {
  return (
    <svg class={`card ${kind}`} viewBox="0 0 60 84" role="img" aria-label={label}>
      <rect class="card-face" x="1" y="1" width="58" height="82" rx="7" />
      {children}
    </svg>
  );
}

export function PlayingCard({ card }: { card: string }) {
  if (card === "*")
    return (
      <Face label={t("card.joker")} kind="joker">
        <text class="rank" x="6" y="25">★</text>
        <path class="pip" transform="translate(13 32) scale(1.45)" d={star} />
      </Face>
    );
  const joker = card.startsWith("*");
  const name = joker ? card.slice(1) : card;
  const suit = name.slice(-1) as Suit;
  const rank = name.slice(0, -1);
  return (
    <Face label={cardName(card)} kind={`suit-${suit}${joker ? " joker" : ""}`}>
      <text class={rank.length > 1 ? "rank narrow" : "rank"} x="5" y="26">{rank}</text>
      <path class="pip" transform="translate(5 32) scale(0.8)" d={suitShapes[suit]!} />
      {joker ? (
        <path class="pip" transform="translate(26 44) scale(1.2)" d={star} />
      ) : (
        <path class="pip" transform="translate(24 46) scale(1.3)" d={suitShapes[suit]!} />
      )}
    </Face>
  );
}

const star = "M12 1l3.2 7.2 7.8.8-5.9 5.2 1.7 7.7L12 17.9l-6.8 4 1.7-7.7L1 9l7.8-.8Z";

export function LandCard({ card }: { card: string }) {
  const land = card.slice(-1) as Land;
  const value = card.slice(0, -1);
  return (
    <Face label={landCardName(card)} kind={`land-${land}`}>
      {value === "Inv" ? (
        <g>
          <circle class="coin" cx="17" cy="17" r="11.5" />
          <text class="coin-sign" x="17" y="23.5">×</text>
        </g>
      ) : (
        <text class={value.length > 1 ? "rank narrow" : "rank"} x="6" y="26">{value}</text>
      )}
      <path class="pip" transform="translate(38 6) scale(0.7)" d={landShapes[land]!} fill-rule="evenodd" />
      <path class="pip" transform="translate(13 38) scale(1.450)" d={landShapes[land]!} fill-rule="evenodd" />
    </Face>
  );
}

// A card with only a number; `kind` colours it.
export function NumberCard({ value, label, kind = "" }: { value: string; label?: string; kind?: string }) {
  return (
    <Face label={label ?? value} kind={`number ${kind}`}>
      <text class={value.length > 1 ? "big narrow" : "big"} x="30" y="55">{value}</text>
    </Face>
  );
}

export function CardBack({ label }: { label?: string }) {
  return (
    <svg class="card back" viewBox="0 0 60 84" role="img" aria-label={label ?? t("card.hidden")}>
      <rect class="card-face" x="1" y="1" width="58" height="82" rx="7" />
      <path class="weave" d="M30 10L52 42 30 74 8 42ZM30 24L42 42 30 60 18 42Z" />
    </svg>
  );
}
