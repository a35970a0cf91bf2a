// The number of a receipt, as people read it and as its page's path names it.

const prefix = 'UND-'
const minDigits = 6

/** Up to nine digits: the database stores the serial as an integer. */
export const receiptNumberPattern = /^UND-\d{6,9}$/

/** 12 → 'UND-000012' */
export function receiptNumber(serial: number): string {
  return prefix + String(serial).padStart(minDigits, '0')
}

/** 'UND-000012' → 12. The text matches the pattern. */
export function receiptSerial(number: string): number {
  return Number(number.slice(prefix.length))
}
