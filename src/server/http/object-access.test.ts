// Every endpoint that names an object × each caller × an object of the caller's own, of another user, and of nobody.

import { expect, test } from 'vitest'
import { allEndpoints } from '#server/http/all-endpoints.ts'
import { createTestApp, createTrack, type TestApp } from '../../../tests/support/test-app.ts'
import { createArtistWithPayouts } from '../../../tests/support/shopping.ts'
import {
  createFixtures,
  missingObjects,
  privateTexts,
  type Fixtures,
} from '../../../tests/support/access/fixtures.ts'
import {
  createObjectsOfArtist,
  createObjectsOfUser,
  createSalesOf,
  storeRecording,
} from '../../../tests/support/access/owned-objects.ts'
import {
  expectedResult,
  mustBeVoid,
  namedObjects,
  namingFields,
  type Kind,
} from '../../../tests/support/access/named-objects.ts'
import { codeOf, type Answer } from '../../../tests/support/access/code-of.ts'
import { storedState } from '../../../tests/support/access/stored-state.ts'
import {
  callers,
  createUserOfEachRole,
  roleOf,
  type Caller,
} from '../../../tests/support/access/user-of-each-role.ts'
import { validRequest } from '../../../tests/support/access/valid-request.ts'

const kinds: Kind[] = ['foreign', 'missing', 'own']

test('each field of a request that names an object has a row in the table of access', () => {
  const fields = allEndpoints.flatMap(({ name, endpoint }) =>
    namingFields(endpoint).map((field) => `${name}.${field}`),
  )
  expect(Object.keys(namedObjects).toSorted()).toEqual(fields.toSorted())
})

test("an object is reached by its owner; another user's is answered like a missing one, tells nothing and stays as it is (ROL-26)", async () => {
  await using app = await createTestApp()
  const fixtures = await createFixtures(app)
  const ask = asking(app, { fixtures, ...(await createOwners(app, fixtures)) })
  const cells = listCells()
  const groups = Map.groupBy(cells, (cell) => cell.row)
  const wrong: string[] = []

  // First what must change nothing, the stored state compared once for each row.
  const foreign = textsOf(fixtures)
  let stored = await storedState(app)
  for (const [row, group] of groups) {
    const before = stored
    for (const cell of group.filter(({ isVoid }) => isVoid))
      wrong.push(...problemsOf(cell, await ask(cell), foreign))
    // An object that the caller may see can be refused for another reason than a missing one.
    const isHidden = ({ kind, isVoid, result }: Cell) =>
      kind === 'foreign' && isVoid && result !== namedObjects[row]?.foreign
    for (const cell of group.filter(isHidden)) {
      const [one, other] = [await ask(cell), await ask({ ...cell, kind: 'missing' })]
      if (one.statusCode !== other.statusCode || one.body !== other.body)
        wrong.push(`${titleOf(cell)}: not answered like a missing one`)
    }
    stored = await storedState(app)
    if (stored !== before) wrong.push(`${row} changes what is stored`)
  }
  expect(wrong).toEqual([])

  const secrets = privateTexts(fixtures)
  for (const cell of cells.filter(({ isVoid }) => !isVoid)) {
    const unread = cell.caller === 'admin' ? [] : secrets
    wrong.push(...problemsOf(cell, await ask(cell), unread))
  }
  expect(wrong).toEqual([])
  expect(cells.length).toBeGreaterThan(callers.length * 2 * groups.size)
})

const titleOf = ({ row, caller, kind }: Cell) => `${row} by ${caller}, ${kind}`

/** @param unread texts that the response must not contain */
function problemsOf(cell: Cell, response: Answer, unread: string[]): string[] {
  const code = codeOf(response)
  const told = unread.find((text) => response.body.includes(text))
  return [
    ...(code === cell.result ? [] : [`${titleOf(cell)}: ${code} instead of ${cell.result}`]),
    ...(told === undefined ? [] : [`${titleOf(cell)} tells ${told}`]),
  ]
}

/** Ids, names, emails and titles, without the cookies. */
function textsOf(fixtures: Fixtures): string[] {
  return Object.values(fixtures)
    .flatMap((one) => (typeof one === 'string' ? one : Object.values(one)))
    .filter((text) => !text.includes('='))
}

type Asking = Awaited<ReturnType<typeof createOwners>> & { fixtures: Fixtures }

function asking(app: TestApp, { fixtures, users, own }: Asking) {
  const missing = missingObjects(fixtures)
  return ({ name, field, endpoint, caller, kind, owner }: Cell) => {
    const ofCaller = own[caller]?.[owner] ?? fixtures
    const objects = { own: ofCaller, foreign: fixtures, missing }[kind]
    // The document is named beside an own track or upload.
    const named =
      field === 'licenseDocumentUrl'
        ? { fixtures: ofCaller, documentId: objects.documentId }
        : { fixtures: objects }
    return validRequest(app, name, endpoint, { ...named, as: users[caller] })
  }
}

type Cell = ReturnType<typeof listCells>[number]

function listCells() {
  return Object.entries(namedObjects).flatMap(([row, declared]) => {
    const [name = '', field = ''] = row.split('.')
    const found = allEndpoints.find((one) => one.name === name)
    if (found === undefined) throw new Error(`There is no endpoint ${name}.`)
    const { endpoint } = found
    return kinds.flatMap((kind) =>
      callers.flatMap((caller) => {
        const result = expectedResult(endpoint, { row: declared, caller, kind })
        if (result === null) return []
        const isVoid = mustBeVoid(declared, { result, kind })
        const owner = declared.owner === 'artist' ? ('artist' as const) : ('user' as const)
        return [{ row, name, field, endpoint, caller, kind, result, isVoid, owner }]
      }),
    )
  })
}

type Owned = { user: Fixtures; artist?: Fixtures }

/** Users of each role with objects of their own, made before some are banned. */
async function createOwners(app: TestApp, fixtures: Fixtures) {
  const { buyer } = fixtures
  const own: Partial<Record<Caller, Owned>> = {}
  // Of another artist than the seller, of whom the callers' own lists must tell nothing.
  const seller = await createArtistWithPayouts(app)
  const carted = await createTrack(app.db, { artistId: seller.id, title: 'Danny Boy' })
  const sold = await createTrack(app.db, { artistId: seller.id, title: 'Loch Lomond' })
  await storeRecording(app, sold.id)
  const users = await createUserOfEachRole(app, {
    createArtist: createArtistWithPayouts,
    prepare: async (created) => {
      for (const caller of callers) {
        const user = created[caller]
        if (user === undefined) continue
        const self = { ...fixtures, seller: user, bystander: user }
        const bought = await createObjectsOfUser(app, user, { seller, sold, carted })
        own[caller] = { user: { ...self, ...bought } }
        if (roleOf(caller) !== 'artist') continue
        const made = await createObjectsOfArtist(app, user, { reporter: buyer })
        const sales = await createSalesOf(app, user, buyer)
        own[caller].artist = { ...self, ...sales, ...made }
      }
    },
  })
  return { users, own }
}
