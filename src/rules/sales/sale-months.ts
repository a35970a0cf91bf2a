// Calendar months in London, as '2026-11': every date of the site is a London one.

const yearAndMonth = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/London',
  year: 'numeric',
  month: '2-digit',
})

export const monthPattern = /^20\d\d-(0[1-9]|1[0-2])$/

export function monthOf(moment: Date): string {
  return yearAndMonth.format(moment)
}

/** `count` months, the last of which is `month`. */
export function monthsUntil(month: string, count: number): string[] {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return Array.from({ length: count }, (_month, at) => {
    const months = year * 12 + number - 1 - (count - 1 - at)
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  })
}

const names = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' })
const shortNames = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'short' })

/** 'November 2026' */
export function monthName(month: string): string {
  return names.format(new Date(`${month}-01`))
}

/** 'Nov', and 'Sep', which is 'Sept' elsewhere: twelve have room on a phone. */
export function shortMonthName(month: string): string {
  return shortNames.format(new Date(`${month}-01`)).slice(0, 3)
}
