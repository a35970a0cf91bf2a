// The steps that work without a script: a form names one, and the page's action takes it on the server.

import {
  payCommission,
  respondToCommission,
  terminateBeforePayment,
} from '#contracts/commissions/commissions.ts'
import { confirmCommission } from '#contracts/commissions/judging.ts'
import type { Api } from '#web/api/client.ts'
import { formText } from '#web/forms/form-text.ts'

const plainSteps = ['accept', 'reject', 'pay', 'cancel', 'approve', 'request_changes'] as const
export type PlainStep = (typeof plainSteps)[number]

/** Null for a form that names no step. */
export function takePlainStep(api: Api, id: string, form: FormData) {
  const step = plainSteps.find((known) => known === formText(form, 'step'))
  switch (step) {
    case 'accept':
    case 'reject': {
      const reason = formText(form, 'reason')
      return api.request(respondToCommission, { commissionId: id, action: step, reason })
    }
    case 'pay':
      return api.request(payCommission, { commissionId: id })
    case 'cancel':
      return api.request(terminateBeforePayment, { commissionId: id })
    case 'approve':
    case 'request_changes': {
      const deliveryId = formText(form, 'deliveryId')
      const revisionFeedback = formText(form, 'revisionFeedback')
      return api.request(confirmCommission, { id, action: step, deliveryId, revisionFeedback })
    }
    case undefined:
      return null
  }
}
