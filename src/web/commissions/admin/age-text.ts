const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** '5 hours', '1 day', '12 days'; whole ones that have passed. */
export function ageText(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from)
  return ms < dayMs
    ? counted(Math.max(0, Math.floor(ms / hourMs)), 'hour')
    : counted(Math.floor(ms / dayMs), 'day')
}

/** Whole hours that have passed. */
export function hoursBetween(from: string, to: string): number {
  return Math.floor((Date.parse(to) - Date.parse(from)) / hourMs)
}

export function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
