// The life of an account: from registering to deleting it.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { settingsMessages } from '#web/accounts/settings/settings-messages.ts'
import { formatDate } from '#web/ui/date-text.tsx'
import { codeOf, nextCodeOf } from '../support/accounts/authenticator.ts'
import { createApiAdmin } from '../support/access/api-admin.ts'
import { linkSentTo } from '../support/accounts/confirm-email.ts'
import { createApiUser } from '../support/api-user.ts'
import { desktop, openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { queryDatabase } from '../support/inside.ts'
import { markupProblems } from '../support/markup.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

type Known = { id: string; suspension: { since: string } | null }

const email = 'bartholomew@example.com'
const password = 'sing it to me'
const newPassword = 'another song to sing'
const run = promisify(execFile)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, app.url).href)
  await settle(page)
}

/** As Bartholomew, unless another email is given. */
async function logIn(
  page: Page,
  typed: string,
  { as = email, path = '/login' } = {},
): Promise<void> {
  await open(page, path)
  await page.getByLabel('Email').fill(as)
  await page.getByLabel('Password', { exact: true }).fill(typed)
  await press(page, 'Log in')
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await press(page, 'Log out')
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
}

async function register(page: Page): Promise<void> {
  await open(page, '/register')
  await page.getByRole('radio', { name: /I sing/ }).check()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Username').fill('Bartholomew')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await press(page, 'Open my account')
  await page.waitForURL((url) => url.pathname !== '/register')
}

async function confirmEmail(page: Page): Promise<void> {
  await open(page, '/settings')
  await page.getByText('Please confirm your email').waitFor()
  await open(page, await linkSentTo(app, email, '/confirm-email'))
  expect(await problemsOnScreens(page, 'main')).toEqual([])
  await press(page, 'Confirm my email')
  await page.getByText(`${email} is confirmed.`).waitFor()
  expect(await problemsOnScreens(page, 'main')).toEqual([])
  await open(page, '/settings')
  await page.getByText('· confirmed').waitFor()
}

/** On the page of the settings. @returns the key of the authenticator app */
async function turnTwoFactorOn(page: Page, typed: string): Promise<string> {
  await page.getByLabel('Your password').fill(typed)
  await press(page, 'Set it up')
  await page.getByRole('img', { name: /QR code/ }).waitFor()
  expect(await problemsOnScreens(page, 'main')).toEqual([])
  const secret = await page.locator('code').innerText()
  await page.getByLabel('Code', { exact: true }).fill('nothing')
  await press(page, 'Turn it on')
  await page.getByRole('alert').waitFor()
  // The same key as before: the app has it already.
  expect(await page.locator('code').innerText()).toBe(secret)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret.replaceAll(' ', '')))
  await press(page, 'Turn it on')
  await page.getByText('Two-factor log-in is on.').waitFor()
  return secret.replaceAll(' ', '')
}

async function filesOfExport(page: Page): Promise<Record<'names' | 'profile', string>> {
  await page.getByRole('link', { name: 'Your data' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Undersong data.zip')
  const path = await download.path()
  const [names, profile] = await Promise.all([
    run('unzip', ['-Z1', path]),
    run('unzip', ['-p', path, 'profile.json']),
  ])
  return { names: names.stdout, profile: profile.stdout }
}

test('an account is opened, confirmed, gets a new password that ends its other sessions, a second factor, is exported and deleted', async () => {
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await register(page)
  await confirmEmail(page)

  await using onPhone = await browser.visitor(phone)
  const other = await onPhone.newPage()
  await logIn(other, password)
  await other.waitForURL(`${app.url}/`)
  await logOut(page)
  await page.goto(`${app.url}/login`)
  await settle(page)
  await page.getByRole('link', { name: /^Forgotten/ }).click()
  // The log-in page has such a field, too, and is shown a moment longer than its address.
  await page.getByRole('button', { name: 'Send me a link' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await press(page, 'Send me a link')
  await page.getByText('a link is on its way').waitFor()
  await open(page, await linkSentTo(app, email, '/reset-password'))
  await page.getByLabel('New password').fill('short')
  await press(page, 'Save the password')
  await page.getByRole('alert').waitFor()
  expect(await problemsOnScreens(page, 'main')).toEqual([])
  await page.getByLabel('New password').fill(newPassword)
  await press(page, 'Save the password')
  await page.getByText('Your password was changed. Please log in with the new one.').waitFor()
  await other.goto(`${app.url}/settings`)
  await expect.poll(() => new URL(other.url()).pathname).toBe('/login')

  await logIn(page, newPassword)
  await page.waitForURL(`${app.url}/`)
  await open(page, '/settings/security')
  const secret = await turnTwoFactorOn(page, newPassword)
  await logOut(page)
  await logIn(page, newPassword)
  await page.waitForURL(/\/login\/code/)
  await settle(page)
  await page.getByLabel('Code', { exact: true }).fill(nextCodeOf(secret))
  await press(page, 'Log in')
  await page.waitForURL(`${app.url}/`)

  await open(page, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click()
  await page.getByRole('heading', { name: 'Emails' }).waitFor()
  const { names, profile } = await filesOfExport(page)
  const files = names.trim().split('\n')
  expect(files).toEqual(expect.arrayContaining(['README.txt', 'profile.json', 'sessions.json']))
  expect(files).toEqual(expect.arrayContaining(['orders.json', 'reviews.json', 'emails.json']))
  expect(JSON.parse(profile)).toMatchObject([{ email, username: 'Bartholomew' }])

  await page.getByLabel('Your password').fill(password)
  await press(page, 'Delete my account')
  await page.getByText(settingsMessages.deleteLoss).waitFor()
  await press(page, 'Delete for good')
  await page.locator('[aria-invalid=true]').waitFor()
  await page.getByLabel('Your password').fill(newPassword)
  await press(page, 'Delete for good')
  await page.getByText('Your account was deleted.').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
  await logIn(page, newPassword)
  await page.getByRole('alert').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('a first admin who opens the admin’s area logs in, is told why the second factor comes first, and goes on there', async () => {
  const admin = await createApiUser(app, 'customer', 'Ada Admin')
  await queryDatabase(
    app.dataDir,
    `update users set role = 'admin' where username = '${admin.username}'`,
  )
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  await logIn(page, password, { as: admin.email, path: '/login?next=/admin' })
  await page.waitForURL(`${app.url}/settings/security?next=%2Fadmin%2Fusers`)
  await page.getByText(settingsMessages.adminsNeedTwoFactor).waitFor()
  await page.getByText(settingsMessages.thenAdmin).waitFor()
  const goOn = page.getByRole('link', { name: settingsMessages.goOn })
  expect(await goOn.count()).toBe(0)
  await settle(page)
  await turnTwoFactorOn(page, password)
  await goOn.click()
  await page.waitForURL(`${app.url}/admin/users`)
  await page.getByRole('row', { name: new RegExp(admin.email) }).waitFor()
})

test('a suspended customer who logs in reads since when and why on each page that is open, and has their tracks', async () => {
  const admin = await createApiAdmin(app, 'Ben Admin')
  const { id } = await app.singer.request<Known>('GET /api/proxy/auth/get-id-and-role')
  const ban = { artistId: id, reason: 'Copied recordings.' }
  await admin.request('POST /api/proxy/admin/ban-user', ban)
  const { suspension } = await app.singer.request<Known>('GET /api/proxy/auth/get-id-and-role')
  await using visitor = await browser.visitor()
  const page = await visitor.newPage()
  const bar = page.getByRole('complementary', { name: 'Your suspension' })
  const expectBar = async () => {
    await bar.getByText(`suspended since ${formatDate(suspension?.since)}.`).waitFor()
    await bar.getByText('The reason: Copied recordings.').waitFor()
    await settle(page)
    expect(await problemsOnScreens(page, 'html', [desktop, phone])).toEqual([])
    expect(await markupProblems(await page.content())).toEqual([])
  }

  await logIn(page, password, { as: app.singer.email })
  await page.waitForURL(`${app.url}/`)
  await expectBar()
  await bar.getByRole('link', { name: 'Write to us' }).click()
  await page.waitForURL(`${app.url}/contact`)
  await expectBar()
  expect(await page.getByLabel('What it is about').inputValue()).toBe('suspension')
  await page.getByText('My suspension', { exact: true }).waitFor({ state: 'attached' })
  await bar.getByRole('link', { name: 'Your tracks and your data' }).click()
  await page.waitForURL(`${app.url}/settings/data`)
  await expectBar()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: /^Download Barbara Allen by / }).click()
  expect((await downloading).suggestedFilename()).toMatch(/Barbara Allen.*\.wav$/)
  await page.getByRole('link', { name: 'Download all as a ZIP' }).waitFor()
})
