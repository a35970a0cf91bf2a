import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ledgerAccounts, type LedgerAccount } from '#rules/payments/ledger-accounts.ts'
import type { Db } from '#server/db/client.ts'
import { allowedIn } from '../../../tests/support/money/process-problems.ts'
import {
  createUser,
  createTrack,
  createTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts, checkOut } from '../../../tests/support/shopping.ts'

async function createPayment(app: TestApp): Promise<string> {
  const [artist, mia] = [await createArtistWithPayouts(app), await createUser(app)]
  const track = await createTrack(app.db, { artistId: artist.id })
  return (await checkOut(app, mia, [track.id])).paymentId
}

type Planted = { account: LedgerAccount; artistId?: string; pence: number }
type Booked = {
  fact?: string
  paymentId: string | null
  entries: Planted[]
  entryCount?: number
}

const amounts = (...pence: number[]): Planted[] =>
  pence.map((one) => ({ account: 'losses', pence: one }))

function book(
  app: TestApp,
  { fact = 'test', paymentId, entries, entryCount = entries.length }: Booked,
) {
  return app.db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('ledger_transactions')
      .values({ fact, payment_id: paymentId, entry_count: entryCount })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const entry of entries) await addEntry(tx, id, entry)
    return id
  })
}

async function addEntry(db: Db, transactionId: string, { account, artistId, pence }: Planted) {
  await db
    .insertInto('ledger_entries')
    .values({
      transaction_id: transactionId,
      account,
      artist_id: artistId ?? null,
      amount_pence: pence,
    })
    .execute()
}

test('a transaction that does not sum to zero cannot be booked', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  await expect(book(app, { paymentId, entries: amounts(500, -499) })).rejects.toThrow(
    /sums to 1 pence/,
  )
  expect(await app.db.selectFrom('ledger_entries').select('id').execute()).toEqual([])
  await book(app, { paymentId, entries: amounts(500, -499, -1) })
})

test('a transaction has the entries that it says, and none is added once it is committed', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  for (const [entries, entryCount, refusal] of [
    [amounts(1, -1), 3, /has 2 entries instead of 3/],
    [[], 2, /has 0 entries instead of 2/],
    [[], 0, /ledger_transactions_have_entries/],
  ] as const) {
    await expect(book(app, { paymentId, entries: [...entries], entryCount })).rejects.toThrow(
      refusal,
    )
  }
  const id = await book(app, { paymentId, entries: amounts(1, -1) })
  const addLater = app.db.transaction().execute(async (tx) => {
    for (const entry of amounts(7, -7)) await addEntry(tx, id, entry)
  })
  await expect(addLater).rejects.toThrow(/has 4 entries instead of 2/)
  expect(await app.db.selectFrom('ledger_entries').select('id').execute()).toHaveLength(2)
})

test('the accounts are those of the rules, and an entry names the artist or the payment where its account asks for one', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  const { id: artistId } = await createUser(app)
  const allowed = await allowedIn(app.db, 'ledger_entries_account_check')
  expect(new Set(allowed)).toEqual(new Set(Object.keys(ledgerAccounts)))
  for (const account of Object.keys(ledgerAccounts) as LedgerAccount[]) {
    const { names } = ledgerAccounts[account]
    const outcomeOf = (of: { paymentId: string | null; artistId?: string }) => {
      const entries = [1, -1].map((pence) => ({ account, ...of, pence }))
      return book(app, { fact: randomUUID(), paymentId: of.paymentId, entries }).then(
        () => 'booked',
        ({ message }: Error) => refusals.find((refusal) => message.includes(refusal)) ?? message,
      )
    }
    expect({
      account,
      ofPayment: await outcomeOf({ paymentId }),
      ofArtist: await outcomeOf({ paymentId, artistId }),
      ofNothing: await outcomeOf({ paymentId: null }),
    }).toEqual({ account, ...outcomes[names ?? 'nothing'] })
  }
})

const wrongArtist = 'ledger_entries_artist_check'
const noPayment = 'names no payment'
const refusals = [wrongArtist, noPayment]

/** By what an entry of the account must name. */
const outcomes = {
  nothing: { ofPayment: 'booked', ofArtist: wrongArtist, ofNothing: 'booked' },
  payment: { ofPayment: 'booked', ofArtist: wrongArtist, ofNothing: noPayment },
  artist: { ofPayment: wrongArtist, ofArtist: 'booked', ofNothing: wrongArtist },
}

test('the same fact cannot be booked twice', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  await book(app, { paymentId, entries: amounts(1, -1) })
  await expect(book(app, { paymentId, entries: amounts(1, -1) })).rejects.toThrow(/fact/)
})

test('ledger rows can be neither changed nor deleted', async () => {
  await using app = await createTestApp()
  const paymentId = await createPayment(app)
  await book(app, { paymentId, entries: amounts(1, -1) })
  for (const change of [
    sql`update ledger_entries set amount_pence = 2`,
    sql`delete from ledger_entries`,
    sql`truncate ledger_entries, ledger_transactions cascade`,
    sql`update ledger_transactions set fact = 'x'`,
  ]) {
    await expect(change.execute(app.db)).rejects.toThrow(/append-only/)
  }
})
