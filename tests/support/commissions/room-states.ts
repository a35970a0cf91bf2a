// The room of a commission in all its states, and what stands over it.

import type { Page } from 'playwright-core'
import type { ApiUser } from '../api-user.ts'
import type { PageState } from '../pages/page-state.ts'
import { writeOffline } from './commission-page.ts'
import type { CommissionState } from './commission-states.ts'

type Rooms = { customer: ApiUser; artist: ApiUser; states: Record<CommissionState, string> }

export function roomStates({ customer, artist, states }: Rooms): PageState[] {
  const seenBy = (viewers: [CommissionState, ApiUser][]): PageState[] =>
    viewers.map(([state, as]) => ({
      page: `a commission, ${state},`,
      path: `/commissions/${states[state]}`,
      as,
    }))
  return [
    // Each with the eyes of the one who has more to do there.
    ...seenBy([
      ['accepted', customer],
      ['changesAsked', artist],
      ['overdue', customer],
      ['frozen', customer],
      ['delivered', customer],
      ['full', artist],
      ['disputed', artist],
      ['approved', customer],
      ['transferWaits', artist],
      ['completed', customer],
      ['cancelled', customer],
      ['declined', customer],
    ]),
    {
      page: 'a commission without its messages',
      path: `/commissions/${states.delivered}?before=nothing`,
      as: customer,
      after: (page) => page.getByText('The messages could not be loaded.').waitFor(),
    },
    {
      page: 'a commission without a network',
      path: `/commissions/${states.delivered}`,
      as: customer,
      expected: /net::ERR_INTERNET_DISCONNECTED/,
      after: writeOffline,
    },
    {
      page: 'the question before a delivery is approved',
      path: `/commissions/${states.delivered}`,
      as: customer,
      inFront: '[role=dialog]',
      after: async (page) => {
        await button(page, 'Approve').click()
        await page.getByRole('dialog', { name: 'Approve Track?' }).waitFor()
      },
    },
    {
      page: 'a dispute that says nothing',
      path: `/commissions/${states.delivered}`,
      as: customer,
      inFront: '[role=dialog]',
      after: async (page) => {
        await button(page, 'Open a dispute').click()
        await button(page, 'Submit dispute').click()
        await page.getByRole('dialog').getByRole('alert').waitFor()
      },
    },
    {
      page: 'a recording that is none',
      path: `/commissions/${states.changesAsked}`,
      as: artist,
      after: async (page) => {
        const file = { name: 'lyrics.txt', mimeType: 'text/plain', buffer: Buffer.from('La la la') }
        await page.getByLabel('The finished track').setInputFiles(file)
        await page.getByText('Please select an audio file').waitFor()
      },
    },
  ]
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
