// What each party sends for a step of its own.

import type { Action } from '#server/clock-and-failpoints/failpoints.ts'
import type { Answer } from '../../access/code-of.ts'
import type { TestApp, TestUser } from '../../test-app.ts'
import { sendDelivery } from '../delivering.ts'
import type { PartyStep } from './random-commissions.ts'

type PartyCall = {
  as: 'customer' | 'artist'
  commit: Action
  call: (app: TestApp, as: TestUser, id: string) => Promise<Answer>
}

const posting =
  (path: (id: string) => string, send: (commissionId: string) => object): PartyCall['call'] =>
  (app, as, id) =>
    app.call(`POST ${path(id)}`, { as, send: send(id) })
const responding = (action: string) =>
  posting(
    () => '/api/commission/artist/respond',
    (commissionId) => ({ commissionId, action }),
  )
const terminating = posting(
  () => '/api/commission/terminate-before-payment',
  (commissionId) => ({ commissionId }),
)
const confirming = (send: object) =>
  posting(
    (id) => `/api/commissions/${id}/confirm`,
    () => send,
  )
const under = (path: string, send: object = {}) =>
  posting(
    (id) => `/api/commissions/${id}/${path}`,
    () => send,
  )

export const partyCalls: Record<PartyStep, PartyCall> = {
  accept: { as: 'artist', commit: 'accept.commit', call: responding('accept') },
  reject: { as: 'artist', commit: 'reject.commit', call: responding('reject') },
  withdraw: { as: 'customer', commit: 'withdraw.commit', call: terminating },
  artistWithdraw: { as: 'artist', commit: 'withdraw.commit', call: terminating },
  upload: {
    as: 'artist',
    commit: 'upload.commit',
    call: (app, as, commissionId) => sendDelivery(app, as, { commissionId }),
  },
  requestChanges: {
    as: 'customer',
    commit: 'changes.commit',
    call: confirming({ action: 'request_changes', revisionFeedback: 'Slower.' }),
  },
  approve: { as: 'customer', commit: 'approve.commit', call: confirming({ action: 'approve' }) },
  dispute: {
    as: 'customer',
    commit: 'dispute.commit',
    call: posting(
      () => '/api/report',
      (commissionId) => ({
        type: 'commission_dispute',
        commissionId,
        description: 'Another song.',
      }),
    ),
  },
  answerDispute: {
    as: 'artist',
    commit: 'accept.commit',
    call: under('dispute/answer', { answer: 'It is that song.' }),
  },
  endDispute: { as: 'customer', commit: 'accept.commit', call: under('dispute/end') },
  giveUp: {
    as: 'artist',
    commit: 'giveUp.commit',
    call: under('give-up', { reason: 'I am ill.' }),
  },
  cancelOverdue: { as: 'customer', commit: 'cancelOverdue.commit', call: under('cancel-overdue') },
}
