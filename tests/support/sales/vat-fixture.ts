// Artists whose sales have fees with VAT, in June 2033: long after today, whenever the test runs.

import { expect } from 'vitest'
import type { VatInvoice } from '#contracts/vat-invoices.ts'
import type { VatSettings } from '#rules/vat/vat-terms.ts'
import { createAdmin } from '../access/admin-user.ts'
import { codeOf } from '../access/code-of.ts'
import { giveBack, lineOf } from '../money/giving-back.ts'
import { listPapers } from '../papers/listed-papers.ts'
import { emptiedTestApp } from '../shared-app.ts'
import { createArtistWithPayouts } from '../shopping.ts'
import { createUser, type TestApp, type TestUser } from '../test-app.ts'
import { sellTracks } from './selling.ts'

export const vatNumber = 'GB123456789'
export const july2 = '2033-07-02T05:30:00Z'
export const august2 = '2033-08-02T05:30:00Z'

/** `vat` is the operator's: a test that changes it is a start with other variables. */
export function createVatFixture() {
  const vat: { -readonly [Name in keyof VatSettings]: VatSettings[Name] } = {
    mode: 'fee',
    rates: [],
    numbers: [],
  }
  const emptyApp = emptiedTestApp({ vat })
  return {
    vat,
    async open() {
      Object.assign(vat, {
        mode: 'fee',
        rates: [{ from: null, value: 2_000 }],
        numbers: [{ from: null, value: vatNumber }],
      } satisfies VatSettings)
      const app = await emptyApp()
      await begin(app, '2033-06-10T12:00:00Z')
      const [rosa, tom] = [await createArtistWithPayouts(app), await createArtistWithPayouts(app)]
      const [mia, admin] = [await createUser(app), await createAdmin(app)]
      /** At £5.00: fees of 70p, with 12p of VAT. Returns the id of the sale. */
      const sell = async (artist: TestUser, title: string) => {
        const { trackIds } = await sellTracks(app, mia, [{ artist, pricePence: 500, title }])
        return lineOf(app, trackIds[0] ?? '')
      }
      return { app, rosa, tom, mia, admin, sell }
    },
  }
}

export const begin = (app: TestApp, iso: string) => app.clock.set(new Date(iso))

/** Of each, the newest first: its number, its month, the fees without VAT, and the VAT. */
export async function invoicesOf(app: TestApp, as: TestUser) {
  const { papers } = await listPapers(app, as)
  const invoices = papers.filter(({ kind }) => kind === 'vat_invoice' || kind === 'credit_note')
  const read = await Promise.all(invoices.map(({ id }) => readInvoice(app, as, id)))
  return read.map((one) => [one.number, one.month, one.netPence, one.vatPence])
}

export const readInvoice = async (app: TestApp, as: TestUser, invoice: string) =>
  (await app.call(`GET /api/artist/vat-invoices/${invoice}`, { as })).json<VatInvoice>()

export async function giveAllBack(app: TestApp, admin: TestUser, sale: string): Promise<void> {
  const given = await giveBack(app, admin, sale, { amount: '5.70', leftPence: 570 })
  expect(codeOf(given)).toBe('done')
}
