// Formats seconds for display and for screen readers.

/** 71 → '1:11' */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** 71 → '1 minute 11 seconds' */
export function spokenTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const minutes = Math.floor(whole / 60)
  const rest = counted(whole % 60, 'second')
  return minutes === 0 ? rest : `${counted(minutes, 'minute')} ${rest}`
}

function counted(count: number, unit: string) {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
