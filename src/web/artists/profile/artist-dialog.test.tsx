import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  artistId,
  exampleProfile,
  exampleReview,
  exampleTracks,
  failing,
  openProfile,
} from './test-profile.tsx'

const profile = `GET /public/users/${artistId}`
const tracks = 'GET /public/tracks/query'

/** Name and value of each line of a `<dl>`. */
const factsIn = (list: Element | null) =>
  Object.fromEntries(
    [...(list?.querySelectorAll('div') ?? [])].map((line) => [
      line.querySelector('dt')?.textContent,
      line.querySelector('dd')?.textContent,
    ]),
  )

test('a profile shows who the artist is, the figures, examples, a video on click, two reviews and Artist Info (DLG-04 to DLG-10, DLG-14 to DLG-23, DLG-26 to DLG-32, FMT-05, FMT-20, SHR-03)', async () => {
  const { dialog } = await openProfile({ userId: 'mia' })
  const shown = await dialog('Rosa & Sons')
  const region = (name: string) => within(within(shown).getByRole('region', { name }))
  expect(shown.querySelector('.profile-portrait img')?.getAttribute('src')).toBe(
    '/avatars/rosa.webp',
  )
  within(shown).getByText('Artist')
  within(shown).getByText('4.4 out of 5 from 32 ratings')
  await within(shown).findByRole('button', { name: 'Follow Rosa & Sons' })
  within(shown).getByRole('button', { name: 'Share' })
  expect(shown.textContent).toContain('Facebook')
  expect(within(shown).getByRole('link', { name: 'View as Webpage' }).getAttribute('href')).toBe(
    `/artist/${artistId}`,
  )
  expect(factsIn(shown.querySelector('.profile-figures'))).toEqual({
    'Commission Price': '£66.20',
    'Max Delivery Time': '2 weeks',
    'Tracks Uploaded': '1,200',
    Commissions: '4',
    'Avg Rating': '4.4',
  })

  const examples = region("Examples Of Artist's Playing Style").getAllByRole('listitem')
  expect(examples.map(({ textContent }) => textContent)).toEqual([
    '1. A waltzUploaded 05/03/2025',
    '2. A ragUploaded 06/03/2025',
  ])
  within(shown).getByRole('button', { name: 'Play example 2 of Rosa & Sons' })
  expect(shown.querySelector('iframe')).toBeNull()
  fireEvent.click(region('Video').getByRole('button', { name: 'Play the video' }))
  expect(shown.querySelector('iframe')?.src).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
  )

  const reviews = region('Artist Reviews')
  expect(reviews.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Review 12'),
    expect.stringContaining('Review 11'),
  ])
  reviews.getByRole('button', { name: 'View all 12 reviews' })
  const info = region('Artist Info')
  info.getByText('Two guitars. One room.')
  expect(factsIn(shown.querySelector('.profile-info dl'))).toEqual({
    'Primary Instrument': 'Acoustic guitar',
    'Average Rating': '4.4 out of 5 (32 ratings)',
    "Artist's Promise": '2 weeks',
    'Average Completion Time': '5 days',
    'Available for Commissions': 'Yes',
    'Last Online': 'Today',
  })
})

test('an artist with nothing yet has an initial and no invented figures; visitors cannot follow or write (DLG-04, DLG-06, DLG-07, DLG-09, DLG-21, DLG-24, DLG-28, DLG-31)', async () => {
  const { dialog } = await openProfile({
    answers: {
      [profile]: () => ({
        ...exampleProfile({
          avatar: null,
          about: null,
          artistInstrument: null,
          artistYoutubeLink: 'https://example.com/watch?v=dQw4w9WgXcQ',
          artistExamples: [],
          averageTrackRating: null,
          numOfRatings: 0,
          numOfReviews: 0,
          reviews: [],
          availableForCommission: false,
          customerCommissionPricePence: null,
          averageCommissionCompletionTimeHours: null,
          lastOnline: null,
        }),
        role: undefined,
      }),
    },
  })
  const shown = await dialog('Rosa & Sons')
  expect(shown.querySelector('.profile-portrait')?.textContent).toBe('R')
  within(shown).getByText('User')
  expect(shown.querySelector('.stars')).toBeNull()
  expect(factsIn(shown.querySelector('.profile-figures'))).toMatchObject({
    'Commission Price': 'N/A',
    'Avg Rating': 'N/A',
  })
  expect(factsIn(shown.querySelector('.profile-info dl'))).toMatchObject({
    'Primary Instrument': 'N/A',
    'Average Rating': 'N/A (0 ratings)',
    'Average Completion Time': 'N/A',
    'Available for Commissions': 'No',
    'Last Online': 'N/A',
  })
  for (const name of ['Video', "Examples Of Artist's Playing Style"])
    expect(within(shown).queryByRole('region', { name })).toBeNull()
  for (const name of [/^Follow/, /^View all/, 'Write the First Review'])
    expect(within(shown).queryByRole('button', { name })).toBeNull()
})

test('until the profile is there the dialog says so, and a failed load can be repeated (DLG-08, DLG-40, ERR-56)', async () => {
  let respond = (_response: Response) => {}
  const { dialog } = await openProfile({
    answers: { [profile]: () => new Promise<Response>((resolve) => (respond = resolve)) },
  })
  await dialog('Loading...')
  respond(Response.json({ message: 'Away.' }, { status: 503 }))
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Failed to load artist details')
  alert.getByText('Away.')
  fireEvent.click(alert.getByRole('button', { name: 'Try Again' }))
  await dialog('Loading...')
  respond(Response.json(exampleProfile()))
  await dialog('Rosa & Sons')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the tracks of an artist are searched on Enter, sorted and paged; an empty search can be cleared (BUS-23, DLG-33 to DLG-39, ERR-66, FMT-22, NAV-07)', async () => {
  const titles = Array.from({ length: 10 }, (_, at) => `Skylark ${at}`)
  const { sent, dialog } = await openProfile({
    answers: {
      [tracks]: ({ call }) =>
        call.includes('query=') && call.includes('artistId')
          ? exampleTracks([])
          : { ...exampleTracks(titles), totalTracks: 1_234, totalPages: 124, currentPage: 3 },
    },
  })
  const list = within(
    within(await dialog('Rosa & Sons')).getByRole('region', { name: 'All Uploaded Tracks' }),
  )
  await list.findByText('Showing 10 of 1,234 tracks')
  list.getByText('Page 3 of 124')
  expect(list.getByRole('link', { name: 'Skylark 4' }).getAttribute('href')).toBe('/tracks/t4')
  list.getByRole('button', { name: 'Preview Skylark 4' })
  const asked = () => {
    const { call } = sent.findLast((one) => one.call.startsWith(tracks)) ?? { call: '' }
    return Object.fromEntries(new URLSearchParams(call.split('?')[1]))
  }
  const first = { artistId, orderBy: 'date-uploaded', page: '1', limit: '10' }
  expect(asked()).toEqual(first)

  fireEvent.click(list.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(asked()).toEqual({ ...first, page: '4' }))
  const sort = list.getByRole('combobox', { name: 'Sort by' })
  expect([...sort.children].map(({ textContent }) => textContent)).toEqual([
    'Recently Uploaded',
    'Most Popular',
  ])
  fireEvent.change(sort, { target: { value: 'popularity' } })
  await waitFor(() => expect(asked()).toEqual({ ...first, orderBy: 'popularity' }))

  const box = list.getByRole<HTMLInputElement>('searchbox', { name: 'Search these tracks' })
  fireEvent.change(box, { target: { value: '  rain ' } })
  expect(asked()).not.toHaveProperty('query')
  if (box.form) fireEvent.submit(box.form)
  await list.findByText('No tracks found matching your search.')
  expect(asked()).toEqual({ ...first, orderBy: 'popularity', query: 'rain' })
  fireEvent.click(list.getByRole('button', { name: 'Clear search' }))
  await list.findByText('Showing 10 of 1,234 tracks')
  expect([box.value, document.activeElement]).toEqual(['', box])
})

test('an artist without tracks says so; a list that fails can be repeated (DLG-39, ERR-66)', async () => {
  let answer: () => unknown = failing(500, 'Away.')
  const { dialog } = await openProfile({ answers: { [tracks]: () => answer() } })
  const shown = within(await dialog('Rosa & Sons'))
  await shown.findByText('Failed to load tracks.')
  answer = () => exampleTracks([])
  fireEvent.click(shown.getByRole('button', { name: 'Try Again' }))
  await shown.findByText('No tracks uploaded yet.')
  expect(shown.queryByRole('button', { name: 'Clear search' })).toBeNull()
})

test('a review with a date that is none shows Invalid date (REV-15)', async () => {
  const { dialog } = await openProfile({
    answers: {
      [profile]: () => exampleProfile({ reviews: [exampleReview(1, { createdAt: 'soon' })] }),
    },
  })
  const review = within(await dialog('Rosa & Sons'))
    .getByText('Review 1')
    .closest('.review')
  expect(review?.querySelector('time')?.textContent).toBe('Invalid date')
})

test('after a ban the dialog marks the artist at once and offers no follow; after an unban it is as before (D-101)', async () => {
  const { dialog } = await openProfile({
    answers: { 'POST /api/proxy/admin/': () => ({}), 'GET /api/proxy/admin/users/': () => failing },
    userId: 'una',
    role: 'admin',
  })
  const shown = within(await dialog('Rosa & Sons'))
  await shown.findByRole('button', { name: 'Follow Rosa & Sons' })
  for (const verb of ['Ban', 'Unban']) {
    fireEvent.click(await shown.findByRole('button', { name: `${verb} Rosa & Sons` }))
    const asked = await screen.findByRole('dialog', { name: `${verb} Rosa & Sons?` })
    const told = within(asked).getByLabelText('What Rosa & Sons is told')
    fireEvent.change(told, { target: { value: 'A complaint.' } })
    fireEvent.click(within(asked).getByRole('button', { name: verb }))
    await waitFor(() => expect(shown.queryAllByText('Banned')).toHaveLength(verb === 'Ban' ? 1 : 0))
    const follow = shown.queryAllByRole('button', { name: 'Follow Rosa & Sons', hidden: true })
    expect(follow).toHaveLength(verb === 'Ban' ? 0 : 1)
  }
})

test('only admins see the button that bans or unbans the artist (DLG-11)', async () => {
  for (const banned of [false, true]) {
    const answers = { [profile]: () => exampleProfile({ banned }) }
    const admin = await openProfile({ answers, userId: 'una', role: 'admin' })
    const name = `${banned ? 'Unban' : 'Ban'} Rosa & Sons`
    await within(await admin.dialog('Rosa & Sons')).findByRole('button', { name })
  }
  for (const user of [{}, { userId: 'mia' }, { userId: 'tom', role: 'artist' }] as const) {
    const { dialog } = await openProfile(user)
    const shown = within(await dialog('Rosa & Sons'))
    if ('userId' in user) await shown.findByRole('button', { name: 'Follow Rosa & Sons' })
    expect(shown.queryByRole('button', { name: /^(Ban|Unban) / })).toBeNull()
  }
})
