import {
  customerPricePence,
  formatPence,
  parsePounds,
  platformFeePence,
  platformFeePercent,
  processingFeePence,
  smallestChargePence,
} from '#rules/price.ts'
import { problemWithPrice } from '#rules/upload-limits.ts'

type PriceBreakdownProps = {
  /** As it is typed. */
  price: string
  /** The field that it is typed into. */
  priceField?: string
  /** The message for an invalid price; null if it is valid. */
  problemWith?: (price: string) => string | null
}

/** The customer's price, computed while the artist types. */
export function PriceBreakdown({
  price,
  priceField = 'price',
  problemWith = problemWithPrice,
}: PriceBreakdownProps) {
  const pence = problemWith(price) === null ? parsePounds(price) : null
  const customerPence = pence === null ? null : customerPricePence(pence)
  return (
    <div className="rounded-control bg-accent-soft px-4 py-3">
      <p className="flex items-baseline justify-between gap-4">
        <label htmlFor="customer-price">Customer will pay</label>
        <output id="customer-price" htmlFor={priceField} className="text-xl font-bold">
          {customerPence === null ? '–' : formatPence(customerPence)}
        </output>
      </p>
      <dl className="mt-2 grid grid-cols-[1fr_auto] text-md text-ink-2">
        <dt>You receive</dt>
        <dd className="text-right">{pence === null ? '–' : formatPence(pence)}</dd>
        <dt>{platformFeePercent}% platform commission</dt>
        <dd className="text-right">
          {pence === null ? '–' : formatPence(platformFeePence(pence))}
        </dd>
        <dt>{processingFeePence}p processing fee</dt>
        <dd className="text-right">{formatPence(processingFeePence)}</dd>
      </dl>
      {customerPence !== null && customerPence < smallestChargePence && (
        <p className="mt-2 text-md">
          Card payments start at {formatPence(smallestChargePence)}: alone in a cart, this track
          cannot be paid for.
        </p>
      )}
    </div>
  )
}
