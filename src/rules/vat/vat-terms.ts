// Which VAT a sale contains: who sells decides what it is contained in, and the day in London decides the rate.

export const vatModes = ['none', 'fee', 'sale'] as const
/** `fee`: the artist sells, and the platform's fees contain VAT. `sale`: the platform sells, and the customer's price does. */
export type VatMode = (typeof vatModes)[number]

/** In hundredths of a per cent. */
export const maxVatRate = 10_000

/** Applies from the beginning of this day in London ('2026-11-28') until the next one begins; always, if that is null. */
export type Dated<Value> = { from: string | null; value: Value }

export type VatSettings = {
  mode: VatMode
  /** The earliest first. */
  rates: readonly Dated<number>[]
  numbers: readonly Dated<string>[]
}

export const noVatSettings: VatSettings = { mode: 'none', rates: [], numbers: [] }

/** What is frozen on a sale. */
export type VatTerms = { mode: VatMode; rate: number; number: string | null }

export const withoutVat: VatTerms = { mode: 'none', rate: 0, number: null }

/** No VAT applies before the first day of a rate. */
export function vatTermsAt({ mode, rates, numbers }: VatSettings, at: Date): VatTerms {
  if (mode === 'none') return withoutVat
  const [rate, number] = [valueAt(rates, at), valueAt(numbers, at)]
  return rate === null || number === null ? withoutVat : { mode, rate, number }
}

const londonDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' })

/** What applies then; null before the first day. */
export function valueAt<Value>(values: readonly Dated<Value>[], at: Date): Value | null {
  const day = londonDay.format(at)
  return values.findLast(({ from }) => from === null || from <= day)?.value ?? null
}

/** 2000 → '20%', 1750 → '17.5%' */
export function vatPercent(rate: number): string {
  return `${rate / 100}%`
}

/** '17.5' → 1750; null for anything but a percentage of at most 100 with two decimals. */
export function parseVatRate(text: string): number | null {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const rate = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return rate <= maxVatRate ? rate : null
}
