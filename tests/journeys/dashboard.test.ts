// The artist's dashboard on the screen: where its main action is, and the buttons of its rows.
import type { Locator } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { desktop, openBrowser, phone, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

// A recording that was refused, and one of which a part has arrived: the rows with the most buttons.
await queryDatabase(
  app.dataDir,
  `insert into uploads (
     id, artist_id, title, file_name, storage_key, bytes, bytes_received, status, refusal_code, finished_at
   )
   select gen_random_uuid(), id, 'Skylark', 'skylark.wav', 'refused', 1000, 1000, 'refused', 'audio_silent', now()
   from users where email = '${app.artist.email}';
   insert into uploads (id, artist_id, file_name, storage_key, bytes, bytes_received, status)
   select gen_random_uuid(), id, 'skye.wav', 'arriving', 1000, 400, 'arriving'
   from users where email = '${app.artist.email}'`,
)

/** The tops of what can be pressed in a row: one number if all of it is on one line. */
async function linesOf(row: Locator, names: string[]): Promise<number[]> {
  const buttons = row.locator('.row-buttons > .btn')
  expect(await buttons.allTextContents()).toEqual(names)
  const tops = await buttons.evaluateAll((all) =>
    all.map((button) => Math.round(button.getBoundingClientRect().top)),
  )
  return [...new Set(tops)]
}

test.each([desktop, phone])(
  'at $width px the dashboard begins with the way to upload a track, and the buttons of each row are on one line',
  async (screen) => {
    await using visitor = await browser.visitorAs(app.url, app.artist, screen)
    const page = await visitor.newPage()
    await page.goto(`${app.url}/artist-dashboard`)
    await settle(page)
    const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
    const upload = await page.getByRole('link', { name: 'Upload New Track' }).boundingBox()
    if (!heading || !upload) throw new Error('The head of the dashboard is not shown.')
    expect(upload.y + upload.height).toBeLessThan(screen.height / 2)
    // At its side, or where that is too narrow just below it.
    const isBeside = upload.x >= heading.x + heading.width
    expect(isBeside || upload.y - heading.y - heading.height < 24).toBe(true)
    expect(isBeside).toBe(screen === desktop)

    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    for (const [name, buttons] of [
      ['skye.wav', ['Choose again', 'Add details', 'Remove']],
      ['skylark.wav', ['Try another file', 'Dismiss']],
      ['Shenandoah', ['View', 'Preview Track of Shenandoah', 'Edit', 'Withdraw']],
    ] as const)
      expect([name, (await linesOf(row(name).first(), [...buttons])).length]).toEqual([name, 1])
  },
)
