import {
  customerPricePence,
  formatPence,
  parsePounds,
  platformFeePence,
  platformFeePercent,
  processingFeePence,
  minChargePence,
} from '#rules/price.ts'
import { problemWithPrice } from '#rules/uploads/upload-limits.ts'

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
    <div className="price-breakdown">
      <p className="price-breakdown-total">
        <label htmlFor="customer-price">Customer will pay</label>
        <output id="customer-price" htmlFor={priceField}>
          {customerPence === null ? '–' : formatPence(customerPence)}
        </output>
      </p>
      <dl>
        <dt>You receive</dt>
        <dd>{pence === null ? '–' : formatPence(pence)}</dd>
        <dt>{platformFeePercent}% platform commission</dt>
        <dd>{pence === null ? '–' : formatPence(platformFeePence(pence))}</dd>
        <dt>{processingFeePence}p processing fee</dt>
        <dd>{formatPence(processingFeePence)}</dd>
      </dl>
      {customerPence !== null && customerPence < minChargePence && (
        <p className="price-breakdown-hint">
          Card payments start at {formatPence(minChargePence)}: alone in a cart, this track cannot
          be paid for.
        </p>
      )}
    </div>
  )
}
