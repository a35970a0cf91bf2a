import { cleanup, render, screen } from '@testing-library/react'
import { createRoutesStub, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import ReportPage, { action, loader } from './report-page.tsx'

const id = '0198f000-0000-7000-8000-000000000001'
const about = { id: 'rosa', name: 'Rosa' }

type Answer = { status: number; body: object }

function contextWith(answer: Answer) {
  const sent: unknown[] = []
  const context = new RouterContextProvider()
  const send = (asked: { path: string; body?: unknown }) => {
    sent.push(asked.body ?? asked.path)
    return Promise.resolve({ ...answer, cookies: [] })
  }
  context.set(apiContext, createApi(send, { sent: null, received: [] }))
  return { context, sent }
}

async function open(kind: string, answer: Answer, search = '') {
  cleanup()
  const url = new URL(`http://shop.test/report/${kind}/${id}${search}`)
  const { context } = contextWith(answer)
  const params = { kind, id }
  const pattern = '/report/:kind/:id' as const
  const page = await loader({ context, url, params, request: new Request(url), pattern })
  const Stub = createRoutesStub([{ id: 'page', path: pattern, Component: ReportPage }])
  render(<Stub initialEntries={[url.pathname]} hydrationData={{ loaderData: { page } }} />)
}

const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test.each([
  ['review', 'Review of Rosa', '/artist/rosa?reviewPage=1#reviews'],
  ['comment', 'Comment on Rosa', '/tracks/rosa#comments'],
  ['profile', 'Profile of Rosa', '/artist/rosa'],
])(
  'the page shows the %s that is reported, the form, and the way back',
  async (kind, title, place) => {
    await open(kind, { status: 200, body: { refusal: null, about, text: 'Cannot sing.' } })
    screen.getByRole('heading', { name: `Report this ${kind}` })
    screen.getByText(title)
    screen.getByText('Cannot sing.')
    expect(screen.getByLabelText<HTMLSelectElement>('What is it about?').value).toBe('abuse')
    screen.getByLabelText('Reason')
    expect(link('Back')).toBe(place)
  },
)

test('a visitor is told that a report needs an account, with the ways to one', async () => {
  const body = { code: 'flag_login_required', message: 'x' }
  await open('review', { status: 401, body })
  screen.getByText('Not logged in. Please create an account, or flag via contact form.')
  expect(link('Log in')).toBe(`/login?next=%2Freport%2Freview%2F${id}`)
  expect(screen.queryByLabelText('Reason')).toBeNull()
})

test('who has reported it already is told so instead of the form; after sending, thanks', async () => {
  const body = { refusal: 'words_already_flagged', about, text: 'Cannot sing.' }
  await open('review', { status: 200, body })
  screen.getByText('You have already reported this. We are looking at it.')
  expect(screen.queryByLabelText('Reason')).toBeNull()
  await open('review', { status: 200, body }, '?sent=1')
  screen.getByText('Flag submitted successfully. Thank you.')
  expect(screen.queryByText('You have already reported this. We are looking at it.')).toBeNull()
})

test('what nobody can report, or nobody sees, is not found', async () => {
  const found = { status: 200, body: { refusal: null, about, text: '' } }
  await expect(open('user', found)).rejects.toMatchObject({ init: { status: 404 } })
  const missing = { status: 404, body: { code: 'not_found', message: 'x' } }
  await expect(open('review', missing)).rejects.toMatchObject({ init: { status: 404 } })
})

const post = (kind: string, answer: Answer) => {
  const url = new URL(`http://shop.test/report/${kind}/${id}`)
  const { context, sent } = contextWith(answer)
  const request = new Request(url, {
    method: 'POST',
    body: new URLSearchParams({ type: 'abuse', reason: 'It insults.' }),
  })
  const params = { kind, id }
  const answered = action({ context, url, params, request, pattern: '/report/:kind/:id' })
  return { answered, sent }
}

test('the form without a script sends the report and thanks, or keeps what was typed beside a refusal', async () => {
  const { answered, sent } = post('comment', { status: 200, body: { id, status: 'new' } })
  const redirect = await answered.catch((error: unknown) => error)
  expect(redirect).toMatchObject({ status: 302 })
  expect((redirect as Response).headers.get('location')).toBe(`/report/comment/${id}?sent=1`)
  expect(sent.map((body) => JSON.parse(String(body)))).toEqual([
    { kind: 'comment', subjectId: id, type: 'abuse', reason: 'It insults.' },
  ])
  const body = { code: 'too_many_flags', message: 'These are many flags at once.' }
  const refused = await post('review', { status: 429, body }).answered
  expect(refused).toMatchObject({
    data: { refused: { code: 'too_many_flags' }, typed: { reason: 'It insults.' } },
    init: { status: 429 },
  })
})
