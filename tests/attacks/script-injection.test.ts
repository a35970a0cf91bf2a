import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
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
