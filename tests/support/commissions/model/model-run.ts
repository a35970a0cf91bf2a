// Runs a history on the site and on the model of it: after each command both must say the same, to the penny.

import { expect } from 'vitest'
import { payAsCustomer } from '../../../../sandbox/pay-as-customer.ts'
import type { Action, Failpoint } from '#server/clock-and-failpoints/failpoints.ts'
import { codeOf, type Answer } from '../../access/code-of.ts'
import { moneyProblems } from '../../money/money-problems.ts'
import type { TestUser } from '../../test-app.ts'
import { CommissionModel, partPence, type Modelled } from './commission-model.ts'
import { expectSame } from './compare-model.ts'
import { runJobs, type Running } from './jobs-of-model.ts'
import { partyCalls } from './party-calls.ts'
import { cards, type Card, type Command } from './random-commissions.ts'

/** `users`: two customers, then two artists. */
type Stage = Running & { users: readonly TestUser[]; admin: TestUser }

type Play = Stage & {
  model: CommissionModel
  ids: string[]
  /** The latest page of each, and its card. */
  pages: Map<Modelled, { url: string; card: Card }>
}

/** @throws where site and model differ */
export async function playHistory(stage: Stage, history: readonly Command[]): Promise<void> {
  const { app } = stage
  const play: Play = {
    ...stage,
    model: new CommissionModel(),
    ids: [],
    pages: new Map(),
  }
  play.model.now = app.clock.now().getTime()
  for (const command of history) {
    await take(play, command)
    await expectSame(play)
  }
  await endAll(play)
}

/** Every ban is lifted, every transfer released, and the time comes in which no money is held any more. */
async function endAll(play: Play): Promise<void> {
  const trouble = null
  for (const user of play.users.keys()) await take(play, { do: 'unban', user, trouble })
  for (const artist of [2, 3]) await take(play, { do: 'release', artist, trouble })
  for (const commission of play.ids.keys()) await take(play, { do: 'bank', commission, trouble })
  for (let times = 0; times < 2; times++) await take(play, { do: 'pass', hours: 86 * 24, trouble })
  await expectSame(play)
  expect(await moneyProblems(play.app)).toEqual([])
}

async function take(play: Play, command: Command): Promise<void> {
  const { app, model } = play
  const { trouble } = command
  if (trouble?.kind === 'jobs')
    for (const name of trouble.failpoints) void app.failpoints.arm(name, 'throw')
  if (trouble?.kind === 'faults')
    await app.sandbox.control('POST disorder', {
      disorder: { seed: trouble.seed, faultPercent: 30 },
    })
  const { is, must } = await takeOnBoth(play, command)
  expect([command.do, is]).toEqual([command.do, must])
  const hears = command.do === 'hear' || command.do === 'wait' || command.do === 'pass'
  await runJobs(play, { hears, isTroubled: trouble !== null })
  model.settle({ events: hears })
}

type Codes = { is: string; must: string }

async function takeOnBoth(play: Play, command: Command): Promise<Codes> {
  const { model, app, users, admin } = play
  const settled = { is: 'done', must: 'done' }
  switch (command.do) {
    case 'request':
      return request(play, command)
    case 'hear':
      return settled
    case 'wait':
    case 'pass':
      await wait(play, command)
      return settled
    case 'ban':
    case 'unban':
    case 'release': {
      const user = command.do === 'release' ? command.artist : command.user
      const must = 'done'
      const artistId = users[user]?.id
      const words = command.do === 'release' ? { note: 'Settled.' } : { reason: 'A copy.' }
      const path =
        command.do === 'release' ? `users/${artistId}/release-transfers` : `${command.do}-user`
      const call = () =>
        app.call(`POST /api/proxy/admin/${path}`, {
          as: admin,
          send: { ...words, ...(command.do === 'release' ? {} : { artistId }) },
        })
      const is = await insist(
        play,
        command,
        command.do === 'release' ? 'hold.commit' : 'ban.commit',
        call,
      )
      model[command.do](user)
      return { is, must }
    }
    default: {
      const at = indexOf(play, command.commission)
      const [one, id] = [model.commissions.at(at), play.ids.at(at)]
      if (one === undefined || id === undefined) return settled
      return takeOnOne(play, command, { one, id })
    }
  }
}

function indexOf({ ids }: Play, commission: number): number {
  return commission < 0 ? ids.length - 1 : commission % Math.max(1, ids.length)
}

type Chosen = { one: Modelled; id: string }

async function request(play: Play, command: Extract<Command, { do: 'request' }>): Promise<Codes> {
  const { app, model, users, ids } = play
  const must = model.request(command.customer, command.artist)
  const response = await app.call('POST /api/commission/request', {
    as: userOf(users, command.customer),
    send: { artist: users[command.artist]?.id, name: 'Skylark', requirements: 'In D, slowly.' },
  })
  if (response.statusCode === 200) ids.push(response.json<{ id: string }>().id)
  return { is: codeOf(response), must }
}

async function takeOnOne(
  play: Play,
  command: Extract<Command, { commission: number }>,
  chosen: Chosen,
): Promise<Codes> {
  const { model, app, admin } = play
  const { one, id } = chosen
  const say = { reason: 'We have listened.', note: 'Both are reasonable.' }
  switch (command.do) {
    case 'pay':
      return pay(play, command, chosen)
    case 'bank':
      await letBankDecide(play, one)
      return { is: 'done', must: 'done' }
    case 'freeze':
    case 'unfreeze': {
      const call = () =>
        app.call(`POST /api/proxy/admin/commissions/${id}/${command.do}`, { as: admin, send: say })
      const is = await insist(play, command, 'freeze.commit', call)
      return { is, must: model[command.do](one) }
    }
    case 'decide': {
      const is = await insist(play, command, 'decide.commit', async () => {
        const dispute = await app.db
          .selectFrom('commission_disputes')
          .select('id')
          .where('commission_id', '=', id)
          .where('status', '<>', 'resolved')
          .executeTakeFirst()
        const { outcome } = command
        const part = outcome === 'partial' ? { artistPart: (partPence / 100).toFixed(2) } : {}
        const path = dispute ? `disputes/${dispute.id}` : `commissions/${id}`
        return app.call(`POST /api/proxy/admin/${path}/decide`, {
          as: admin,
          send: { outcome, ...part, ...say },
        })
      })
      return { is, must: model.decide(one, command.outcome) }
    }
    default: {
      const { as, commit, call } = partyCalls[command.do]
      const user = userOf(play.users, as === 'customer' ? one.customer : one.artist)
      const is = await insist(play, command, commit, () => call(app, user, id))
      return { is, must: model.step(one, command.do, as) }
    }
  }
}

/** Somebody who presses again while the site says that something went wrong. */
async function insist(
  { app }: Play,
  { trouble }: Command,
  action: Action,
  call: () => Promise<Answer>,
): Promise<string> {
  const failpoint: Failpoint | null =
    trouble?.kind === 'failpoint' ? `${trouble.moment} ${action}` : null
  if (failpoint) void app.failpoints.arm(failpoint, 'throw')
  let answer = await call()
  if (failpoint) {
    app.failpoints.disarm(failpoint)
    if (answer.statusCode === 500) {
      // What was committed stays, although its caller does not know it.
      if (failpoint.startsWith('after')) return 'done'
      answer = await call()
    }
  }
  // Several failures of jobs can be planned on the way of one request.
  for (let again = 0; again < maxPresses && answer.statusCode >= 500; again++) {
    await app.sandbox.control('POST disorder', { disorder: null })
    answer = await call()
  }
  return codeOf(answer)
}

/** As many failures as a command can plan, and one more. */
const maxPresses = 5

async function pay(
  play: Play,
  command: Extract<Command, { do: 'pay' }>,
  { one, id }: Chosen,
): Promise<Codes> {
  const { app, model, users, pages } = play
  let url: string | null = null
  const is = await insist(
    play,
    { ...command, trouble: command.trouble?.kind === 'failpoint' ? null : command.trouble },
    'checkout.commit',
    async () => {
      const answer = await app.call('POST /api/commission/pay', {
        as: userOf(users, one.customer),
        send: { commissionId: id },
      })
      if (answer.statusCode === 200) ({ sessionUrl: url } = answer.json<{ sessionUrl: string }>())
      return answer
    },
  )
  const must = model.checkOut(one)
  const { checkout } = one
  if (url === null || checkout === null || command.card === 'abandoned') return { is, must }
  const { outcome } = await payAsCustomer(url, { card: cards[command.card] })
  if (outcome !== 'paid' || checkout.state !== 'open') return { is, must }
  pages.set(one, { url, card: command.card })
  checkout.state = command.card === 'paid' ? 'paid' : 'deciding'
  return { is, must }
}

/** The bank's decision about a checkout that is complete. */
async function letBankDecide({ app, pages }: Play, one: Modelled): Promise<void> {
  const deciding = [one.checkout, one.confirming].find((checkout) => checkout?.state === 'deciding')
  const page = pages.get(one)
  if (!deciding || !page) return
  const [session = ''] = /cs_\w+/.exec(page.url) ?? []
  const outcome = page.card === 'later' ? 'succeeded' : 'failed'
  await app.sandbox.control('POST payment', { session, outcome })
  deciding.state = page.card === 'later' ? 'paid' : 'failed'
}

/** The bank has decided before. */
async function wait(play: Play, command: Extract<Command, { do: 'wait' | 'pass' }>): Promise<void> {
  const { app, model } = play
  for (const one of model.commissions) await letBankDecide(play, one)
  const now = app.clock.now().getTime()
  const next =
    command.do === 'pass'
      ? now + command.hours * 3_600_000
      : nextDeadline(model, now) + command.seconds * 1000
  const moment = Math.max(now, next)
  await app.clock.set(new Date(moment))
  model.now = moment
}

function nextDeadline({ commissions }: CommissionModel, now: number): number {
  const deadlines = commissions.flatMap((one) => {
    switch (one.status) {
      case 'pending_artist':
        return [one.at.answerBy]
      case 'requested':
        return [one.at.payBy]
      case 'in_progress':
        return [one.at.overdueAt, one.at.endAt]
      case 'delivered':
        return [one.at.approveAt, one.at.holdUntil]
      default:
        return []
    }
  })
  return Math.min(
    ...deadlines.filter((at) => at !== undefined && at > now + 1000).map(Number),
    now + 86_400_000 * 90,
  )
}

function userOf(users: readonly TestUser[], at: number): TestUser {
  const user = users[at]
  if (!user) throw new Error(`There is no user ${at}.`)
  return user
}
