import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { maxOffers } from '../../src/rules/artists/offers.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { logInAs, openBrowser } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { openStockedApp } from '../support/stocked-app.ts'
import { commissionsOf } from './hostile-commissions.ts'
import { scriptPayloads } from './script-payloads.ts'

/** Bypasses the input checks, so that only the pages can escape the texts. */
const textsEverywhere = (payloads: string) => `do $$
declare
  same text;
begin
  select string_agg(quote_ident(column_name), ', ') into same
  from information_schema.columns
  where table_schema = 'public' and table_name = 'tracks' and is_generated = 'NEVER'
    and column_name not in ('id', 'original_key', 'preview_key', 'title', 'original_artist', 'description',
      'instructions', 'original_name');
  execute format(
    'insert into tracks (id, original_key, preview_key, title, original_artist, description, instructions,
       original_name, %1$s)
     select gen_random_uuid(), ''hostile '' || n, ''hostile '' || n, p, p, p, p, p, %1$s
     from tracks, json_array_elements_text(%2$L::json) with ordinality as one (p, n) where title = ''Shenandoah''',
    same, '${payloads.replaceAll("'", "''")}'
  );
end $$;
insert into users (email, username)
  select 'hostile' || id || '@example.com', title || substr(id::text, 1, 4) from tracks where original_name = title;
insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), tracks.id, users.id, title from tracks
  join users on users.email = 'hostile' || tracks.id || '@example.com';
update tracks set title = '"><img src=x onerror=fire()>' where title = 'Barbara Allen'`

test(`of ${scriptPayloads.length} script injection payloads, none runs on any page`, async () => {
  expect(scriptPayloads.length).toBeGreaterThanOrEqual(66)
  await using app = await openStockedApp()
  await queryDatabase(app.dataDir, textsEverywhere(JSON.stringify(scriptPayloads)))
  const rows = await queryDatabase<{ id: string; title: string }>(
    app.dataDir,
    'select id, title from tracks where original_name = title',
  )
  expect(rows).toHaveLength(scriptPayloads.length)
  for (const { id } of rows.slice(0, 20))
    await app.singer.request('POST /api/proxy/auth/cart/add', { trackId: id })

  await using browser = await openBrowser()
  const fired: string[] = []
  // Without the policy that would block a script: the test checks that the pages contain none.
  const visitor = await browser.visitor({ width: 1280, height: 900, policy: false })
  await visitor.exposeFunction('fire', () => void fired.push(page.url()))
  const page = await visitor.newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  const paths = [
    ...rows.map(({ id, title }) => `/tracks/${id}?from=${encodeURIComponent(title)}`),
    ...scriptPayloads
      .filter((_, index) => index % 4 === 0)
      .map((payload) => encodeURIComponent(payload))
      .map((text) => `/tracks?query=${text}&orderBy=${text}`),
    ...scriptPayloads
      .filter((_, index) => index % 8 === 0)
      .map((payload) => encodeURIComponent(payload))
      .map((text) => `/login?next=${text}&success=${text}`),
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => `/tracks?page=${number}`),
    `/${encodeURIComponent('<img src=x onerror=fire()>')}`,
  ]
  // Checks that a call of fire() is detected.
  await page.goto(app.url)
  await page.evaluate('fire()')
  await expect.poll(() => fired.splice(0)).toHaveLength(1)
  for (const path of paths) await visit(page, app.url + path, fired)

  await logInAs(visitor, app.url, app.singer)
  for (const path of ['/cart', '/my-tracks']) await visit(page, app.url + path, fired)
  await logInAs(visitor, app.url, app.artist)
  await visit(page, `${app.url}/artist-dashboard`, fired)
  expect(fired).toEqual([])
})

test(`none of them runs in the room of a commission, in a list, in a notification or in an admin's pages, for either party`, async () => {
  await using app = await openStockedApp()
  const { singer, artist } = app
  const admin = await createApiAdmin(app, 'Ada Admin')
  const parties = { customer: singer.username, artist: artist.username }
  await queryDatabase(app.dataDir, commissionsOf(parties))
  const rows = await queryDatabase<{ id: string }>(app.dataDir, 'select id from commissions')
  expect(rows).toHaveLength(scriptPayloads.length)
  const rooms = rows.map(({ id }) => `/commissions/${id}`)
  await using browser = await openBrowser()
  const visits = [
    [
      singer,
      [
        ...rooms,
        // A message has the id of its commission.
        ...rows.map(({ id }) => `/report/message/${id}`),
        '/my-tracks',
        '/receipts',
        ...pages('/notifications?page=', 7),
      ],
    ],
    [
      artist,
      [
        ...rooms.filter((_, at) => at % 4 === 0),
        '/artist-dashboard',
        '/artist-dashboard/commissions',
        '/artist-dashboard/sales',
        ...pages('/artist-dashboard/sales?kind=track&page=', 2),
        ...pages('/notifications?page=', 7),
      ],
    ],
    [
      admin,
      [
        '/admin/commissions',
        '/admin/disputes',
        ...pages('/admin/money?page=', 2),
        '/admin/reconciliation',
        ...pages('/admin/flags?kind=message&page=', 2),
        ...pages('/admin/audit-log?page=', 2),
        ...rooms.filter((_, at) => at % 8 === 0),
      ],
    ],
  ] as const
  for (const [user, paths] of visits) {
    const visitor = await browser.visitor({ width: 1280, height: 900, policy: false })
    const fired: string[] = []
    await visitor.exposeFunction('fire', () => void fired.push('a script'))
    await logInAs(visitor, app.url, user)
    const page = await visitor.newPage()
    page.on('dialog', (dialog) => void dialog.dismiss())
    for (const path of paths) {
      await visit(page, app.url + path, fired)
      expect([path, fired]).toEqual([path, []])
      // The payloads themselves are on it.
      expect(await page.content()).toMatch(/ire\(\)/)
    }
  }
})

const pages = (path: string, last: number) =>
  Array.from({ length: last }, (_, before) => `${path}${before + 1}`)

/** As many offers as an artist has places, each with the payload as its title and its description. */
const offersOf = (artist: string, payloads: readonly string[]) => `
update artists set commission_price_pence = 4000, wants_commissions = true
  where artist_id = (select id from users where username = '${artist}');
delete from artist_offers;
insert into artist_offers (id, artist_id, position, title, description, artist_pence, delivery_days, fits, is_on)
  select gen_random_uuid(), artist_id, place, p, p, 1500, 3, 'another_key', true
  from json_array_elements_text('${JSON.stringify(payloads).replaceAll("'", "''")}'::json)
    with ordinality as offer (p, place)
  join artists on commission_price_pence = 4000`

test(`none of them runs in an artist's offers: in the price list, the form of a request, and where they are edited`, async () => {
  await using app = await openStockedApp()
  await using browser = await openBrowser()
  const { id } = await app.artist.request<{ id: string }>('GET /api/proxy/auth/get-id-and-role')
  const fired: string[] = []
  const pageOf = async (as: typeof app.singer) => {
    const visitor = await browser.visitor({ width: 1280, height: 900, policy: false })
    await visitor.exposeFunction('fire', () => void fired.push('a script'))
    await logInAs(visitor, app.url, as)
    return visitor.newPage()
  }
  const [singer, artist] = [await pageOf(app.singer), await pageOf(app.artist)]
  for (let at = 0; at < scriptPayloads.length; at += maxOffers) {
    const payloads = scriptPayloads.slice(at, at + maxOffers)
    await queryDatabase(app.dataDir, offersOf(app.artist.username, payloads))
    const visits = [
      // Under another address it is rendered anew.
      [singer, `/artist/${id}?reviewPage=${at + 1}`],
      [singer, `/artist/${id}/commission`],
      [artist, '/artist-dashboard/commissions'],
    ] as const
    for (const [page, path] of visits) {
      await visit(page, app.url + path, fired)
      expect([path, fired]).toEqual([path, []])
      expect(await page.content()).toMatch(/ire\(\)/)
      const shown = page.locator('.price-list, .request-choice, .own-offers').locator('bdi')
      expect(await shown.count()).toBeGreaterThanOrEqual(payloads.length)
    }
  }
})

/**
 * One report of each kind for each payload, in every text that a reporter, an admin and an author write, and in its copy. The
 * address of a profile's picture is the site's own: nobody writes it.
 */
const reportsOf = ({ author, payloads }: { author: string; payloads: readonly string[] }) => `
insert into comments (id, track_id, user_id, text)
  select gen_random_uuid(), track.id, author.id, p
  from json_array_elements_text('${JSON.stringify(payloads).replaceAll("'", "''")}'::json) as p
  join users as author on author.username = '${author}'
  join (select id from tracks where title = 'Shenandoah' limit 1) as track on true;
insert into flags (id, subject_kind, subject_id, comment_id, author_id, type, reason, status, flagged, decision_reason,
    decided_at, claim, counter_text, countered_at)
  select gen_random_uuid(), 'comment', id, id, user_id, 'abuse', text, 'countered',
    jsonb_build_object('text', text, 'answer', text, 'writtenAt', '2026-01-01T00:00:00Z', 'author', text,
      'about', jsonb_build_object('id', track_id, 'name', text)),
    text, now(), text, text, now()
  from comments where text like '%ire()%';
insert into flags (id, subject_kind, subject_id, profile_id, author_id, type, reason, status, flagged, decision_reason,
    decided_at, claim, counter_text, countered_at)
  select gen_random_uuid(), 'profile', artist_id, artist_id, user_id, 'false', text, 'countered',
    jsonb_build_object('name', text, 'about', text, 'instrument', text, 'videoUrl', text, 'avatar', null),
    text, now(), text, text, now()
  from comments join lateral (select artist_id from artists limit 1) as artist on true where text like '%ire()%'`

test(`none of them runs in a report: in the admins' list, on the page of its form, and where its author answers`, async () => {
  await using app = await openStockedApp()
  const { singer, artist } = app
  const admin = await createApiAdmin(app, 'Ada Admin')
  const texts = { author: singer.username, payloads: scriptPayloads }
  await queryDatabase(app.dataDir, reportsOf(texts))
  const comments = await queryDatabase<{ id: string }>(
    app.dataDir,
    `select id from comments where text like '%ire()%'`,
  )
  expect(comments.length).toBeGreaterThan(60)
  await using browser = await openBrowser()
  const visits = [
    [admin, [1, 2, 3].map((page) => `/admin/flags?state=all&page=${page}`)],
    [singer, ['/removed-words']],
    [artist, comments.map(({ id }) => `/report/comment/${id}`)],
  ] as const
  for (const [user, paths] of visits) {
    const visitor = await browser.visitor({ width: 1280, height: 900, policy: false })
    const fired: string[] = []
    await visitor.exposeFunction('fire', () => void fired.push('a script'))
    await logInAs(visitor, app.url, user)
    const page = await visitor.newPage()
    page.on('dialog', (dialog) => void dialog.dismiss())
    for (const path of paths) {
      await visit(page, app.url + path, fired)
      expect([path, fired]).toEqual([path, []])
      expect(await page.content()).toMatch(/ire\(\)/)
    }
  }
})

/** Loads a page, dispatches events on all elements, and looks for script URLs. */
async function visit(page: Page, url: string, fired: string[]): Promise<void> {
  await page.goto(url, { waitUntil: 'domcontentloaded' })
  const unsafe = await page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll('body *')) {
      for (const kind of ['mouseover', 'focus', 'toggle', 'error', 'begin'])
        element.dispatchEvent(new Event(kind))
      for (const { name, value } of element.attributes) {
        const isAddress = ['href', 'src', 'action', 'formaction', 'data', 'srcdoc'].includes(name)
        if (isAddress && /^\s*(javascript|data:text|vbscript):?/i.test(value)) found.push(value)
        if (name.startsWith('on')) found.push(`${name}=${value}`)
      }
    }
    return found
  })
  fired.push(...unsafe.map((what) => `${url}: ${what}`))
}
