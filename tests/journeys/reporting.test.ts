import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createApiUser } from '../support/api-user.ts'
import {
  desktop,
  hasFocus,
  openBrowser,
  phone,
  problemsOnScreens,
  settle,
  tabTo,
} from '../support/browser.ts'
import { askForCommission } from '../support/commissions/api-commission.ts'
import { plainPicture } from '../support/commissions/messaging.ts'
import { queryDatabase } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const trackPath = `/tracks/${app.boughtTrackId}`

async function openAdminPage(path: string, name = 'Watchful'): Promise<Page> {
  const admin = await createApiUser(app, 'customer', name)
  await queryDatabase(
    app.dataDir,
    `update users set role = 'admin', two_factor_enabled = true where username = '${name}'`,
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

/** The first field of a dialog has the focus once it is open. */
const untilFocused = (field: Locator) => field.and(field.page().locator(':focus')).waitFor()

test('by keyboard alone a singer reports a review, an admin removes it, and its author answers; nobody else reads it', async () => {
  const sour = await createApiUser(app, 'customer', 'Sour Reviewer')
  const { id: artistId } = await app.artist.request<{ id: string }>(
    'GET /api/proxy/auth/get-id-and-role',
  )
  const artistPath = `/artist/${artistId}`
  const insult = 'Sings like a rusty gate.'
  await sour.request(`POST /api/proxy/users/review/${artistId}`, { review: insult })

  await using visitor = await browser.visitorAs(app.url, app.singer)
  const page = await visitor.newPage()
  const { keyboard } = page
  await page.goto(app.url + artistPath)
  await settle(page)
  await page.getByText(insult).waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Report: Review by Sour Reviewer' }), 60)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report this review' })
  await untilFocused(dialog.getByLabel('What is it about?'))
  // The first type is chosen already.
  await tabTo(page, dialog.getByLabel('Reason'), 4)
  await keyboard.type('It insults the artist.')
  expect(await problemsOnScreens(page, '.dialog')).toEqual([])
  await tabTo(page, dialog.getByRole('button', { name: 'Submit report' }), 4)
  await keyboard.press('Enter')
  await page.getByText('Flag submitted successfully. Thank you.').waitFor()
  await dialog.waitFor({ state: 'detached' })

  const admin = await openAdminPage('/admin/flags?kind=review', 'Keyed Admin')
  await admin.getByText('It insults the artist.').waitFor()
  expect(await problemsOnScreens(admin, 'main')).toEqual([])
  expect(await markupProblems(await admin.content())).toEqual([])
  await tabTo(admin, admin.getByRole('button', { name: /^Uphold and remove/ }), 60)
  await admin.keyboard.press('Enter')
  const decision = admin.getByRole('dialog')
  await untilFocused(decision.getByLabel('What was claimed'))
  await admin.keyboard.type('It insults the artist.')
  await tabTo(admin, decision.getByLabel(/^What .* told$/), 4)
  await admin.keyboard.type('It is no opinion about the music.')
  await tabTo(admin, decision.getByRole('button', { name: 'Uphold and remove' }), 6)
  await admin.keyboard.press('Enter')
  await admin.getByText('The decision is stored.').waitFor()

  await expect.poll(async () => (await fetch(app.url + artistPath)).text()).not.toContain(insult)
  await using ofAuthor = await browser.visitorAs(app.url, sour)
  const own = await ofAuthor.newPage()
  await own.goto(`${app.url}/notifications`)
  await settle(own)
  await tabTo(own, own.getByRole('link', { name: /We have removed your review/ }), 60)
  await own.keyboard.press('Enter')
  await own.getByText(insult).waitFor()
  await own.getByText('It is no opinion about the music.').waitFor()
  expect(await problemsOnScreens(own, 'main')).toEqual([])
  await tabTo(own, own.getByRole('button', { name: /^Send a counter-notice/ }), 60)
  await own.keyboard.press('Enter')
  const notice = own.getByRole('dialog', { name: 'Send a counter-notice' })
  await untilFocused(notice.getByLabel('Your counter-notice'))
  await own.keyboard.type('I meant it kindly.')
  await tabTo(own, notice.getByRole('button', { name: 'Send', exact: true }), 6)
  await own.keyboard.press('Enter')
  await own.getByText('Your counter-notice was sent.').waitFor()
  await own.getByText('I meant it kindly.').waitFor()
})

test('without a script a comment is reported on a page that its button leads to, and which thanks', async () => {
  const spammer = await createApiUser(app, 'customer', 'Shop Keeper')
  const comment = 'Cheaper at my shop.'
  await spammer.request(`POST /api/proxy/tracks/comment/${app.longTrackId}`, { comment })
  await using visitor = await browser.visitorAs(app.url, app.singer, { ...desktop, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/tracks/${app.longTrackId}`)
  await page.getByRole('link', { name: 'Report: Comment by Shop Keeper' }).click()
  await page.getByRole('heading', { name: 'Report this comment' }).waitFor()
  await page.getByText(comment).waitFor()
  await page.getByLabel('What is it about?').selectOption('It is advertising or spam')
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.getByText('Please say what is wrong with it.').first().waitFor()
  expect(await page.getByLabel('What is it about?').inputValue()).toBe('spam')
  await page.getByLabel('Reason').fill('It sells something else.')
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.getByText('Flag submitted successfully. Thank you.').waitFor()
  expect(await markupProblems(await page.content())).toEqual([])
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText(comment).waitFor()
})

test('a singer reports an artist’s message from their room, and an admin removes it: both read at once that it is gone, and its author reads why', async () => {
  const insult = 'A kettle would sing it better.'
  const id = await askForCommission(app)
  const room = `${app.url}/commissions/${id}`
  await using ofSinger = await browser.visitorAs(app.url, app.singer, phone)
  await using ofArtist = await browser.visitorAs(app.url, app.artist, desktop)
  const [singer, artist] = [await ofSinger.newPage(), await ofArtist.newPage()]
  for (const page of [singer, artist]) {
    await page.goto(room)
    await settle(page)
  }
  const written = (page: Page) => page.getByRole('region', { name: 'What was written' })
  const picture = join(app.dataDir, 'kettle.png')
  await writeFile(picture, await plainPicture())
  await artist.getByRole('textbox', { name: /^Your message to/ }).fill(insult)
  await artist.getByLabel('Files').setInputFiles(picture)
  await artist.getByRole('button', { name: 'Send message' }).click()
  const shown = written(singer).getByRole('img', { name: 'kettle.png' })
  await shown.waitFor()
  expect(
    await written(artist)
      .getByRole('button', { name: /^Report/ })
      .count(),
  ).toBe(0)

  await written(singer)
    .getByRole('button', { name: /^Report: Message by/ })
    .click()
  const dialog = singer.getByRole('dialog', { name: 'Report this message' })
  await dialog.getByText(/its author may guess/).waitFor()
  await dialog.getByLabel('Reason').fill('It insults me.')
  expect(await problemsOnScreens(singer, '.dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Submit report' }).click()
  await singer.getByText('Flag submitted successfully. Thank you.').waitFor()
  await dialog.waitFor({ state: 'detached' })

  const admin = await openAdminPage('/admin/flags?kind=message', 'Quiet Admin')
  await admin.getByText(insult).waitFor()
  await admin.getByText('kettle.png').waitFor()
  expect(await problemsOnScreens(admin, 'main')).toEqual([])
  expect(await markupProblems(await admin.content())).toEqual([])
  await decide(admin, 'Uphold and remove', 'It is no word about the music.', 'It insults her.')
  for (const page of [singer, artist]) {
    await written(page).getByText('This message was removed.').waitFor()
    expect(await written(page).getByText(insult).count()).toBe(0)
    expect(await problemsOnScreens(page, '.messages')).toEqual([])
  }
  expect(await shown.count()).toBe(0)

  await written(artist).getByRole('link', { name: 'See why' }).click()
  await artist.getByText(insult).waitFor()
  await artist.getByText('It is no word about the music.').waitFor()
  await artist.getByRole('button', { name: /^Send a counter-notice about Your message/ }).waitFor()
})

test('without a script a message is reported on a page that its link leads to, and a visitor learns nothing of it there', async () => {
  const id = await askForCommission(app)
  const threat = 'Pay, or else.'
  const message = { text: threat, requestKey: crypto.randomUUID() }
  await app.artist.request(`POST /api/commissions/${id}/messages`, message)
  await using visitor = await browser.visitorAs(app.url, app.singer, { ...phone, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/commissions/${id}`)
  await page.getByRole('link', { name: /^Report: Message by/ }).click()
  await page.getByRole('heading', { name: 'Report this message' }).waitFor()
  await page.getByText(threat).waitFor()
  const address = page.url()
  await page.getByLabel('Reason').fill('It threatens me.')
  await page.getByRole('button', { name: 'Submit report' }).click()
  await page.getByText('Flag submitted successfully. Thank you.').waitFor()
  expect(await markupProblems(await page.content())).toEqual([])
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText(threat).waitFor()

  const unknown = await fetch(address)
  const body = await unknown.text()
  expect(body).toContain('Please create an account')
  expect(body).not.toContain(threat)
})
