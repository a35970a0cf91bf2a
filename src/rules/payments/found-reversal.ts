// Which of the amounts that an artist owes of a transfer somebody has taken back by a reversal at the card provider.

type Owed = { pence: number }

type Found = {
  pence: number
  /** It has left less of the transfer than what is owed: nothing else can have been meant. */
  isRestTooLittle: boolean
}

/**
 * All of the one of the same amount, or a part of a larger one. It may have paid several, in their order; that is clear only if
 * our own reversals cannot be made any more.
 */
export function paidByReversal<Row extends Owed>(
  owed: readonly Row[],
  { pence, isRestTooLittle }: Found,
): { row: Row; pence: number }[] {
  const one = owed.find((row) => row.pence === pence) ?? owed.find((row) => row.pence > pence)
  if (one) return [{ row: one, pence }]
  if (!isRestTooLittle) return []
  let leftPence = pence
  return owed.flatMap((row) => {
    const part = Math.min(row.pence, leftPence)
    leftPence -= part
    return part > 0 ? [{ row, pence: part }] : []
  })
}
