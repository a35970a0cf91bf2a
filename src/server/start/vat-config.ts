// The variables of VAT: which prices contain it, and from which day on a rate and a number apply.

import { z } from 'zod'
import {
  parseVatRate,
  valueAt,
  vatModes,
  type Dated,
  type VatMode,
  type VatSettings,
} from '#rules/vat/vat-terms.ts'
import { optional } from './config-values.ts'

export const vatVariables = {
  VAT_MODE: optional(z.enum(vatModes, `must be one of ${vatModes.join(', ')}`)),
  VAT_RATE: optional(
    dated(
      parseVatRate,
      'a percentage, like 20 or 17.5, by days like 2027-01-01 20 | 2028-04-01 17.5',
    ),
  ),
  SELLER_VAT_NUMBER: optional(
    dated(
      parseNumber,
      'a number, like GB123456789, by days like GB123456789 | 2028-04-01 GB987654321',
    ),
  ),
}

/** Countries write theirs differently: letters, digits and spaces, shown as they are typed. */
function parseNumber(text: string): string | null {
  return /^[0-9A-Z][0-9A-Z ]{2,18}$/.test(text) ? text : null
}

/** Values separated by `|`; before all but the first stands the first day on which it applies, and before that it can. */
function dated<Value>(parse: (text: string) => Value | null, form: string) {
  return z.string().transform((text, context): Dated<Value>[] => {
    const values = text.split('|').map((part) => {
      const [, from = null, rest = ''] = /^\s*(\d{4}-\d{2}-\d{2})?\s*(.*?)\s*$/.exec(part) ?? []
      return { from, value: parse(rest) }
    })
    const read = values.flatMap(({ from, value }) => (value === null ? [] : [{ from, value }]))
    if (read.length === values.length && areInOrder(read)) return read
    context.addIssue(`must be ${form}, the earliest first`)
    return z.NEVER
  })
}

function areInOrder(values: readonly Dated<unknown>[]): boolean {
  return values.every(({ from }, at) => {
    if (from === null) return at === 0
    return isDay(from) && (at === 0 || from > (values[at - 1]?.from ?? ''))
  })
}

/** 2027-02-30 is none. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

type Values = {
  VAT_MODE?: VatMode | undefined
  VAT_RATE?: Dated<number>[] | undefined
  SELLER_VAT_NUMBER?: Dated<string>[] | undefined
}

export function* vatProblems(given: Record<string, string | undefined>): Generator<string> {
  if (!given['VAT_MODE'] || given['VAT_MODE'] === 'none') return
  if (!given['VAT_RATE']) yield 'VAT_RATE is needed with VAT_MODE=fee and VAT_MODE=sale'
  if (!given['SELLER_VAT_NUMBER'])
    yield 'SELLER_VAT_NUMBER is needed with VAT_MODE=fee and VAT_MODE=sale'
}

/** A rate without a number would leave sales without VAT. */
export function unnumberedRates({ VAT_MODE, VAT_RATE, SELLER_VAT_NUMBER }: Values): string[] {
  if (VAT_MODE === undefined || VAT_MODE === 'none') return []
  const [firstRate, firstNumber] = [VAT_RATE?.[0]?.from ?? '', SELLER_VAT_NUMBER?.[0]?.from ?? '']
  return firstNumber > firstRate
    ? ['SELLER_VAT_NUMBER must apply on the first day of VAT_RATE']
    : []
}

export function vatSettingsOf(env: Values): { vat: VatSettings } {
  const { VAT_MODE: mode = 'none', VAT_RATE: rates = [], SELLER_VAT_NUMBER: numbers = [] } = env
  return { vat: { mode, rates, numbers } }
}

/** As receipts and the pages about the seller show it. */
export function vatNumberNow({ SELLER_VAT_NUMBER: numbers = [] }: Values): string | null {
  return valueAt(numbers, new Date())
}
