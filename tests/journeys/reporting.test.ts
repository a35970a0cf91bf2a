import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createApiUser } from '../support/api-user.ts'
import { hasFocus, openBrowser, problemsOnScreens, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const trackPath = `/tracks/${app.boughtTrackId}`

async function openAdminPage(path: string): Promise<Page> {
  const admin = await createApiUser(app, 'customer', 'Watchful')
  await queryDatabase(
    app.dataDir,
    `update users set role = 'admin', two_factor_enabled = true where username = 'Watchful'`,
  )
  const visitor = await browser.visitorAs(app.url, admin)
  const page = await visitor.newPage()
  await page.goto(app.url + path)
  await settle(page)
  return page
}

async function decide(page: Page, step: string, reason: string, claim?: string): Promise<void> {
  await page.getByRole('button', { name: step }).click()
  const dialog = page.getByRole('dialog')
  if (claim !== undefined) await dialog.getByLabel('What was claimed').fill(claim)
  await dialog.getByLabel(/^What .* told$/).fill(reason)
  await dialog.getByText(`The reason: ${reason}`).first().waitFor()
  await dialog.getByRole('button', { name: step }).click()
  await page.getByText('The decision is stored.').waitFor()
  await dialog.waitFor({ state: 'detached' })
}

const statusOf = async (path: string) => (await fetch(app.url + path)).status

test('a singer reports a track, an admin takes it down, its artist answers, and it is listed again (FLG-01, FLG-05, FLG-06, TRK-05, ROL-16)', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  await page.goto(app.url + trackPath)
  await settle(page)
  const report = page.getByRole('button', { name: 'Report', exact: true })
  await report.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this track' })
  await dialog.getByLabel('Reason').waitFor()
  expect(await problemsOnScreens(page, '.dialog')).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => hasFocus(report)).toBe(true)
  await report.click()
  await dialog.getByLabel('Reason').fill('I recorded this in 2019.')
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  await page.getByText('Flag submitted successfully. Thank you.').waitFor()
  await dialog.waitFor({ state: 'detached' })

  const admin = await openAdminPage('/admin/flags')
  await admin.getByText('I recorded this in 2019.').waitFor()
  await admin.getByText('The track as it was reported').click()
  expect(await problemsOnScreens(admin, 'main')).toEqual([])
  expect(await markupProblems(await admin.content())).toEqual([])
  await decide(admin, 'Uphold and take down', 'The recording is theirs.', 'A copy, from 2019.')
  await admin.getByText('Nothing to decide').waitFor()
  await expect.poll(() => statusOf(trackPath)).toBe(404)

  await using ofArtist = await browser.visitorAs(app.url, app.artist)
  const own = await ofArtist.newPage()
  await own.goto(`${app.url}/artist-dashboard?query=barbara`)
  await own.getByRole('link', { name: /^Why .* was taken down$/ }).click()
  await own.getByText('The recording is theirs.').waitFor()
  await own.getByText('A copy, from 2019.').waitFor()
  await settle(own)
  expect(await problemsOnScreens(own, 'main')).toEqual([])
  await own.getByRole('button', { name: /^Send a counter-notice/ }).click()
  const notice = own.getByRole('dialog', { name: 'Send a counter-notice' })
  await notice.getByText('A copy, from 2019.').waitFor()
  await notice.getByLabel('Your counter-notice').fill('I played it myself; here is the session.')
  await notice.getByRole('button', { name: 'Send', exact: true }).click()
  await own.getByText('Your counter-notice was sent.').waitFor()
  await own.getByText('I played it myself; here is the session.').waitFor()

  await admin.goto(`${app.url}/notifications`)
  await admin.getByRole('link', { name: /sent a counter-notice/ }).click()
  await settle(admin)
  await admin.getByText('I played it myself; here is the session.').waitFor()
  await decide(admin, 'List it again', 'The session proves it.')
  await expect.poll(() => statusOf(trackPath)).toBe(200)
  await own.reload()
  await own.getByText('Why it is listed again').waitFor()
})
