// Encodes peaks as text, one character for each bar, so that a waveform takes about a hundred bytes in a page.

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'

/** `peaks` are 0–255 over time; the loudest bar always has the full height. */
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
