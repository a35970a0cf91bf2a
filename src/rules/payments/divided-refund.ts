// How an admin divides a refund over what was sold: `id=5.70;id=3.50`, with the amounts as they are typed.

import { parsePounds } from '../price.ts'

export type RefundPart = { saleId: string; pence: number }

/** Of a payment with the most tracks that a cart can have. */
export const maxDivisionLength = 10_000

export type TypedAmount = { saleId: string; amount: string }

export function divisionText(typed: readonly TypedAmount[]): string {
  return typed.map(({ saleId, amount }) => `${saleId}=${amount}`).join(';')
}

/** What is left blank, or gets nothing, is left out. Null if an amount is none, or a sale stands twice. */
export function parseDivision(text: string): RefundPart[] | null {
  const parts: RefundPart[] = []
  for (const typed of text.split(';').filter((one) => one !== '')) {
    const [saleId = '', amount, ...rest] = typed.split('=')
    const isBlank = amount?.trim() === ''
    const pence = isBlank ? 0 : parsePounds(amount ?? '')
    if (pence === null || rest.length > 0) return null
    if (parts.some((part) => part.saleId === saleId)) return null
    if (pence > 0) parts.push({ saleId, pence })
  }
  return parts
}

export function sumOfParts(parts: readonly RefundPart[]): number {
  return parts.reduce((sum, { pence }) => sum + pence, 0)
}
