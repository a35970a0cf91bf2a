// The life of a delivery: from its first byte to a preview that the customer hears, or to a refusal with its reason.

import { defineProcess, type StatusOf } from './process.ts'

export const deliveryProcess = defineProcess({
  statuses: ['arriving', 'preparing', 'ready', 'refused'],
  start: 'arriving',
  steps: {
    /** Every byte is stored; the job that prepares the recording is queued. */
    arrive: { from: ['arriving'], to: 'preparing', by: ['artist'] },
    /** Measured, with a preview; the commission is delivered in the same transaction. */
    prepare: { from: ['preparing'], to: 'ready', by: ['system'] },
    /** Removes the files; the commission stays as it is. */
    refuse: { from: ['arriving', 'preparing'], to: 'refused', by: ['artist', 'system'] },
  },
})
export type DeliveryStatus = StatusOf<typeof deliveryProcess>
