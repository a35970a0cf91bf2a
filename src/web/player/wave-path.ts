// A waveform as one SVG path, short because a page contains ten of them.

export const barWidth = 4
export const waveHeight = 72

const middle = waveHeight / 2

/** `bars` has one height per character, '0' to 'z'; each becomes a stroke around the middle line. */
export function wavePath(bars: string): string {
  let path = `M${-barWidth / 2} ${middle}`
  let below = 0
  for (const bar of bars) {
    const half = Math.max(1, Number.parseInt(bar, 36))
    path += `m${barWidth}-${below + half}v${2 * half}`
    below = half
  }
  return path
}

/** How far a key moves the position on a waveform. */
export const secondsByKey: Record<string, number> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -10,
  PageUp: 10,
}
