// How long each stage of a commission may take. An operator sets each by a variable (server/start/config.ts, docs/operations.md).

/** Days of `…Day` are counted from the payment. */
export type CommissionSpans = {
  /** An artist answers a request within this time. */
  answerDays: number
  /** A customer pays within this time of the acceptance (BUS-18). */
  payHours: number
  /** What an artist who promises nothing has for a delivery. */
  usualDeliveryDays: number
  /** What an artist has at most for a delivery after a request for changes. */
  longestChangeDays: number
  /** From then on a customer can cancel a delivery that is late. */
  overdueDays: number
  /** A delivery that the customer does not answer is approved after this time; 0: only at `latestApprovalDay`. */
  approvalDays: number
  /** Work that is paid and not finished is cancelled after this time. */
  unfinishedDays: number
  /** A request for changes leaves at least this time after the new delivery date. */
  daysAfterChange: number
  /** No request for changes moves the end of unfinished work beyond it. */
  latestEndDay: number
  /** A request for changes from this day on also freezes the commission, so that an admin decides. */
  lateChangeDay: number
  /** The latest day on which a delivery is approved by itself. */
  latestApprovalDay: number
  /** From this day on the admins are told daily of money that is still held. */
  heldWarningDay: number
  /** No money is held longer: the card provider keeps money for 90 days. */
  longestHeldDay: number
  /** An artist answers a dispute within this time. */
  disputeAnswerHours: number
  /** For so long a delivery that is prepared keeps the commission from being cancelled. It is delivered later, too. */
  preparationMinutes: number
  /** The files of a cancelled commission are removed after this time. */
  cancelledFileDays: number
  /** The room of a commission that has ended takes messages for this time. */
  messageDays: number
}

export const commissionSpans: CommissionSpans = {
  answerDays: 7,
  payHours: 72,
  usualDeliveryDays: 7,
  longestChangeDays: 7,
  overdueDays: 3,
  approvalDays: 14,
  unfinishedDays: 60,
  daysAfterChange: 3,
  latestEndDay: 80,
  lateChangeDay: 70,
  latestApprovalDay: 84,
  heldWarningDay: 70,
  longestHeldDay: 85,
  disputeAnswerHours: 24,
  preparationMinutes: 10,
  cancelledFileDays: 90,
  messageDays: 30,
}

/** Hours within which the team first answers a dispute, as the customer is promised (BUS-21). */
export const disputePromiseHours = { from: 24, to: 48 } as const
