// One line of a checkout: an ad-hoc price for a named product.
import type { Stripe } from 'stripe'
import {
  emptyParameter,
  invalidParameter,
  missingParameter,
  notServed,
} from '../api/stripe-failure.ts'
import { currency } from '../money/amounts.ts'
import { newId } from '../storage/ids.ts'
import type { LineItem } from '../storage/stored-kinds.ts'

/** @param created Unix seconds. */
export function newLineItem(
  line: Stripe.Checkout.SessionCreateParams.LineItem,
  position: number,
  created: number,
): LineItem {
  const param = `line_items[${position}]`
  if (line.price) {
    throw invalidParameter(`No such price: '${line.price}'`, {
      code: 'resource_missing',
      param: `${param}[price]`,
    })
  }
  const unitAmount = line.price_data?.unit_amount
  const name = line.price_data?.product_data?.name
  const quantity = line.quantity
  if (unitAmount === undefined) throw missingParameter(`${param}[price_data][unit_amount]`)
  if (name === undefined) throw missingParameter(`${param}[price_data][product_data]`)
  if (name === '') throw emptyParameter(`${param}[price_data][product_data][name]`)
  if (line.price_data?.product_data?.description === '') {
    throw emptyParameter(`${param}[price_data][product_data][description]`)
  }
  if (quantity === undefined) throw missingParameter(`${param}[quantity]`)
  if (quantity < 1) {
    throw invalidParameter('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: `${param}[quantity]`,
    })
  }
  if (line.price_data?.currency !== currency) {
    throw notServed('currencies other than gbp', `${param}[price_data][currency]`)
  }
  const amount = unitAmount * quantity
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: name,
    metadata: {},
    price: newPrice(unitAmount, created),
    quantity,
  }
}

function newPrice(unitAmount: number, created: number): LineItem['price'] {
  return {
    id: newId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId('prod'),
    recurring: null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  }
}
