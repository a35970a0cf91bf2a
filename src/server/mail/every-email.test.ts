// Every email as a mail program reads it.

import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Window } from 'happy-dom'
import PostalMime, { type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import {
  notificationKindNames,
  notificationKinds,
  type NotificationKind,
  type NotifiedEvent,
} from '#rules/notifications/notification-kinds.ts'
import { openFolderMail } from '#server/gateways/mail/mail.ts'
import { addJob } from '#server/jobs/add-job.ts'
import { sentMessage } from '../../../tests/support/commissions/messaging.ts'
import {
  createCommissionArtist,
  storeCommission,
} from '../../../tests/support/commissions/stored-commission.ts'
import { tell, verifyEmails } from '../../../tests/support/notifications/notifications.ts'
import { createArtistWithPayouts, paidCart } from '../../../tests/support/shopping.ts'
import {
  createTestApp,
  createTrack,
  createUser,
  type TestUser,
} from '../../../tests/support/test-app.ts'
import { queueRefundMail } from './refund-mail.ts'

const title = 'Ash & <Birch> “loud”\r\nBcc: all@example.com, über'
const written = 'Line one <script>alert(1)</script>\nLine two & “more”'

type App = Awaited<ReturnType<typeof openApp>>

async function openApp() {
  const folder = await mkdtemp(join(tmpdir(), 'undersong-emails-'))
  const mail = await openFolderMail({ folder, from: 'Undersong <hello@shop.example>' })
  const app = await createTestApp({ mail })
  return {
    ...app,
    /** Sends what is due, and returns it as a mail program reads it. */
    async received(): Promise<Email[]> {
      await app.work()
      const names = (await readdir(folder)).toSorted()
      const files = await Promise.all(names.map((name) => readFile(join(folder, name))))
      return Promise.all(files.map((file) => PostalMime.parse(file)))
    },
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

/** The words that a reader sees. */
function wordsOfHtml(html: string): string[] {
  const { document } = new Window()
  document.write(html)
  const texts: string[] = []
  const collect = (node: { childNodes: Iterable<unknown>; textContent: string }) => {
    for (const child of node.childNodes) {
      // A node of the tree, or a text, which has no children.
      const inner = child as typeof node
      if ([...inner.childNodes].length === 0) texts.push(inner.textContent)
      else collect(inner)
    }
  }
  collect(document.body)
  return texts.join(' ').split(/\s+/).filter(Boolean)
}

/** The plain text has the addresses of the links below their labels, and marks of quotes. */
function wordsOfText(text: string): string[] {
  return text
    .replaceAll(/^https?:\S+$/gm, '')
    .replaceAll(/^> /gm, '')
    .split(/\s+/)
    .filter(Boolean)
}

const linksOf = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

function expectReadable({ html = '', text = '', subject = '', ...email }: Email): void {
  expect([subject, wordsOfText(text)]).toEqual([subject, wordsOfHtml(html)])
  expect(text).toContain('Undersong\n\nHello ')
  expect(subject.trim()).not.toBe('')
  // Nothing that somebody typed becomes a header or markup.
  const [recipient] = email.to ?? []
  expect([email.to?.length, email.bcc, email.cc, email.from?.address]).toEqual([
    1,
    undefined,
    undefined,
    'hello@shop.example',
  ])
  expect(recipient?.address).toMatch(/^[\w-]+@example\.com$/)
  expect(html).not.toMatch(/<script|<Birch/)
  const links = linksOf(html)
  for (const link of links) expect([link, text.includes(link)]).toEqual([link, true])
  expect(links.filter((link) => !link.startsWith('http://undersong.test/'))).toEqual([])
}

const headerOf = (email: Email, key: string) =>
  email.headers.find((header) => header.key === key)?.value

/** Of the choices: mail programs show their own button for it. */
function expectUnsubscribable(email: Email, kind: NotificationKind): void {
  const isChoice = notificationKinds[kind].emailed !== 'always'
  const [, address = ''] = /^<(\S+)>$/.exec(headerOf(email, 'list-unsubscribe') ?? '') ?? []
  const token = new URLSearchParams(address.split('?')[1]).get('token') ?? ''
  expect([email.subject, headerOf(email, 'list-unsubscribe-post'), address !== '']).toEqual([
    email.subject,
    isChoice ? 'List-Unsubscribe=One-Click' : undefined,
    isChoice,
  ])
  const links = new Set(linksOf(email.html ?? ''))
  const page = `http://undersong.test/unsubscribe?token=${encodeURIComponent(token)}`
  expect(links.has(page)).toBe(isChoice)
  expect(links.has('http://undersong.test/settings/notifications')).toBe(isChoice)
}

async function createEvents(app: App): Promise<Record<NotificationKind, NotifiedEvent | null>> {
  const author = await createUser(app)
  await app.db.updateTable('users').set({ display_name: 'tom <b>' }).execute()
  const artist = await createUser(app, { role: 'artist' })
  const { id: trackId } = await createTrack(app.db, { artistId: artist.id, title })
  const [reviewId, commentId] = [randomUUID(), randomUUID()]
  await app.db
    .insertInto('reviews')
    .values({
      id: reviewId,
      artist_id: artist.id,
      author_id: author.id,
      text: written,
      answer: written,
      answered_at: new Date(),
    })
    .execute()
  await app.db
    .insertInto('comments')
    .values({ id: commentId, track_id: trackId, user_id: author.id, text: written })
    .execute()
  const everyFact = {
    actorId: author.id,
    trackId,
    reviewId,
    commentId,
    messageId: reviewId,
    titles: [title],
    party: title,
    claim: written,
    reason: written,
    pence: 4420,
    commissionId: reviewId,
    as: 'customer',
    until: '2027-01-02T03:04:05.000Z',
    subject: 'other',
    refusalCode: 'audio_broken',
    outcome: 'rejected',
    byReport: true,
  }
  const events = notificationKindNames.map((kind) => [kind, { kind, ...everyFact }])
  return {
    // More facts than the sentence of a kind says.
    ...(Object.fromEntries(events) as Record<NotificationKind, NotifiedEvent>),
    sale: { kind: 'sale', titles: [title, 'Birch', 'Cedar', 'Damson', 'Elder'], pence: 123_450 },
    transfer: { kind: 'transfer', pence: 5 },
    reversal: { kind: 'reversal', event: 'asked', pence: 4420, reason: written },
    payments_stopped: { kind: 'payments_stopped', isNoLongerAvailable: true },
    bank_payout_ended: {
      kind: 'bank_payout_ended',
      pence: 123_450,
      isReturned: true,
      reason: written,
    },
    words_restored: {
      kind: 'words_restored',
      flagged: 'review',
      titles: [title],
      reason: written,
      staysDown: true,
    },
    unbanned: { kind: 'unbanned' },
    // Told by jobs, which collect several in one email.
    new_track: null,
    commission_news: null,
  }
}

test('the email of each kind of notification says in text and HTML the same, escapes what people typed, links to this site, and can be stopped if it is a choice', async () => {
  await using app = await openApp()
  const events = await createEvents(app)
  const mia = await createUser(app, { name: "mia o'hara" })
  await verifyEmails(app)
  const choices = notificationKindNames.filter((kind) => notificationKinds[kind].emailed === 'off')
  for (const kind of choices)
    await app.db
      .insertInto('notification_choices')
      .values({ user_id: mia.id, kind, emails: true })
      .execute()
  const seen = new Set<string | undefined>()
  for (const kind of notificationKindNames) {
    await causeEmail(app, { to: mia, kind, event: events[kind] })
    const unseen = (await app.received()).filter(({ messageId }) => !seen.has(messageId))
    expect([kind, unseen.length]).toEqual([kind, 1])
    for (const email of unseen) {
      seen.add(email.messageId)
      expectReadable(email)
      expectUnsubscribable(email, kind)
    }
  }
})

type Cause = { to: TestUser; kind: NotificationKind; event: NotifiedEvent | null }

/** A message that its reader has not seen for some minutes. */
async function causeNews(app: App, customer: TestUser): Promise<void> {
  const artist = await createCommissionArtist(app)
  const changes = { name: title, artist_name: title }
  const { id } = await storeCommission(app, { customer, artist, status: 'completed', changes })
  await sentMessage(app, artist, id, { text: written })
  await app.clock.move({ minutes: 5 })
  await addJob(app.db, 'email_commission_news', {})
}

async function causeEmail(app: App, { to, kind, event }: Cause): Promise<void> {
  if (event) return tell(app, { ...event, to: to.id, key: kind })
  if (kind === 'commission_news') return causeNews(app, to)
  const { id: trackId, artist_id: actorId } = await app.db
    .selectFrom('tracks')
    .select(['id', 'artist_id'])
    .executeTakeFirstOrThrow()
  const row = { user_id: to.id, kind, key: kind, track_id: trackId, actor_id: actorId }
  await app.db.insertInto('notifications').values(row).execute()
  await addJob(app.db, 'email_new_tracks', {})
}

test('the emails of a purchase and a refund say in text and HTML the same, and cannot be unsubscribed', async () => {
  await using app = await openApp()
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id, title: 'Ash & <Birch>' })
  await paidCart(app, mia, [track.id])
  const refund = { providerId: 're_1', title: 'Ash & <Birch>', pence: 570 }
  await app.db
    .transaction()
    .execute((tx) =>
      queueRefundMail(tx, { ...refund, orderLineId: null, customerId: mia.id, cause: 'owned' }),
    )
  const received = (await app.received()).filter(({ to = [] }) => to[0]?.address === mia.email)
  expect(received.map(({ subject = '' }) => subject).toSorted()).toEqual([
    'Your money is on its way back',
    'Your tracks are ready to download',
  ])
  for (const email of received) {
    expectReadable(email)
    expect(email.text).toContain('Ash & <Birch>')
    expect(headerOf(email, 'list-unsubscribe')).toBeUndefined()
    expect(headerOf(email, 'auto-submitted')).toBe('auto-generated')
  }
})
