import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { session } from '#web/accounts/session-store.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { FlagButton } from './flag-button.tsx'

type Before = {
  /** Null for a visitor. */
  user?: string | null
  /** What the server says before anything is written. */
  told?: () => Response | Promise<Response>
}

/** @returns what was sent, but for the questions before anything is written */
async function open(
  response: () => Response | Promise<Response>,
  { user = 'u1', told = () => Response.json({ refusal: null }) }: Before = {},
) {
  cleanup()
  const sent: unknown[] = []
  const asked: string[] = []
  vi.stubGlobal(
    'fetch',
    (path: string, { method, body }: { method?: string; body?: string } = {}) => {
      if (path.endsWith('get-id-and-role')) {
        const role = user === null ? null : 'customer'
        return Promise.resolve(Response.json({ id: user, role, isBanned: false }))
      }
      if (method !== 'POST') {
        asked.push(path)
        return Promise.resolve().then(told)
      }
      sent.push([method, path, JSON.parse(body ?? 'null')])
      return Promise.resolve().then(response)
    },
  )
  session.invalidate()
  await act(() => session.known())
  const flag = <FlagButton kind="track" subjectId={trackId} title="Skylark" path="/tracks/one" />
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: flag }])} />)
  fireEvent.click(screen.getByRole('button', { name: 'Report' }))
  await screen.findByRole('dialog', { name: 'Report this track' })
  return { sent, asked }
}

const trackId = '0198f000-0000-7000-8000-000000000001'
const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Submit/ })
const write = (text: string) => fireEvent.input(reason(), { target: { value: text } })
const send = () => act(() => fireEvent.click(submit()))
const isOpen = () => screen.queryByRole('dialog') !== null

test('a report has a type, at first copyright, and a reason; it is sent once, thanked for and closed (FLG-01, FLG-03 to FLG-06, VAL-39, VAL-40, ERR-84)', async () => {
  const done = Promise.withResolvers<Response>()
  const { sent } = await open(() => done.promise)
  const thanked = vi.spyOn(toast, 'success')
  const type = screen.getByLabelText<HTMLSelectElement>('What is it about?')
  expect([type.value, type.required, reason().required]).toEqual(['copyright', true, true])
  expect([...type.options].map(({ value }) => value)).toEqual(['copyright', 'dmca', 'other'])
  expect(submit().disabled).toBe(true)
  write('  \n ')
  expect(submit().disabled).toBe(true)
  write(' It is mine. ')
  screen.getByText('13 / 2000')
  expect(submit().disabled).toBe(false)
  fireEvent.change(type, { target: { value: 'dmca' } })
  await send()
  await screen.findByRole('button', { name: 'Submitting…' })
  expect(submit().getAttribute('aria-disabled') === 'true' || submit().disabled).toBe(true)
  await send()
  expect(sent).toEqual([
    [
      'POST',
      `/api/proxy/flags/track/${trackId}`,
      { type: 'dmca', reason: expect.stringContaining('It is mine.') },
    ],
  ])
  await act(async () => done.resolve(Response.json({ id: 'one', status: 'new' })))
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(thanked.mock.calls).toEqual([['Flag submitted successfully. Thank you.']])
})

const never = () => Promise.reject(new Error('Nothing is sent.'))
const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const loginNeeded = 'Not logged in. Please create an account, or flag via contact form.'

test('a visitor is told before typing that a report needs an account, with the ways to one (FLG-09)', async () => {
  const { asked } = await open(never, { user: null, told: never })
  screen.getByText(loginNeeded)
  expect(link('Log in')).toBe('/login?next=%2Ftracks%2Fone')
  expect(link('Create an account')).toBe('/register?next=%2Ftracks%2Fone')
  expect(link('Contact form')).toBe('/contact')
  expect([screen.queryByRole('textbox'), asked]).toEqual([null, []])
  const [close] = screen.getAllByRole('button', { name: 'Close' }).slice(-1)
  fireEvent.click(close ?? document.body)
  await waitFor(() => expect(isOpen()).toBe(false))
})

test.each([
  ['already_flagged', 'You have already flagged this track. We are looking at it.'],
  ['own_flag', 'This is your own track. You can change or withdraw it in your dashboard.'],
])('who cannot report a track is told before typing: %s', async (refusal, sentence) => {
  const { asked } = await open(never, { told: () => Response.json({ refusal }) })
  screen.getByText(sentence)
  expect(asked).toEqual([`/api/proxy/flags/track/${trackId}`])
  expect([screen.queryByRole('textbox'), screen.queryByRole('link')]).toEqual([null, null])
})

test('a user whose session has ended is told before typing', async () => {
  const told = () => Response.json({ code: 'flag_login_required', message: 'x' }, { status: 401 })
  await open(never, { told })
  screen.getByText(loginNeeded)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('whether a track can be reported may be unknown: then the form is shown', async () => {
  await open(never, { told: () => Promise.reject(new TypeError('offline')) })
  expect(reason().value).toBe('')
})

test('a user without a login is told how to report the track, and the text stays (FLG-07, ERR-84)', async () => {
  for (const [status, body] of [
    [401, { code: 'flag_login_required', message: 'No', error: 'No' }],
    [401, { message: 'unauthorized' }],
    [404, { message: 'User not found' }],
  ] as const) {
    await open(() => Response.json(body, { status }))
    write('It is mine.')
    await send()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(loginNeeded)
    expect(link('Create an account')).toBe('/register?next=%2Ftracks%2Fone')
    expect(link('Contact form')).toBe('/contact')
    expect([isOpen(), reason().value]).toEqual([true, 'It is mine.'])
  }
})

test('another failure shows the server’s message, or that the report was not sent, and the dialog stays (FLG-05, FLG-08, ERR-84)', async () => {
  const already = 'You have already flagged this track. We are looking at it.'
  for (const [response, message] of [
    [() => Response.json({ code: 'already_flagged', message: already }, { status: 409 }), already],
    [() => Response.json({ message: 'Track not found' }, { status: 404 }), 'Track not found'],
    [() => Response.json({}, { status: 500 }), 'Failed to submit flag.'],
    [
      () => Promise.reject(new TypeError('offline')),
      'An error occurred. Network error - check your connection',
    ],
  ] as const) {
    await open(response)
    write('It is mine.')
    await send()
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.queryByRole('link', { name: 'Contact form' })).toBe(null)
    expect(isOpen()).toBe(true)
  }
})
