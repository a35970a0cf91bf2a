// Customers who are logged in, for the calls that need an account.

import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import type { Db } from '../../src/server/db/client.ts'

const password = 'measure it to me'

/** Returns the cookie of each. They are stored directly, because an address may register few accounts a minute. */
export async function createCustomers(db: Db, origin: string, count: number): Promise<string[]> {
  const users = Array.from({ length: count }, (_, at) => ({
    id: randomUUID(),
    email: `customer${at}@example.com`,
    username: `customer ${at}`,
  }))
  await db.insertInto('users').values(users).execute()
  return logInUsers(db, origin, users)
}

/** Gives each of these a password. Returns their cookies. */
export async function logInUsers(
  db: Db,
  origin: string,
  users: readonly { id: string; email: string }[],
): Promise<string[]> {
  const hash = await hashPassword(password)
  const cookies: string[] = []
  for (const [at, { id, email }] of users.entries()) {
    await db
      .insertInto('credentials')
      .values({ id, user_id: id, account_id: id, provider_id: 'credential', password: hash })
      .execute()
    cookies.push(await logIn(origin, email, `10.0.${at}.1`))
  }
  return cookies
}

/** Each from an address of its own: the attempts of one are limited. */
async function logIn(origin: string, email: string, address: string): Promise<string> {
  const response = await fetch(`${origin}/api/accounts/log-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`Logging in responded ${response.status}.`)
  return response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
}
