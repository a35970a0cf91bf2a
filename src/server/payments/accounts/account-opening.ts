// Opens the one account of an artist at the card provider, also after earlier attempts with an unknown outcome. After a spent
// key the account may exist: it is looked for in the list of all accounts before another key is used. That can take many
// pages, so the search is stored: each attempt goes on where the one before ended.

import type { Selectable } from 'kysely'
import { lockAccount } from '#server/accounts/account-lock.ts'
import type { Db } from '#server/db/client.ts'
import type { Tables } from '#server/db/tables.ts'
import {
  PaymentKeySpent,
  PaymentRefused,
  PaymentUnknown,
  type Payments,
} from '#server/gateways/payments/payments.ts'

type Deps = { db: Db; payments: Payments }
type Artist = { id: string; email: string }
type Search = Selectable<Tables['account_searches']>

/** A key is rarely spent; five spent keys in a row indicate an outage. */
const maxKeys = 5

/** A user waits: then the attempt ends, and the next click goes on. Each page has the deadline of a call besides. */
const maxSearchMs = 15_000

/**
 * The keys are the same for every attempt, so two simultaneous clicks open one account.
 * @throws PaymentRefused, PaymentUnknown; Refusal of lockAccount
 */
export async function openOneAccount({ db, payments }: Deps, artist: Artist): Promise<string> {
  const until = performance.now() + maxSearchMs
  let search = await findSearch(db, artist.id)
  let problem: unknown
  for (let keyNumber = search?.key_number ?? 1; keyNumber <= maxKeys; keyNumber += 1) {
    if (!search) {
      try {
        const idempotencyKey = keyOf(artist, keyNumber)
        return await payments.openAccount({
          userId: artist.id,
          email: artist.email,
          idempotencyKey,
        })
      } catch (error) {
        if (!(error instanceof PaymentKeySpent)) throw error
        problem = error
      }
      search = await beginSearch(db, { user_id: artist.id, key_number: keyNumber, next_page: null })
    }
    const found = await searchAccounts({ db, payments }, search, until)
    if (found !== null) return found
    search = undefined
  }
  throw new PaymentUnknown('No key opens the account.', { cause: problem })
}

function keyOf({ id }: Artist, keyNumber: number): string {
  return keyNumber === 1 ? `acct:${id}` : `acct:${id}:a${keyNumber}`
}

/** Null once the whole list has been read: the provider has no account of the artist. */
async function searchAccounts(
  { db, payments }: Deps,
  search: Search,
  until: number,
): Promise<string | null> {
  let page = search.next_page
  do {
    const { accountId, nextPage } = await readPage({ db, payments }, { ...search, next_page: page })
    if (accountId !== null) return accountId
    if (nextPage === null) {
      await endSearch(db, search)
      return null
    }
    await moveSearch(db, { ...search, next_page: page }, nextPage)
    page = nextPage
  } while (performance.now() < until)
  throw new PaymentUnknown('The search for an account goes on with the next attempt.')
}

/** The provider may forget the address of a page: the next attempt then begins with the first one. */
async function readPage({ db, payments }: Deps, search: Search) {
  const { user_id: userId, next_page: page } = search
  try {
    return await payments.searchAccounts({ userId, page })
  } catch (error) {
    if (error instanceof PaymentRefused) await moveSearch(db, search, null)
    throw error
  }
}

function findSearch(db: Db, userId: string): Promise<Search | undefined> {
  return db
    .selectFrom('account_searches')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Not for an account that is being deleted: nothing would remove the row any more. */
async function beginSearch(db: Db, search: Search): Promise<Search> {
  await db.transaction().execute(async (tx) => {
    await lockAccount(tx, search.user_id)
    await tx
      .insertInto('account_searches')
      .values(search)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return search
}

/** Another attempt, at the same time, may have come further. */
async function moveSearch(db: Db, from: Search, nextPage: string | null): Promise<void> {
  await db
    .updateTable('account_searches')
    .set({ next_page: nextPage })
    .where('user_id', '=', from.user_id)
    .where('key_number', '=', from.key_number)
    .where('next_page', 'is not distinct from', from.next_page)
    .execute()
}

/** The list has no such account. Another attempt may have begun the search after the next key. */
async function endSearch(
  db: Db,
  { user_id: userId, key_number: keyNumber }: Search,
): Promise<void> {
  await db
    .deleteFrom('account_searches')
    .where('user_id', '=', userId)
    .where('key_number', '=', keyNumber)
    .execute()
}

/** The account is known. */
export async function forgetSearch(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('account_searches').where('user_id', '=', userId).execute()
}
