import { refundAmountBlank, refundErrors } from '#rules/errors/refund-errors.ts'
import {
  divisionText,
  parseDivision,
  sumOfParts,
  type TypedAmount,
} from '#rules/payments/divided-refund.ts'

/** What is wrong with single amounts; a wrong sum is the fault of none of them. */
export function problemsOfAmounts(
  typed: readonly TypedAmount[],
  sales: readonly { id: string; leftPence: number }[],
): { saleId: string; message: string }[] {
  return typed.flatMap(({ saleId, amount }) => {
    const parts = parseDivision(divisionText([{ saleId, amount }]))
    if (parts === null) return [{ saleId, message: refundAmountBlank }]
    const leftPence = sales.find(({ id }) => id === saleId)?.leftPence ?? 0
    const isTooMuch = sumOfParts(parts) > leftPence
    return isTooMuch ? [{ saleId, message: refundErrors.refund_out_of_range.message }] : []
  })
}
