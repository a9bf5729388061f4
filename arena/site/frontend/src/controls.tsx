// The slider and the buttons below a board.
import { Icon } from "./icons";
import type { Player } from "./player";
import { lossOf } from "./review";
import { isProblem, type Game } from "./steps";
import { t } from "./texts";

const speeds = [0.5, 1, 2, 4, 10];

function Button({ label, icon, act, off = false }: { label: string; icon: Parameters<typeof Icon>[0]["name"]; act: () => void; off?: boolean }) {
  return (
    <button type="button" class="control" aria-label={label} title={label} onClick={act} aria-disabled={off}>
      <Icon name={icon} />
    </button>
  );
}

export function Controls({ game, player }: { game: Game; player: Player }) {
  const problems = game.steps.flatMap((step, i) => (isProblem(step) ? [i] : []));
  const worst = Math.max(0, ...game.steps.map(lossOf));
  const losses = game.steps.flatMap((step, i) => (lossOf(step) > worst / 20 ? [i] : []));
  const next = problems.find((i) => i > player.at) ?? problems[0];
  return (
    <div class="controls" role="group" aria-label={t("replay.controls")}>
      <div class="track">
        <span class="range">
        <input
          type="range"
          min={0}
          max={player.last}
          value={player.at}
          aria-label={t("replay.position")}
          aria-valuetext={t("replay.step_of", player.at, player.last)}
          onInput={(event) => player.go(Number(event.currentTarget.value))}
        />
        <svg class="marks" viewBox={`0 0 ${Math.max(1, player.last)} 1`} preserveAspectRatio="none" aria-hidden="true">
          {losses.map((i) => (
            <rect key={i} class="loss" x={i - player.last / 300} y={1 - lossOf(game.steps[i]!) / worst} width={player.last / 150} height={lossOf(game.steps[i]!) / worst} />
          ))}
          {problems.map((i) => (
            <rect key={i} class={game.steps[i]!.forfeit === undefined ? "refused" : "forfeit"} x={i - player.last / 300} y="0" width={player.last / 150} height="1" />
          ))}
        </svg>
        </span>
        <span class="step-number">
          {player.at}/{player.last}
        </span>
      </div>
      <div class="buttons">
        <Button label={t("replay.first")} icon="first" act={() => player.go(0)} off={player.at === 0} />
        <Button label={t("replay.back")} icon="back" act={() => player.move(-1)} off={player.at === 0} />
        <Button label={t(player.playing ? "replay.pause" : "replay.play")} icon={player.playing ? "pause" : "play"} act={player.toggle} />
        <Button label={t("replay.forward")} icon="forward" act={() => player.move(1)} off={player.at === player.last} />
        <Button label={t("replay.last")} icon="last" act={() => player.go(player.last)} off={player.at === player.last} />
        {next !== undefined && <Button label={t("replay.problem")} icon="problem" act={() => player.go(next)} />}
        <span class="speed">
          <select aria-label={t("replay.speed")} title={t("replay.speed")} value={player.speed} onChange={(event) => player.setSpeed(Number(event.currentTarget.value))}>
            {speeds.map((speed) => (
              <option key={speed} value={speed}>
                {speed}×
              </option>
            ))}
          </select>
        </span>
      </div>
    </div>
  );
}
