// Limits password guessing: per address for every attempt, and per account over all addresses.

import { createHmac } from 'node:crypto'
import { Refusal } from '#rules/errors/refusal.ts'
import type { Db } from '#server/db/client.ts'
import { countAttempts } from '#server/db/count-attempts.ts'
import { networkOf } from '#server/http/network.ts'

const minuteMs = 60_000
/** High enough for a user who mistypes several times. */
const attemptsPerMinute = { 'log-in': 10, code: 10, register: 20, link: 20, reset: 10 }

const guessWindowMs = 15 * minuteMs
const guessesPerWindow = 10
/** One address can use only this share of an account's guesses, so that it cannot lock the owner out alone. */
const guessesPerAddress = 5

type Attempt = { kind: keyof typeof attemptsPerMinute; address: string }
type Login = { email: string; address: string }

/**
 * Called before anything else is read or written: an address over its limit has no effect on any account.
 * @throws Refusal too_many_requests
 */
export async function countAttempt(db: Db, { kind, address }: Attempt): Promise<void> {
  const { count } = await countAttempts(db, `${kind}|${networkOf(address)}`, minuteMs)
  if (count > attemptsPerMinute[kind]) throw new Refusal('too_many_requests')
}

/**
 * Counts a guess before the password is checked, so that simultaneous guesses count, too. Guesses from a trusted
 * address have a separate counter, so that guesses from elsewhere cannot lock the owner out there. An email without an
 * account is counted in the same way, so that the responses do not differ. Returns the counters for `trustAddress`.
 * @throws Refusal too_many_logins
 */
export async function countGuess(db: Db, login: Login, secret: string): Promise<string[]> {
  if (await isTrusted(db, login)) {
    const key = guessKey(login.email, login.address)
    await countOneGuess(db, key, guessesPerWindow)
    return [key]
  }
  const account = (await hasAccount(db, login.email))
    ? login.email
    : sharedCounterName(login.email, secret)
  const fromAddress = guessKey(account, login.address)
  await countOneGuess(db, fromAddress, guessesPerAddress)
  const fromAnywhere = guessKey(account, 'anywhere')
  await countOneGuess(db, fromAnywhere, guessesPerWindow)
  return [fromAddress, fromAnywhere]
}

async function countOneGuess(db: Db, key: string, max: number): Promise<void> {
  const { count } = await countAttempts(db, key, guessWindowMs)
  if (count > max) throw new Refusal('too_many_logins')
}

/** After the correct password: uncounts this attempt and trusts the address. All other guesses still count. */
export async function trustAddress(db: Db, login: Login, counted: string[] = []): Promise<void> {
  if (counted.length > 0) {
    await db
      .updateTable('rate_limits')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', 'in', counted)
      .where('count', '>', 0)
      .execute()
  }
  // The owner's own wrong attempts from this address.
  await db
    .deleteFrom('rate_limits')
    .where('key', '=', guessKey(login.email, login.address))
    .execute()
  const now = String(Date.now())
  await db
    .insertInto('rate_limits')
    .values({ key: trustKey(login), count: 1, last_request: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ last_request: now }))
    .execute()
}

async function isTrusted(db: Db, login: Login): Promise<boolean> {
  const found = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', trustKey(login))
    .executeTakeFirst()
  return found !== undefined
}

async function hasAccount(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Emails without an account share 65,536 counters: this limits the rows, and there are too many for a client to fill all
 * of them and so detect which emails have an account. Keyed, so that a client cannot find two emails with one counter.
 */
function sharedCounterName(email: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(`guess|${email.toLowerCase()}`).digest()
  return `unknown-${digest.readUInt16BE()}`
}

/** Prefix of the keys of trusted addresses, which are stored for longer than counters. */
export const trustKeyPrefix = 'trusted|'

function trustKey({ email, address }: Login): string {
  return `${trustKeyPrefix}${email.toLowerCase()}|${networkOf(address)}`
}

function guessKey(account: string, address: string): string {
  return `login|${account.toLowerCase()}|${networkOf(address)}`
}
