// What goes back of the artist's sales: what they owe, why, and which sales have paid it.

import type { Reversal, ReversalList } from '#contracts/reversals.ts'
import { reversalCauseTexts, reversalStatusTexts } from '#rules/payments/reversal-texts.ts'
import { maxShownReversals } from '#rules/payments/reversal-process.ts'
import { formatPence } from '#rules/price.ts'
import { DateText } from '#web/ui/date-text.tsx'

export function SalesTakenBack({ owedPence, reversals }: ReversalList) {
  if (reversals.length === 0) return null
  return (
    <section aria-labelledby="taken-back" className="stack">
      <h2 id="taken-back">Taken back</h2>
      <p>
        {owedPence === 0 ? (
          'You owe nothing.'
        ) : (
          <>
            <strong>You owe {formatPence(owedPence)}.</strong> It is taken from what you earn next,
            the oldest first.
          </>
        )}
      </p>
      <ul className="stack">
        {reversals.map((reversal) => (
          <li key={reversal.id} className="panel">
            <TakenBack reversal={reversal} />
          </li>
        ))}
      </ul>
      {reversals.length === maxShownReversals && (
        <p className="detail">Older ones are in the copy of your data.</p>
      )}
    </section>
  )
}

function TakenBack({ reversal }: { reversal: Reversal }) {
  const { titles, cause, status, pence, leftPence, createdAt, nettings } = reversal
  return (
    <>
      <p>
        <strong>{formatPence(pence)}</strong> of <bdi>{titles.join(', ')}</bdi>,{' '}
        <DateText iso={createdAt} />: {reversalCauseTexts[cause]}
      </p>
      <p>
        {reversalStatusTexts[status]}
        {leftPence > 0 && leftPence < pence && ` ${formatPence(leftPence)} is left.`}
      </p>
      {nettings.length > 0 && (
        <ul aria-label="Paid by sales">
          {nettings.map((netting) => (
            <li key={netting.at + netting.pence}>
              {formatPence(netting.pence)} paid by <bdi>{netting.titles.join(', ')}</bdi>,{' '}
              <DateText iso={netting.at} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
