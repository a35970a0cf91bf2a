import { paymentErrors } from '#rules/errors/payment-errors.ts'

export const checkoutMessages = {
  sessionFailed: paymentErrors.checkout_unavailable.message,
  failed: 'Failed to create checkout',
} as const
