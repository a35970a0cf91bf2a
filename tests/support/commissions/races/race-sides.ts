// What people, the card provider and the clock do in a race: each side ends in a code, and has a place before its commit
// where it holds the commission.

import type { Failpoint } from '#server/clock-and-failpoints/failpoints.ts'
import { payAsCustomer } from '../../../../sandbox/pay-as-customer.ts'
import type { RaceFixture, Prepared } from './race-fixture.ts'

export type Side = {
  /** Returns 'done', the code of the refusal, or that of the provider's page. */
  act: (fixture: RaceFixture, prepared: Prepared) => Promise<string>
  /** Where it stops when it is the first one; null where it never has anything to commit. */
  holds: Failpoint | null
  /** It acts from a deadline on, which the other side must not have seen. */
  isOfClock?: true
}

type Call = (prepared: Prepared, fixture: RaceFixture) => Parameters<RaceFixture['call']>

const calling = (holds: Failpoint | null, call: Call): Side => ({
  holds,
  act: (fixture, prepared) => fixture.call(...call(prepared, fixture)),
})

const say = { reason: 'We have listened.', note: 'Both are reasonable.' }

const respond = (action: 'accept' | 'reject') =>
  calling(`before ${action}.commit`, ({ id, artist }) => [
    'POST /api/commission/artist/respond',
    { as: artist, send: { commissionId: id, action } },
  ])
export const accept = respond('accept')
export const reject = respond('reject')

export const withdraw = calling('before withdraw.commit', ({ id }, { mia }) => [
  'POST /api/commission/terminate-before-payment',
  { as: mia, send: { commissionId: id } },
])

export const approve = calling('before approve.commit', ({ id }, { mia }) => [
  `POST /api/commissions/${id}/confirm`,
  { as: mia, send: { action: 'approve' } },
])

export const requestChanges = calling('before changes.commit', ({ id }, { mia }) => [
  `POST /api/commissions/${id}/confirm`,
  { as: mia, send: { action: 'request_changes', revisionFeedback: 'Slower, please.' } },
])

export const dispute = calling('before dispute.commit', ({ id }, { mia }) => [
  'POST /api/report',
  {
    as: mia,
    send: { type: 'commission_dispute', commissionId: id, description: 'It is another song.' },
  },
])

const decide = (outcome: 'release' | 'refund', admin: 0 | 1) =>
  calling('before decide.commit', ({ disputeId }, fixture) => [
    `POST /api/proxy/admin/disputes/${disputeId}/decide`,
    { as: fixture.admins[admin], send: { ...say, outcome } },
  ])
export const decideRelease = decide('release', 1)
export const decideRefund = decide('refund', 0)

export const cancelOverdue = calling('before cancelOverdue.commit', ({ id }, { mia }) => [
  `POST /api/commissions/${id}/cancel-overdue`,
  { as: mia },
])

export const giveUp = calling('before giveUp.commit', ({ id, artist }) => [
  `POST /api/commissions/${id}/give-up`,
  { as: artist, send: { reason: 'I have lost my voice.' } },
])

export const banArtist = calling('before ban.commit', ({ artist }, { admins }) => [
  'POST /api/proxy/admin/ban-user',
  { as: admins[0], send: { artistId: artist.id } },
])

const freezing = (holds: Failpoint | null) =>
  calling(holds, ({ id }, { admins }) => [
    `POST /api/proxy/admin/commissions/${id}/freeze`,
    { as: admins[0], send: say },
  ])
export const freeze = freezing('before freeze.commit')
/** Too late: an approved commission is not frozen. */
export const freezeApproved = freezing(null)

export const holdTransfers = calling('before hold.commit', ({ artist }, { admins }) => [
  `POST /api/proxy/admin/users/${artist.id}/hold-transfers`,
  { as: admins[0], send: { note: 'We look.' } },
])

export const upload: Side = {
  holds: 'before upload.commit',
  act: ({ send }, prepared) => send(prepared),
}

/** The preparation of what was uploaded before. */
export const prepare: Side = {
  holds: 'before deliver.commit',
  async act({ app, run }, { id }) {
    const { id: deliveryId } = await app.db
      .selectFrom('commission_deliveries')
      .select('id')
      .where('commission_id', '=', id)
      .executeTakeFirstOrThrow()
    await run('prepare_delivery', { deliveryId })
    return 'done'
  },
}

const timer = (step: 'lapse' | 'expire' | 'approveSilently' | 'endUnfinished'): Side => ({
  holds: `before ${step}.commit`,
  isOfClock: true,
  async act({ reach, run }, { deadline }) {
    await reach(deadline)
    await run('apply_commission_deadlines', {})
    return 'done'
  },
})
export const lapse = timer('lapse')
export const expire = timer('expire')
export const approveSilently = timer('approveSilently')
export const endUnfinished = timer('endUnfinished')

/** On the provider's page; then its event arrives. */
export const payOnPage: Side = {
  holds: 'before pay.commit',
  async act(fixture, { checkouts: [checkout] }) {
    if (checkout === undefined) throw new Error('Nothing can be paid.')
    const { outcome } = await payAsCustomer(checkout.url, { card: '4242424242424242' })
    return outcome === 'paid' ? fixture.receive(checkout) : outcome
  },
}

const receiving = (index: 0 | 1): Side => ({
  holds: 'before pay.commit',
  async act(fixture, { checkouts }) {
    const checkout = checkouts[index]
    if (checkout === undefined) throw new Error('No such checkout.')
    return fixture.receive(checkout)
  },
})
export const receiveFirst = receiving(0)
export const receiveSecond = receiving(1)

/** The provider has made it, and we have not recorded it. */
export const sendTransfer: Side = {
  holds: 'after transfer.send',
  async act({ run }, { transferId }) {
    await run('send_transfer', { transferId })
    return 'done'
  },
}
