// What is sent to a customer's bank against a dispute: the texts that the card provider takes, in the order of the form.

export const evidenceFields = {
  customerName: { label: 'Customer’s name', rows: 1 },
  customerEmail: { label: 'Customer’s email address', rows: 1 },
  bought: { label: 'What was bought (the receipt)', rows: 6 },
  servedOn: { label: 'When it was delivered', rows: 1 },
  accessLog: { label: 'Downloads and log-ins, with times and addresses', rows: 8 },
  refundPolicy: { label: 'The rules for refunds, and how the customer accepted them', rows: 4 },
  refundRefusal: { label: 'Why the customer is not entitled to a refund', rows: 4 },
  messages: { label: 'Delivery and messages', rows: 8 },
} as const

export type EvidenceField = keyof typeof evidenceFields
export type Evidence = Record<EvidenceField, string>

// Object.keys returns strings; these are the keys of the table above.
export const evidenceFieldNames = Object.keys(evidenceFields) as EvidenceField[]

/** In characters. The provider takes 150,000 in all, and less in each field. */
export const maxEvidenceLength = 15_000

/** What is put together by code may be longer: its beginning is enough. */
export function cutEvidence(text: string): string {
  return text.length <= maxEvidenceLength ? text : `${text.slice(0, maxEvidenceLength - 2)} …`
}
