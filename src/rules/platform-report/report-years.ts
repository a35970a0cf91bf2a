// The years and quarters of the platform report: calendar years in London.

import { monthOf } from '../sales/sale-months.ts'

export const quarters = [1, 2, 3, 4] as const
export type Quarter = (typeof quarters)[number]
export type YearQuarter = { year: number; quarter: Quarter }

export const [firstReportYear, lastReportYear] = [2000, 2099]

export function quarterAt(moment: Date): YearQuarter {
  const [year = 0, month = 0] = monthOf(moment).split('-').map(Number)
  return { year, quarter: quarters[Math.ceil(month / 3) - 1] ?? 1 }
}

/** The latest year that has ended: the one that is reported next, by the 31st of January. */
export function closedYear(now: Date): number {
  return quarterAt(now).year - 1
}

/** What an admin reads without choosing: the present year, and in January the one that is reported. */
export function usualYear(now: Date): number {
  return monthOf(now).endsWith('-01') ? closedYear(now) : quarterAt(now).year
}

/** 'July to September 2026' */
export function quarterName({ year, quarter }: YearQuarter): string {
  return `${quarterMonths[quarter]} ${year}`
}

export const quarterMonths: Record<Quarter, string> = {
  1: 'January to March',
  2: 'April to June',
  3: 'July to September',
  4: 'October to December',
}
