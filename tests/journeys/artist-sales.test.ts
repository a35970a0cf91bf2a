// A month of sales, read by keyboard alone from the plot, its table, the list and the file.

import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { monthName, monthOf } from '../../src/rules/sales/sale-months.ts'
import { openBrowser, phone, settle, tabTo } from '../support/browser.ts'
import { deliverCommission, orderCommission } from '../support/commissions/api-commission.ts'
import { recordsOf } from '../support/sales/read-csv.ts'
import { openStockedApp } from '../support/stocked-app.ts'

const app = await openStockedApp()
afterAll(() => app[Symbol.asyncDispose]())
const browser = await openBrowser()
afterAll(() => browser[Symbol.asyncDispose]())

// Beside the track that was sold before: a commission that is approved, and one that is held.
const approvedId = await orderCommission(app)
await deliverCommission(app, approvedId)
await app.singer.request(`POST /api/commissions/${approvedId}/confirm`, { action: 'approve' })
await orderCommission(app)

const maxTabStops = 80

async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter') {
  await control.waitFor()
  await tabTo(page, control, maxTabStops)
  await page.keyboard.press(key)
}

const penceIn = (text: string) =>
  Number((/£?([\d,]+\.\d\d)/.exec(text)?.[1] ?? '').replaceAll(/[.,]/g, ''))
const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

/** The cells of each row. */
async function rowsOf(table: Locator): Promise<string[][]> {
  await table.waitFor()
  return table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => Array.from(row.children, (cell) => cell.textContent ?? '')),
    )
}

test('by keyboard alone an artist reads a month of sales from the plot, its table, the list and the file, and all say the same', async () => {
  const visitor = await browser.visitorAs(app.url, app.artist)
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard`)
  await settle(page)
  const month = monthName(monthOf(new Date()))
  const head = await page.getByText(`earned in ${month}`).textContent()
  const earned = penceIn(head ?? '')
  // The share of the sold track, and £40.00.
  expect(earned).toBeGreaterThan(4000)

  await press(page, page.getByRole('link', { name: 'Sales', exact: true }))
  await page.waitForURL(/\/artist-dashboard\/sales$/)
  await settle(page)
  const pounds = `£${(earned / 100).toFixed(2)}`
  await page
    .getByRole('img', {
      name: `${pounds} earned in twelve months; the most, ${pounds}, in ${month}.`,
    })
    .waitFor()

  await press(page, page.getByText('The same as a table'), 'Space')
  const months = page.getByRole('table', { name: 'Earned by month' })
  const [first = []] = await rowsOf(months)
  expect(first[0]).toBe(month)
  expect(sum(first.slice(2, 4).map(penceIn))).toBe(earned)
  expect(penceIn(first[4] ?? '')).toBe(earned)

  await press(page, months.getByRole('link', { name: month }))
  await page.waitForURL(/\?month=20\d\d-\d\d$/)
  await settle(page)
  const sales = await rowsOf(page.getByRole('table', { name: 'Your sales' }))
  expect(sales).toHaveLength(3)
  const shareIn = (rows: string[][]) =>
    sum(rows.filter((row) => !row[6]?.startsWith('Held')).map((row) => penceIn(row[5] ?? '')))
  expect(shareIn(sales)).toBe(earned)

  const download = page.waitForEvent('download')
  await press(page, page.getByRole('link', { name: 'Save as CSV' }))
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^Undersong sales 20\d\d-\d\d\.csv$/)
  const records = recordsOf(await readFile(await saved.path(), 'utf8'))
  const inFile = records.filter(({ State }) => State !== 'Held')
  expect(records).toHaveLength(3)
  expect(sum(inFile.map((record) => penceIn(record['Your share (GBP)'] ?? '')))).toBe(earned)

  await tabTo(page, page.getByRole('combobox', { name: 'Kind' }), maxTabStops)
  await page.keyboard.type('Comm')
  await page.waitForURL(/&kind=commission/)
  await settle(page)
  const commissions = () => rowsOf(page.getByRole('table', { name: 'Your sales' }))
  // The address changes before the list does.
  await expect
    .poll(async () => (await commissions()).map((row) => row[5]))
    .toEqual(['£40.00', '£40.00'])
  expect(shareIn(await commissions())).toBe(4000)
})

test('without a script a phone shows the same month, and its filters work', async () => {
  const visitor = await browser.visitorAs(app.url, app.artist, { ...phone, scripts: false })
  const page = await visitor.newPage()
  await page.goto(`${app.url}/artist-dashboard/sales`)
  await page.getByLabel('State').selectOption('Held')
  await page.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(/state=held/)
  const rows = await rowsOf(page.getByRole('table', { name: 'Your sales' }))
  expect(rows.map((row) => row[5])).toEqual(['£40.00'])
  await page.getByText('The same as a table').click()
  await page.getByRole('table', { name: 'Earned by month' }).waitFor()
})
