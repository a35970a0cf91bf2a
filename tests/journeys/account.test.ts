// The life of an account: from registering to deleting it.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { settingsMessages } from '#web/accounts/settings/settings-messages.ts'
import { codeOf, nextCodeOf } from '../support/accounts/authenticator.ts'
import { linkSentTo } from '../support/accounts/confirm-email.ts'
import { openBrowser, phone, problemsOnScreens, settle } from '../support/browser.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const email = 'bartholomew@example.com'
const password = 'sing it to me'
const newPassword = 'another song to sing'
const run = promisify(execFile)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, app.url).href)
  await settle(page)
}

async function logIn(page: Page, typed: string): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('Email').fill(email)
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

/** @returns the key of the authenticator app */
async function turnTwoFactorOn(page: Page): Promise<string> {
  await open(page, '/settings/security')
  await page.getByLabel('Your password').fill(newPassword)
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
  // The log-in page has such a field, too.
  await page.waitForURL(`${app.url}/forgotten-password`)
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
  const secret = await turnTwoFactorOn(page)
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
