// Limits on guessing: by address for every attempt, and by account wherever the attempts come from.

import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { Refusal } from '#rules/refusal.ts'
import type { Db } from '#server/db/client.ts'

const minuteMs = 60_000
/** A slip of the finger or five is no reason to wait. */
const attemptsAMinute = { 'log-in': 10, register: 20 }

const guessWindowMs = 15 * minuteMs
const guessesAWindow = 10
/** Of an account's guesses, those that one address may use up: alone, it locks no owner out. */
const guessesOfOneAddress = 5

type Result = { kind: keyof typeof attemptsAMinute; address: string }
type Login = { email: string; address: string }

/**
 * Counted before anything else is read or written: an address over its limit touches no account.
 * @throws Refusal too_many_requests
 */
export async function countAttempt(db: Db, { kind, address }: Result): Promise<void> {
  const attempts = await count(db, `${kind}|${networkOf(address)}`, minuteMs)
  if (attempts > attemptsAMinute[kind]) throw new Refusal('too_many_requests')
}

/**
 * Counts a guess before the password is checked, so that simultaneous guesses count, too. Guesses from a trusted
 * address have a counter of their own: strangers lock no owner out there. An email without an account is counted in the
 * same way, so that the answers do not differ. Comes back with the counters to give to `trustAddress`.
 * @throws Refusal too_many_logins
 */
export async function countGuess(db: Db, login: Login, secret: string): Promise<string[]> {
  if (await isTrusted(db, login)) {
    const key = guessKey(login.email, login.address)
    if ((await count(db, key, guessWindowMs)) > guessesAWindow) throw new Refusal('too_many_logins')
    return [key]
  }
  const account = (await hasAccount(db, login.email))
    ? login.email
    : sharedName(login.email, secret)
  const ofAddress = guessKey(account, login.address)
  if ((await count(db, ofAddress, guessWindowMs)) > guessesOfOneAddress)
    throw new Refusal('too_many_logins')
  const ofEverybody = guessKey(account, 'anywhere')
  if ((await count(db, ofEverybody, guessWindowMs)) > guessesAWindow)
    throw new Refusal('too_many_logins')
  return [ofAddress, ofEverybody]
}

/** After the right password: this attempt was no guess, and the address is trusted. Other people's guesses still count. */
export async function trustAddress(db: Db, login: Login, counted: string[] = []): Promise<void> {
  if (counted.length > 0) {
    await db
      .updateTable('rate_limits')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', 'in', counted)
      .where('count', '>', 0)
      .execute()
  }
  // The owner's own slips at this address.
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

/** One statement counts and reads. The window begins with its first attempt: going on does not make it longer. */
async function count(db: Db, key: string, windowMs: number): Promise<number> {
  const now = Date.now()
  const { rows } = await sql<{ count: number }>`
    insert into rate_limits (key, count, last_request) values (${key}, 1, ${now})
    on conflict (key) do update set
      count = case when rate_limits.last_request > ${now - windowMs} then rate_limits.count + 1 else 1 end,
      last_request = case when rate_limits.last_request > ${now - windowMs} then rate_limits.last_request else ${now} end
    returning count
  `.execute(db)
  return rows[0]?.count ?? 0
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
 * Emails without an account share 65,536 counters: no more rows than that, however many emails are tried, and too many
 * for a client to fill them all and see by them which email has an account. Keyed, so that a client cannot find two
 * emails that share one.
 */
function sharedName(email: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(`guess|${email.toLowerCase()}`).digest()
  return `unknown-${digest.readUInt16BE()}`
}

/** Begins the keys of trusted addresses, which are stored for longer than counts. */
export const trustKeyPrefix = 'trusted|'

function trustKey({ email, address }: Login): string {
  return `${trustKeyPrefix}${email.toLowerCase()}|${networkOf(address)}`
}

function guessKey(account: string, address: string): string {
  return `login|${account.toLowerCase()}|${networkOf(address)}`
}

/** One customer of an IPv6 provider holds at least 2^64 addresses: the first half of one stands for all of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const [front = '', back = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = front === '' ? [] : front.split(':')
  const missing = 8 - groups.length - (back === '' ? 0 : back.split(':').length)
  if (address.includes('::')) groups.push(...Array<string>(missing).fill('0'), ...back.split(':'))
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
