// How long a room takes with 10,000 rooms and a million messages: its calls, and its page.

import { chooseFrom, seededRandom, type Random } from '../demo/music/score/random.ts'
import { ensureWebIsBuilt } from '../scripts/build-web.ts'
import { getCommission } from '../src/contracts/commissions/commissions.ts'
import { listCommissionMessages } from '../src/contracts/commissions/messages.ts'
import { pageRoutes } from '../src/rules/page-paths.ts'
import { withCatalogueApp, type CatalogueApp } from './measuring/catalogue-app.ts'
import { openConnection, type QueryClass } from './measuring/measure-class.ts'
import { printClasses } from './measuring/print-classes.ts'
import { warmUp } from './measuring/warm-up.ts'
import { fillCommissions } from './commissions/fill-commissions.ts'
import { fillMessages } from './commissions/fill-messages.ts'
import { fillNotes, findNoted } from './commissions/fill-notes.ts'
import { openReaders, type Readers } from './commissions/readers.ts'
import { measureVisits } from './measure-visits.ts'

const usual = { rooms: 10_000, messages: 1_000_000 }
const goalMs = 20
/** Rendered: most of it is the work of React. */
const pageGoalMs = 50
const requests = 400

/** `-- rooms ROOMS MESSAGES` measures another size. */
export async function benchRooms(): Promise<void> {
  const [rooms = usual.rooms, messages = usual.messages] = process.argv.slice(3).map(Number)
  await ensureWebIsBuilt((line) => console.log(line))
  await withCatalogueApp({ name: 'rooms', keptIn: undefined, hasPages: true }, (app) =>
    benchFilled(app, { rooms, messages }),
  )
}

async function benchFilled(app: CatalogueApp, size: typeof usual): Promise<void> {
  const random = seededRandom(size.rooms)
  await fillCommissions(app.slowDb, size.rooms, random)
  await fillMessages(app.slowDb, size.messages)
  await fillNotes(app.slowDb)
  await warmUp(app.slowDb)
  const readers = await openReaders(app.slowDb, app.url)
  const noted = await findNoted(app.slowDb)
  console.log(
    `${size.rooms} rooms with ${size.messages} messages, ${noted.size} of them with notes: ms over HTTP, one connection, warm; CPU is PostgreSQL's`,
  )
  const connection = openConnection(app.url, readers.cookies)
  const visits = visitsOf(readers, random)
  const withNotes = visitsOf(readers, random, noted)
  await printClasses({ db: app.slowDb, connection }, classesOf(visits, withNotes))
  await measureVisits({
    name: 'both calls, as a room is opened',
    goalMs,
    visits: Array.from({ length: requests }, () => {
      const { id, as } = visits()
      return async () => {
        for (const { path } of [getCommission, listCommissionMessages])
          await connection.get(pathOf(path, id, as))
      }
    }),
  })
  connection.close()
}

/** A commission, and which of its parties opens it. */
type Visits = () => { id: string; as: string }

/** Any of the readers, and any of the rooms that they have; only those `among`, if it is given. */
function visitsOf({ parties }: Readers, random: Random, among?: ReadonlySet<string>): Visits {
  const rooms = parties
    .map(({ id: as, commissionIds }) => ({
      as,
      ids: commissionIds.filter((id) => among?.has(id) ?? true),
    }))
    .filter(({ ids }) => ids.length > 0)
  return () => {
    const { as, ids } = anyOf(rooms, random)
    return { id: anyOf(ids, random), as }
  }
}

/** There are some. */
function anyOf<Value>(values: Value[], random: Random): Value {
  return chooseFrom(values as [Value], random)
}

/** The fragment says who asks. */
function pathOf(path: string, id: string, as: string): string {
  return `${path.replace(/\{id\}|:id/, id)}#${as}`
}

function classesOf(any: Visits, withNotes: Visits): QueryClass[] {
  const of = (name: string, path: string, goal: number, visits: Visits): QueryClass => ({
    name,
    goalMs: goal,
    paths: Array.from({ length: requests }, () => {
      const { id, as } = visits()
      return pathOf(path, id, as)
    }),
  })
  return [
    of('a room', getCommission.path, goalMs, any),
    of('a room with notes', getCommission.path, goalMs, withNotes),
    of('its newest messages', listCommissionMessages.path, goalMs, any),
    of('the page of a room', pageRoutes.commission, pageGoalMs, any),
    of('the page of a room with notes', pageRoutes.commission, pageGoalMs, withNotes),
  ]
}
