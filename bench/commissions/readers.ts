// Who reads commissions: customers and artists, also those who have the most, and an admin.

import { sql } from 'kysely'
import { chooseFrom, type Random } from '../../demo/music/score/random.ts'
import { getCommission, listCommissions } from '../../src/contracts/commissions/commissions.ts'
import { listAllCommissions, listDisputes } from '../../src/contracts/admin/commissions.ts'
import { commissionsPerPage } from '../../src/rules/commissions/commission-limits.ts'
import type { Db } from '../../src/server/db/client.ts'
import type { QueryClass } from '../measuring/measure-class.ts'
import { logInUsers } from '../measuring/create-customers.ts'

/** Of the own list and of one commission. */
export const ownGoalMs = 15
/** Of admins, who search all of them. */
export const adminGoalMs = 100
const readersOfEach = 100
const requests = 400

type Party = 'customer' | 'artist'
type Reader = { id: string; email: string; as: Party; commissionIds: string[] }

export type Readers = Awaited<ReturnType<typeof openReaders>>

/** Half of the parties are those with the most commissions, and the others any of those who have some. */
export async function openReaders(db: Db, origin: string) {
  const parties = [...(await findParties(db, 'customer')), ...(await findParties(db, 'artist'))]
  const admin = await createAdmin(db)
  const users = [...parties, admin]
  const cookies = await logInUsers(db, origin, users)
  // The second factor counts from then on.
  await sql`update users set two_factor_enabled = true where id = ${admin.id}`.execute(db)
  const cookieOf = new Map(users.map(({ id }, at) => [id, cookies[at] ?? '']))
  return {
    parties,
    cookies: cookieOf,
    classes: (random: Random): QueryClass[] => [
      ...partyClasses(parties, random),
      ...adminClasses(admin.id, random),
    ],
  }
}

async function findParties(db: Db, as: Party): Promise<Reader[]> {
  const party = sql.ref(`${as}_id`)
  const { rows } = await sql<Omit<Reader, 'as'>>`
    with counted as (
      select ${party} as id, array_agg(id::text) as "commissionIds", count(*) as total from commissions group by ${party}
    ),
    chosen as (
      (select * from counted order by total desc limit ${readersOfEach / 2}::integer)
      union
      (select * from counted order by md5(id::text) limit ${readersOfEach / 2}::integer)
    )
    select chosen.id, email, "commissionIds" from chosen join users using (id) order by total desc
  `.execute(db)
  return rows.map((row) => ({ ...row, as }))
}

async function createAdmin(db: Db): Promise<{ id: string; email: string }> {
  return db
    .insertInto('users')
    .values({ email: 'admin@example.com', username: 'admin', role: 'admin' })
    .returning(['id', 'email'])
    .executeTakeFirstOrThrow()
}

/** A path's fragment says who asks. */
function partyClasses(parties: Reader[], random: Random): QueryClass[] {
  const of = (name: string, as: Party, path: (reader: Reader) => string): QueryClass => {
    const readers = parties.filter((reader) => reader.as === as)
    return {
      name,
      goalMs: ownGoalMs,
      paths: Array.from({ length: requests }, (_, at) => {
        const reader = readers[at % readers.length] ?? chooseFrom(readers as [Reader], random)
        return `${path(reader)}#${reader.id}`
      }),
    }
  }
  const list = (as: Party) => `${listCommissions.path}?as=${as}`
  const one = ({ commissionIds }: Reader) =>
    getCommission.path.replace('{id}', chooseFrom(commissionIds as [string], random))
  return (['customer', 'artist'] as const).flatMap((as) => [
    of(`own list as ${as}`, as, () => list(as)),
    of(`own list as ${as}, any part and page`, as, ({ commissionIds }) => {
      const pages = Math.ceil(commissionIds.length / commissionsPerPage)
      const state = chooseFrom(['', '&state=open', '&state=done', '&state=ended'], random)
      return `${list(as)}${state}&page=${1 + Math.floor(random() * pages)}`
    }),
    of(`one commission as ${as}`, as, one),
  ])
}

function adminClasses(adminId: string, random: Random): QueryClass[] {
  const of = (name: string, path: () => string): QueryClass => ({
    name,
    goalMs: adminGoalMs,
    paths: Array.from({ length: requests / 4 }, () => `${path()}#${adminId}`),
  })
  const { path } = listAllCommissions
  const states = ['pending_artist', 'in_progress', 'delivered', 'completed', 'cancelled'] as const
  const words = ['river', 'the', 'moon', 'heart', 'mary', 'green', 'never'] as const
  return [
    of('admin: the newest, any page', () => `${path}?page=${1 + Math.floor(random() * 20)}`),
    of('admin: in a state', () => `${path}?state=${chooseFrom(states, random)}`),
    of('admin: older than', () => `${path}?age=${chooseFrom(['7', '30', '60'], random)}`),
    of(
      'admin: frozen, disputed, failed',
      () => `${path}?mark=${chooseFrom(['frozen', 'disputed', 'transfer_failed'], random)}`,
    ),
    of('admin: words', () => `${path}?query=${chooseFrom(words, random)}`),
    of(
      'admin: disputes',
      () => `${listDisputes.path}?state=${chooseFrom(['open', 'resolved'], random)}`,
    ),
  ]
}
