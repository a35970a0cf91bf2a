import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { logInAs, openBrowser } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { openStockedApp } from '../support/stocked-app.ts'
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

/** In every text that the parties, the site and admins write; the names of the parties are their own. */
const commissionsOf = ({ customer, artist }: { customer: string; artist: string }) => `do $$
begin
  insert into commissions (id, customer_id, artist_id, status, name, requirements, guide_track_url, wants_guide_track,
    customer_name, artist_name, artist_pence, platform_fee_pence, processing_fee_pence, customer_pence, delivery_days,
    max_revisions, revision_count, revision_feedback, artist_message, answer_by, created_at, updated_at,
    approve_at, frozen_at, frozen_by, freeze_reason)
  select gen_random_uuid(), customer.id, artist.id, 'delivered', p, p, 'https://example.com/' || p, true,
    p, p, 4000, 400, 20, 4420, 7, 2, 2, p, p, now(), now(), now(), now() + interval '1 day', now(), 'admin', p
  from unnest(array[${scriptPayloads.map((payload) => `'${payload.replaceAll("'", "''")}'`).join()}]) as p
  join users as customer on customer.username = '${customer}'
  join users as artist on artist.username = '${artist}';
end $$;
insert into commission_steps (commission_id, step, actor, at, from_status, to_status, text)
  select id, step, 'customer', now(), 'delivered', 'delivered', name
  from commissions, unnest(array['reject', 'requestChanges', 'giveUp', 'dispute', 'freeze']) as step;
insert into commission_disputes (id, commission_id, status, description, opened_at, answer_by, answer, answered_at)
  select gen_random_uuid(), id, 'answered', name, now(), now(), name, now() from commissions;
insert into commission_deliveries (id, commission_id, number, status, file_name, storage_key, bytes, refusal_code,
    created_at, arrived_at)
  select gen_random_uuid(), id, 1, 'refused', name, 'originals/' || id, 1, 'delivery_not_audio', now(), now()
  from commissions`

test(`none of them runs in the room of a commission, in a list or in an admin's rooms, for either party`, async () => {
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
    [singer, [...rooms, '/my-tracks']],
    [artist, [...rooms.filter((_, at) => at % 4 === 0), '/artist-dashboard/commissions']],
    [admin, ['/admin/commissions', '/admin/disputes', ...rooms.filter((_, at) => at % 8 === 0)]],
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
