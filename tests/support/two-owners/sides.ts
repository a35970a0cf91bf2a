// Two sides of a marketplace that have nothing to do with each other: on each a customer and an artist who own one of
// everything. What appears in the database while the second is created is of the others.

import { randomUUID } from 'node:crypto'
import { createAdmin } from '../access/admin-user.ts'
import type { Fixtures } from '../access/fixtures.ts'
import {
  createDoneCommission,
  createObjectsOfArtist,
  createObjectsOfUser,
  createSalesOf,
  storeRecording,
} from '../access/owned-objects.ts'
import { createUpheldFlag, createUpheldWordFlag } from '../access/upheld-flag.ts'
import { picture, sendAvatar } from '../artists/avatars.ts'
import { closedDay, createClosedDay, createDifference } from '../money/stored-differences.ts'
import { createUnexplained } from '../money/unexplained-movement.ts'
import { tell } from '../notifications/notifications.ts'
import { createBankPayout } from '../payouts/bank-payouts.ts'
import { removeJobs } from '../queued-jobs.ts'
import { checkOut, createArtistWithPayouts, paidCart } from '../shopping.ts'
import { createTrack, createUser, type TestApp, type TestUser } from '../test-app.ts'
import { beginTwoFactor, confirmTwoFactor, cookieOf } from './own-requests.ts'

/** A track of an artist of neither side. */
export async function createStageTrack(app: TestApp): Promise<string> {
  const artist = await createUser(app, { role: 'artist', name: 'stage' })
  return (await createTrack(app.db, { artistId: artist.id, title: 'Both Sides' })).id
}

const password = 'sing it to me'

/** What a caller names: as a user, and as an artist what belongs to a seller. */
export type Owner = {
  user: TestUser
  asUser: Fixtures
  asArtist: Fixtures | null
  /** Of neither side; only the others have rated it. */
  stageTrackId: string
}
export type Side = { customer: Owner; artist: Owner; admin: Owner | null }

type SideOptions = {
  /** In every name and text. */
  name: string
  stageTrackId: string
  /** Whether the side's users have rated that track. */
  ratesStage?: boolean
  withAdmin?: boolean
}

export async function createSide(
  app: TestApp,
  { name, stageTrackId, ratesStage = false, withAdmin = false }: SideOptions,
): Promise<Side> {
  const seller = await createArtistWithPayouts(app, `${name} seller`)
  const sold = await createTrack(app.db, { artistId: seller.id, title: `${name} sold` })
  const carted = await createTrack(app.db, { artistId: seller.id, title: `${name} carted` })
  await storeRecording(app, sold.id)
  const customer = await createUser(app, { name: `${name} customer` })
  const artist = await createArtistWithPayouts(app, `${name} artist`)
  const admin = withAdmin ? await createAdminWithoutFactor(app, `${name} admin`) : null
  const messageId = await writeMessage(app, undefined, name)
  const movementId = await createUnexplained(app, { description: name })
  await createClosedDay(app)
  const differenceId = await createDifference(app, { subject: name })

  const own = async (user: TestUser): Promise<Owner> => {
    const bought = await createObjectsOfUser(app, user, { seller, sold, carted })
    const rated = ratesStage ? [sold.id, stageTrackId] : [sold.id]
    await writeMore(app, user, { seller, rated, sold })
    // An admin has the second factor already, of which the others have the beginning.
    await must(beginTwoFactor(app, user))
    if (user === admin) user.cookie = cookieOf(await must(confirmTwoFactor(app, user)))
    const nothing = {
      uploadId: '',
      preparedId: '',
      documentId: '',
      avatarId: '',
      exampleId: '',
      offerId: '',
      askedId: '',
      workId: '',
      frozenId: '',
      disputedId: '',
      disputeId: '',
      paymentId: '',
      refundId: '',
      transferId: '',
      taxReportId: '',
      saleId: '',
      requestId: '',
      bankDisputeId: '',
      evidenceFileId: '',
      debtId: '',
      statementId: '',
    }
    const reported = { author: user, trackId: sold.id, reporter: seller }
    const flagId = await createUpheldWordFlag(app, reported)
    const self = {
      buyer: user,
      bystander: seller,
      messageId,
      movementId,
      differenceId,
      closedDay,
      flagId,
    }
    return {
      user,
      asUser: { ...bought, ...nothing, ...self, seller },
      asArtist: null,
      stageTrackId,
    }
  }
  const [asCustomer, asArtist] = [await own(customer), await own(artist)]
  const made = await createObjectsOfArtist(app, artist, { reporter: customer })
  await createDoneCommission(app, { customer, artist })
  const sales = await createSalesOf(app, artist, customer)
  await fillSales(app, { artist, customer, seller, name, soldId: sales.sold.id })
  return {
    customer: asCustomer,
    artist: { ...asArtist, asArtist: { ...asArtist.asUser, ...made, ...sales } },
    admin: admin && (await own(admin)),
  }
}

/** Ratings, a follow, a report, a message, a rendition, a download, a choice, and an email on its way. */
async function writeMore(
  app: TestApp,
  user: TestUser,
  { seller, rated, sold }: { seller: TestUser; rated: string[]; sold: { id: string } },
): Promise<void> {
  const send = (route: string, body: object) => must(app.call(route, { as: user, send: body }))
  for (const id of rated) await send(`POST /api/proxy/tracks/rate/${id}`, { rating: 4 })
  await send(`POST /api/users/follow/${seller.id}`, {})
  await send(`POST /api/proxy/flags/track/${sold.id}`, {
    type: 'other',
    reason: `Odd, says ${user.username}`,
  })
  await send(`POST /api/proxy/my-tracks/${sold.id}/renditions/mp3`, {})
  await must(app.call(`GET /api/proxy/tracks/download/${sold.id}`, { as: user }))
  await must(app.call('GET /api/proxy/my-tracks/zip', { as: user }))
  await send('PUT /api/notifications/choices', { kind: 'review', emails: false })
  await writeMessage(app, user, user.username)
  await send('POST /api/account/email', {
    email: `next-${user.username.replaceAll(' ', '-')}@example.com`,
    password,
  })
}

type Sales = {
  artist: TestUser
  customer: TestUser
  seller: TestUser
  name: string
  soldId: string
}

/** A profile, a review and a report that are answered, and takings that wait. */
async function fillSales(
  app: TestApp,
  { artist, customer, seller, name, soldId }: Sales,
): Promise<void> {
  const send = (as: TestUser, route: string, body: object) =>
    must(app.call(route, { as, send: body }))
  await send(artist, 'PATCH /api/artist/profile', {
    displayName: `${name} at home`,
    about: `${name} plays softly.`,
    deliveryDays: 7,
  })
  await must(sendAvatar(app, artist, await picture()))
  await send(seller, `POST /api/proxy/users/review/${artist.id}`, {
    review: `Lovely, says ${name}`,
  })
  const review = await app.db
    .selectFrom('reviews')
    .select('id')
    .where('author_id', '=', seller.id)
    .executeTakeFirstOrThrow()
  await send(artist, `POST /api/proxy/reviews/${review.id}/answer`, {
    answer: `Thanks, says ${name}`,
  })
  const flagId = await createUpheldFlag(app, { artistId: artist.id, reporter: seller })
  await send(artist, `POST /api/proxy/flags/${flagId}/counter-notice`, {
    text: `Mine, says ${name}`,
  })
  await createBankPayout(app, artist)
  await tell(app, { kind: 'transfer', pence: 500, to: artist.id, key: `transfer-to-${name}` })
  await paidCart(app, customer, [soldId])
}

/** A sale whose takings wait until their artist can be paid. */
export async function sellBlocked(app: TestApp, { customer, artist }: Side): Promise<void> {
  const track = await createTrack(app.db, { artistId: artist.user.id, title: 'Blocked' })
  await paidCart(app, customer.user, [track.id])
  // None of them sends the takings.
  await removeJobs(app.db)
  await app.db
    .updateTable('transfers')
    .set({ status: 'blocked' })
    .where('artist_id', '=', artist.user.id)
    .where('status', '=', 'waiting')
    .execute()
}

/** What keeps an account from being deleted: a refund that is owed, and a checkout that is open. */
export async function leaveUnsettled(app: TestApp, { customer, artist }: Side): Promise<void> {
  if (artist.asArtist === null) throw new Error('The artist sells nothing.')
  const { sold, unsold } = artist.asArtist
  const line = await app.db
    .selectFrom('order_lines')
    .innerJoin('payments', 'subject_id', 'order_id')
    .select(['order_lines.id', 'payments.id as paymentId'])
    .where('track_id', '=', sold.id)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('refunds')
    .values({
      id: randomUUID(),
      payment_id: line.paymentId,
      order_line_id: line.id,
      amount_pence: 7,
      cause: 'owned',
    })
    .execute()
  await checkOut(app, customer.user, [unsold.id])
}

async function writeMessage(app: TestApp, as: TestUser | undefined, name: string): Promise<string> {
  const answer = await must(
    app.call('POST /api/contact', {
      ...(as ? { as } : {}),
      send: {
        name,
        email: as?.email ?? `${name.replaceAll(' ', '-')}@example.com`,
        subject: 'other',
        message: `Hello, says ${name}`,
      },
    }),
  )
  return answer.json<{ id: string }>().id
}

async function createAdminWithoutFactor(app: TestApp, name: string): Promise<TestUser> {
  const admin = await createAdmin(app, { name })
  await app.db
    .updateTable('users')
    .set({ two_factor_enabled: false })
    .where('id', '=', admin.id)
    .execute()
  return admin
}

async function must(pending: ReturnType<TestApp['call']>) {
  const answer = await pending
  if (answer.statusCode >= 400) throw new Error(`Refused: ${answer.body}`)
  return answer
}
