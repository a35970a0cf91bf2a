// The settings where something is missing: a connection, or scripts.

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { apiMessages } from '../../src/web/api/api-messages.ts'
import { createApiUser } from '../support/api-user.ts'
import { codeOf } from '../support/accounts/authenticator.ts'
import { desktop, openBrowser, problemsOnScreens, settle } from '../support/browser.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

const password = 'sing it to me'

type Attempt = { path: string; fields: Record<string, string>; button: string }

const visitorAttempts: Attempt[] = [
  {
    path: '/login',
    fields: { Email: 'mia@example.com', Password: password },
    button: 'Log in',
  },
  {
    path: '/register',
    fields: { Email: 'mia@example.com', Username: 'Mia Holt', Password: password },
    button: 'Open my account',
  },
  { path: '/forgotten-password', fields: { Email: 'mia@example.com' }, button: 'Send me a link' },
]

const attempts: Attempt[] = [
  {
    path: '/settings',
    fields: { 'New email': 'new@example.com', 'Your password': password },
    button: 'Change email',
  },
  {
    path: '/settings/security',
    fields: { 'Present password': password, 'New password': 'another song to sing' },
    button: 'Change password',
  },
  { path: '/settings/security', fields: { 'Your password': password }, button: 'Set it up' },
  { path: '/settings/data', fields: { 'Your password': password }, button: 'Delete my account' },
  {
    path: '/contact',
    fields: { 'Your name': 'Mia', Message: 'Where is my track?' },
    button: 'Send',
  },
]

/** Waits until the page says so. Returns what stands in the fields then. */
async function sendWithout(page: Page, { fields, button }: Omit<Attempt, 'path'>) {
  const main = page.getByRole('main')
  for (const [label, text] of Object.entries(fields))
    await main.getByLabel(label, { exact: true }).fill(text)
  await page.context().setOffline(true)
  await main.getByRole('button', { name: button, exact: true }).click()
  await main.getByText(apiMessages.network).waitFor()
  const left: Attempt['fields'] = {}
  for (const label of Object.keys(fields))
    left[label] = await main.getByLabel(label, { exact: true }).inputValue()
  return left
}

/** Returns what stands in the fields afterwards. */
async function trySendingAll(visitor: BrowserContext, all: Attempt[]) {
  const page = await visitor.newPage()
  const left: Attempt['fields'][] = []
  for (const { path, ...attempt } of all) {
    await page.goto(app.url + path)
    await settle(page)
    left.push(await sendWithout(page, attempt))
    await visitor.setOffline(false)
  }
  return left
}

const fieldsOf = (all: Attempt[]) => all.map(({ fields }) => fields)

test('without a connection the forms of log-ins, accounts and settings and the contact form say so and keep what was typed', async () => {
  await using visitor = await browser.visitor()
  expect(await trySendingAll(visitor, visitorAttempts)).toEqual(fieldsOf(visitorAttempts))
  await using user = await browser.visitorAs(app.url, app.singer)
  expect(await trySendingAll(user, attempts)).toEqual(fieldsOf(attempts))
})

/** The page where an account's two-factor log-in is turned on with a code of this secret. */
async function setUpTwoFactor(visitor: BrowserContext) {
  const page = await visitor.newPage()
  await page.goto(`${app.url}/settings/security`)
  await settle(page)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const key = page.locator('code')
  return { page, key, secret: await key.innerText() }
}

test('the steps of two-factor log-in stay when the code could not be sent, and it can be sent again', async () => {
  await using visitor = await browser.visitorAs(app.url, app.artist)
  const { page, key, secret } = await setUpTwoFactor(visitor)
  const code = codeOf(secret.replaceAll(' ', ''))
  const left = await sendWithout(page, { fields: { Code: code }, button: 'Turn it on' })
  expect(left).toEqual({ Code: code })
  expect(await key.innerText()).toBe(secret)
  await visitor.setOffline(false)
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByText('Two-factor log-in is on.').waitFor()
})

test('what two-factor log-in shows once stays when the page cannot be read again', async () => {
  await using visitor = await browser.visitorAs(
    app.url,
    await createApiUser(app, 'customer', 'Ines Vale'),
  )
  const page = await visitor.newPage()
  await page.goto(`${app.url}/settings/security`)
  await settle(page)
  let failures = 0
  await page.route('**/settings/security.data?*', (route) => {
    failures++
    return route.abort()
  })
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set it up' }).click()
  const secret = await page.locator('code').innerText()
  await settle(page)
  expect(await page.locator('code').innerText()).toBe(secret)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret.replaceAll(' ', '')))
  await page.getByRole('button', { name: 'Turn it on' }).click()
  await page.getByText('Your backup codes').waitFor()
  await settle(page)
  expect(
    await page
      .getByRole('listitem')
      .filter({ hasText: /^\w{5}-\w{5}$/ })
      .count(),
  ).toBe(10)
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await page.getByText('Two-factor log-in is off.').waitFor()
  await settle(page)
  await page.getByRole('button', { name: 'Set it up' }).waitFor()
  expect(failures).toBe(3)
})

// Apart from the test above: the check takes longer than a code is valid on a busy machine.
test('the steps of two-factor log-in break no accessibility rule when the code could not be sent', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer)
  const { page } = await setUpTwoFactor(visitor)
  await sendWithout(page, { fields: { Code: '123456' }, button: 'Turn it on' })
  expect(await problemsOnScreens(page, 'main')).toEqual([])
})

test('emails about notifications are chosen without scripts, too', async () => {
  await using visitor = await browser.visitorAs(app.url, app.singer, {
    ...desktop,
    scripts: false,
  })
  const page = await visitor.newPage()
  const address = `${app.url}/settings/notifications`
  await page.goto(address)
  const [followed, answers] = [
    page.getByLabel('New tracks of artists you follow'),
    page.getByLabel('Answers to your reviews'),
  ]
  await followed.uncheck()
  await answers.check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Your choices were saved.').waitFor()
  await page.goto(address)
  expect([await followed.isChecked(), await answers.isChecked()]).toEqual([false, true])
  expect(await page.getByLabel('Decisions about what you reported').isChecked()).toBe(true)
  expect(await page.getByLabel('Sales of your tracks').count()).toBe(0)
})
