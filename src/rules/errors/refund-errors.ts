import type { RefusalTable } from './refusal-table.ts'

/** What the form says before it sends anything. */
export const refundAmountBlank = 'Please enter an amount in pounds, like 5.70.'

export const decisionBlank = 'Please choose what you decide.'
export const refundReasonBlank = 'Please choose what is wrong.'

export const refundErrors = {
  nothing_to_give_back: {
    status: 409,
    message: 'Nothing of this sale can be given back: it is held, or has gone back already.',
  },
  refund_out_of_range: {
    status: 409,
    message: 'Please give back at least a penny, and not more than is left of the sale.',
  },
  refunded_meanwhile: {
    status: 409,
    message: 'Something of this sale was given back meanwhile. Please look at it again.',
  },
  refund_requested: {
    status: 409,
    message: 'You have asked for this already. We answer by email.',
  },
  heard_already: {
    status: 409,
    message:
      'You have downloaded this track or heard all of it, so you cannot change your mind any more. Is something wrong with it?',
  },
  refund_not_divided: {
    status: 409,
    message: 'The amounts do not add up to what was given back. Please divide all of it.',
  },
  refund_assigned: {
    status: 409,
    message: 'This refund is assigned by now. Please load the page again.',
  },
  refund_unassigned: {
    status: 409,
    message:
      'Something of this payment was given back at the card provider, and it is not clear of what. Please assign it first: it may be of this sale.',
  },
  request_decided: {
    status: 409,
    message: 'This request is decided by now. Please load the page again.',
  },
  own_sale: {
    status: 403,
    message:
      'This is about a sale or a purchase of your own: another admin has to decide about it.',
  },
  payment_disputed: {
    status: 409,
    message:
      'The customer disputes this payment at the bank, which decides first. Nothing can be given back meanwhile.',
  },
} as const satisfies RefusalTable
