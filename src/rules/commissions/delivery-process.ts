// The life of a delivery: from its last byte to a preview that the customer hears, or to a refusal with its reason.

import { defineProcess, type StatusOf } from '../process.ts'

export const deliveryProcess = defineProcess({
  statuses: ['preparing', 'ready', 'refused'],
  start: 'preparing',
  steps: {
    /** Measured, with a preview; the commission is delivered in the same transaction. */
    prepare: { from: ['preparing'], to: 'ready', by: ['system'] },
    /** Removes the files; the commission stays as it is. */
    refuse: { from: ['preparing'], to: 'refused', by: ['system'] },
  },
})
export type DeliveryStatus = StatusOf<typeof deliveryProcess>

/** As its artist sees it: before its last byte it is an upload. */
export const deliveryStates = ['arriving', ...deliveryProcess.statuses] as const
