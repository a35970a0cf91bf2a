// A waveform as one SVG path, short enough to stand in the page ten times.

export const barWidth = 4
export const waveHeight = 72

const middle = waveHeight / 2

/** `bars` holds one height a character, '0' to 'z'; each becomes a stroke around the middle line. */
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
