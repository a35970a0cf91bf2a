// Peaks as text: one character a bar, so that a page carries a waveform in a hundred bytes.

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/** `peaks` are 0–255 over time; the loudest bar is always the full height. */
export function waveformOf(peaks: Uint8Array, bars: number): string {
  const loudest = Math.max(1, ...peaks)
  let text = ''
  for (let bar = 0; bar < bars; bar++) {
    const from = Math.floor((bar * peaks.length) / bars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * peaks.length) / bars))
    const highest = Math.max(...peaks.subarray(from, to))
    text += digits[Math.round((highest / loudest) * (digits.length - 1))] ?? '0'
  }
  return text
}
