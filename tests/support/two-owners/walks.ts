// Calls everything: what a side reads of its own, its commands, and what strangers ask for.

import { allEndpoints } from '#server/http/all-endpoints.ts'
import type { Endpoint } from '#contracts/endpoint.ts'
import { pageRoutes } from '#rules/page-paths.ts'
import { mayCall } from '#rules/permissions.ts'
import { codeOf } from '../access/code-of.ts'
import type { Fixtures } from '../access/fixtures.ts'
import { expectedResult, namedObjects, namingFields } from '../access/named-objects.ts'
import { validRequest } from '../access/valid-request.ts'
import { unpack } from '../accounts/own-data.ts'
import type { TestApp, TestUser } from '../test-app.ts'
import { expectedEndpoints } from './expected-endpoints.ts'
import { callers, ownResult, type Caller, type Row } from './expected-row.ts'
import { expectedPages } from './expected-pages.ts'
import { keepSession, ownRequests } from './own-requests.ts'
import type { Owner, Side } from './sides.ts'
import { changesOf, mentions, privateTextIn, toldOf, uuid, type Markers } from './stored-rows.ts'
import { watchRows } from './watched-rows.ts'

type Called = { name: string; endpoint: Endpoint; row: Row; caller: Caller }

/** The calls of each endpoint, in the order of the rows, by each role that may call it. */
const endpoints = Object.entries(expectedEndpoints).map(([name, row]) => {
  const endpoint = allEndpoints.find((one) => one.name === name)?.endpoint
  if (endpoint === undefined) throw new Error(`There is no endpoint ${name}.`)
  const allowed = callers.filter((caller) => mayCall(endpoint.by, caller))
  return { name, endpoint, row, calls: allowed.map((caller) => ({ name, endpoint, row, caller })) }
})

/** What each endpoint, exported file and page answers an owner about the own, without what changes with the time. */
export async function readOwn(app: TestApp, side: Side): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  await forgetAttempts(app)
  for (const { name, endpoint, row, calls } of endpoints) {
    // A recording that is read counts as a download, which its artist reads.
    const isRecording = !['json', 'application/zip'].includes(endpoint.produces)
    if (endpoint.method !== 'GET' || row.shows !== 'mine') continue
    if (isRecording || name === 'downloadAllTracks') continue
    for (const call of calls.filter(concernsOwner)) {
      const answer = await askOwn(app, side, call)
      const files = name === 'exportOwnData' ? await unpack(answer.rawPayload) : null
      if (files === null) read.set(`${name} by ${call.caller}`, timeless(answer.body))
      for (const [file, rows] of Object.entries(files?.json ?? {}))
        if (call.caller !== 'admin' || !filesThatConcernAdmins.has(file))
          read.set(`${file} of ${call.caller}`, timeless(JSON.stringify(rows)))
    }
  }
  for (const [page, { shows, concernsAdmins = false }] of pages)
    for (const caller of callers)
      if (shows === 'mine' && !(caller === 'admin' && concernsAdmins)) {
        const { user, asUser } = ownerOf(side, caller)
        const answer = await app.call(`GET ${pathOf(page, asUser)}`, { as: user })
        read.set(`${pageRoutes[page]} to ${caller}`, timeless(answer.body))
      }
  return read
}

const pages = Object.entries(expectedPages) as [keyof typeof pageRoutes, Row][]

/** Of an admin's export. */
const filesThatConcernAdmins = new Set(['notifications.json', 'emails.json'])

const concernsOwner = ({ row, caller }: Called) => !(caller === 'admin' && row.concernsAdmins)

/** Several times are as good as one. */
const timeless = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z/g, 'a time')
    .replaceAll(/("a time",)+/g, '')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/requestKey\W+(?:value\W+)?[0-9a-f-]{36}/g, '')

function pathOf(page: keyof typeof pageRoutes, fixtures: Fixtures) {
  const { number, vatInvoice, sessionId, seller, sold, commissionId, statementId } = fixtures
  const ids: Partial<Record<typeof page, string>> = {
    track: sold.id,
    refundRequest: sold.id,
    commission: commissionId,
    statement: statementId,
  }
  const id = ids[page] ?? seller.id
  const path = pageRoutes[page]
    .replace(':number', number)
    .replace(':invoice', vatInvoice)
    .replace(':id', id)
  return page === 'checkoutSuccess' ? `${path}?cs=${sessionId}` : path
}

function ownerOf(side: Side, caller: Caller): Owner {
  const owner = side[caller]
  if (owner === null) throw new Error(`The side has no ${caller}.`)
  return owner
}

function askOwn(app: TestApp, side: Side, { name, endpoint, caller }: Called) {
  const owner = ownerOf(side, caller)
  const fixtures = objectsFor(endpoint, side, owner.asUser)
  const request = ownRequests[name]
  return request
    ? request(app, owner)
    : validRequest(app, name, endpoint, { fixtures, as: owner.user })
}

/** A user's call names what the user has, the others name a seller. */
function objectsFor({ by }: Endpoint, { artist }: Side, asUser: Fixtures): Fixtures {
  if (artist.asArtist === null) throw new Error('The artist sells nothing.')
  if (by === 'user') return asUser
  const { bystander, commentId, reviewId } = asUser
  return by === 'admin' ? { ...artist.asArtist, bystander, commentId, reviewId } : artist.asArtist
}

type Used = {
  /** What each command answered, as `readOwn` has what is read. */
  answers: Map<string, string>
  /** What was told or changed of others. */
  problems: string[]
}

/** Every endpoint, called by owners about their own. */
export async function useOwn(app: TestApp, side: Side, others: Markers): Promise<Used> {
  const answers = new Map<string, string>()
  const problems: string[] = []
  const takeChanges = await watchRows(app)
  for (const { name, endpoint, row, calls } of endpoints) {
    await forgetAttempts(app)
    for (const call of calls.filter(concernsOwner)) {
      const answer = await askOwn(app, side, call)
      const [code, expected] = [codeOf(answer), ownResult(row, call.caller)]
      const told = row.shows === 'mine' ? toldOf(others, answer.body) : undefined
      if (code !== expected) problems.push(`${titleOf(call)}: ${code} instead of ${expected}`)
      if (told !== undefined) problems.push(`${titleOf(call)} tells ${told}`)
      if (row.shows === 'mine' && endpoint.method !== 'GET' && !row.isRandom)
        answers.set(titleOf(call), alike(answer.body))
      keepSession(ownerOf(side, call.caller).user, name, answer)
    }
    const changed = await takeChanges()
    for (const change of changesOf(others, changed)) problems.push(`${name}: ${change}`)
    // Otherwise the call of a stranger would prove nothing.
    if (changed.length === 0 && endpoint.method !== 'GET' && ownResult(row, 'artist') === 'done')
      if (!row.changesNothing) problems.push(`${name} changes nothing`)
  }
  return { answers, problems }
}

/** In two databases the same things have other ids. */
const alike = (text: string) => timeless(text).replaceAll(uuid, 'an id')

const titleOf = ({ name, caller }: Called) => `${name} by ${caller}`

type Foreign = { strangers: Record<Caller, TestUser>; theirs: Side; others: Markers }

/**
 * Every endpoint that names an object, called by strangers. Returns what it answers, tells or changes that is in none of
 * its rows.
 */
export async function useForeign(
  app: TestApp,
  { strangers, theirs, others }: Foreign,
): Promise<string[]> {
  const problems: string[] = []
  const takeChanges = await watchRows(app)
  for (const { name, endpoint, row, calls } of endpoints) {
    const fields = fieldsOf(endpoint)
    if (fields.length === 0 && row.shows !== 'public') continue
    await forgetAttempts(app)
    const codes: string[] = []
    for (const call of calls) {
      const fixtures = objectsFor(endpoint, theirs, theirs.customer.asUser)
      const answer = await validRequest(app, name, endpoint, {
        fixtures,
        documentId: fields.includes('licenseDocumentUrl') ? fixtures.documentId : undefined,
        as: strangers[call.caller],
      })
      const [code, expected] = [codeOf(answer), strangerResult(call)]
      codes.push(code)
      if (code !== expected)
        problems.push(`${titleOf(call)}, a stranger: ${code} instead of ${expected}`)
      const told = call.caller === 'admin' ? undefined : privateTextIn(others, answer.body)
      if (told !== undefined) problems.push(`${titleOf(call)} tells ${told}`)
    }
    const changed = await takeChanges()
    if (!codes.includes('done') && changed.length > 0)
      problems.push(`${name} is refused and changes`)
    const touched = changed.filter(({ row: text }) => mentions(others, text))
    const tables = [...new Set(touched.map(({ table }) => table))].toSorted()
    if (tables.join() !== (row.touches ?? []).toSorted().join())
      problems.push(`${name} of a stranger changes ${tables.join()}`)
  }
  for (const [page, { shows }] of pages)
    for (const as of [undefined, strangers.customer, strangers.artist]) {
      if (shows === 'all') continue
      const path = pathOf(page, theirs.artist.asArtist ?? theirs.artist.asUser)
      const { body } = await app.call(`GET ${path}`, as ? { as } : {})
      // Its log-in leads back to the address, which the stranger has named.
      const told = privateTextIn(others, body.replaceAll(encodeURIComponent(path), ''))
      if (told !== undefined) problems.push(`${path} tells a stranger ${told}`)
    }
  return problems
}

/** A document is looked for beside an own track or upload: where a call names one of others, it names no document. */
function fieldsOf(endpoint: Endpoint): string[] {
  const fields = namingFields(endpoint)
  return fields.length === 1 ? fields : fields.filter((field) => field !== 'licenseDocumentUrl')
}

function strangerResult({ name, endpoint, caller }: Called): string {
  const results = fieldsOf(endpoint).map((field) => {
    const row = namedObjects[`${name}.${field}`]
    return row && expectedResult(endpoint, { row, caller, kind: 'foreign' })
  })
  return results.find((result) => result !== 'done') ?? 'done'
}

/** The calls are more than a person makes. */
async function forgetAttempts(app: TestApp): Promise<void> {
  await app.db.deleteFrom('rate_limits').execute()
}
