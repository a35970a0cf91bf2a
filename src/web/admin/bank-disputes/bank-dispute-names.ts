// How admins read what is stored of a bank dispute.

import type { BankDisputeStatus } from '#rules/payments/bank-dispute-process.ts'

export const bankDisputeStatusNames: Record<BankDisputeStatus, string> = {
  inquiry: 'The bank asks',
  open: 'Waits for evidence',
  answered: 'The bank decides',
  lost: 'Lost',
  won: 'Won',
  closed: 'Closed',
}

export const bankDisputeStatusTexts: Record<BankDisputeStatus, string> = {
  inquiry:
    'The customer’s bank asks about the payment. No money has moved, and nothing waits. Without an answer it can become a dispute.',
  open: 'The bank has taken the amount back until it has decided. Without evidence it decides for the customer. Transfers that are not sent wait, and nothing can be refunded.',
  answered:
    'The bank has the evidence, and decides. That can take two to three months. Transfers that are not sent wait, and nothing can be refunded.',
  lost: 'The customer has the money.',
  won: 'The payment stands, and the amount is back. The provider keeps its fee.',
  closed: 'The bank has asked, and nothing came of it.',
}

/** 'product_not_received' → 'Product not received' */
export function reasonName(reason: string): string {
  return reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll('_', ' ')
}

export const evidenceSent = 'The evidence is sent. The bank decides.'
