import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createRoutesStub, Link } from 'react-router'
import { expect, test, vi } from 'vitest'
import { UploadForm } from './upload-form.tsx'

const confirmation =
  'I confirm that I recorded this track myself, and there is no MIDI or AI being used in this recording. I also confirm that I have the right to upload this track, and I am following all copyright and licensing laws applicable to my country.'

/** A fake XMLHttpRequest: the test reports the progress and sends the response. */
class FakeRequest extends EventTarget {
  static latest: FakeRequest | null = null
  upload = new EventTarget()
  response: unknown = null
  status = 0
  responseType = ''
  sent: FormData | null = null
  route = ''
  open(method: string, path: string) {
    this.route = `${method} ${path}`
    FakeRequest.latest = this
  }
  send(form: FormData) {
    this.sent = form
  }
  abort() {
    this.dispatchEvent(new Event('abort'))
  }
  progress(loaded: number, total: number) {
    this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  }
  reply(status: number, response: unknown) {
    Object.assign(this, { status, response })
    this.dispatchEvent(new Event('load'))
  }
}

function open() {
  cleanup()
  FakeRequest.latest = null
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  const onReceived = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const Stub = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <Link to="/elsewhere">Elsewhere</Link>
          <UploadForm mayUpload onReceived={onReceived} />
        </>
      ),
    },
    { path: '/elsewhere', Component: () => <h1>Another page</h1> },
  ])
  render(<Stub />)
  return { onReceived }
}

function type(label: RegExp | string, value: string) {
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
}

function fill() {
  const chosen = new DataTransfer()
  chosen.items.add(new File(['sound'], 'skylark.wav', { type: 'audio/wav' }))
  screen.getByLabelText<HTMLInputElement>('Track file').files = chosen.files
  type('Title', 'Skylark')
  type('Original artist', 'Hoagy Carmichael')
  type('Price in pounds', '4.9')
  type('Description', 'Slow and close.')
  type('Track format', 'Backing Track')
  type('Instrumentation', 'Piano')
  fireEvent.click(screen.getByLabelText(confirmation))
}

async function submit() {
  fireEvent.submit(screen.getByRole('form', { name: 'Upload New Track' }))
  // The contract's schema is loaded first.
  await act(() => vi.dynamicImportSettled())
}

/** The latest request. */
function latestRequest(): FakeRequest {
  if (FakeRequest.latest === null) throw new Error('Nothing has been sent.')
  return FakeRequest.latest
}

test('the form has the fields of the specification and a link to the policy (UPL-02 to UPL-04, UPL-06, UPL-07, UPL-09, UPL-10, UPL-18 to UPL-21)', () => {
  open()
  const labels = [
    'Track file',
    'Title',
    'Original artist',
    'Genre (optional)',
    'Key signature (optional)',
    'Price in pounds',
    'Description',
    'Instructions (optional)',
    'Track format',
    'Instrumentation',
    'Vocal range (optional)',
    'Higher key than the original',
    'Lower key than the original',
    confirmation,
  ]
  for (const label of labels) {
    const mayBeLeftOut = label.endsWith('(optional)') || label.includes('than the original')
    const isRequired = screen.getByLabelText(label).hasAttribute('required')
    expect([label, isRequired]).toEqual([label, !mayBeLeftOut])
  }
  expect(screen.getByLabelText('Track file').getAttribute('accept')).toMatch(/^audio\//)
  for (const label of labels.slice(-3)) screen.getByRole('checkbox', { name: label })
  const policy = screen.getByRole('link', { name: /^Copyright policy/ })
  expect(policy.getAttribute('href')).toBe('/copyright-policy')
})

test.each([
  [
    'Genre (optional)',
    'No genre, Pop, Rock, Folk, Jazz, Classical, Musical Theatre, Country, Other',
  ],
  ['Track format', 'Please choose, Backing Track, Jam Track, Acoustic Instrumental Version'],
  ['Instrumentation', 'Please choose, Acoustic Guitar, Piano, Full Arrangement Track, Other'],
  [
    'Vocal range (optional)',
    'Any, Soprano, Mezzo-Soprano, Alto, Contralto, Countertenor, Tenor, Baritone, Bass',
  ],
])('%s offers: %s (UPL-05, UPL-15 to UPL-17)', (label, offered) => {
  open()
  const options = within(screen.getByLabelText(label)).getAllByRole('option')
  expect(options.map((option) => option.textContent).join(', ')).toBe(offered)
})

test('without the confirmation nothing is sent, and the form shows the error (UPL-20)', async () => {
  open()
  fill()
  fireEvent.click(screen.getByLabelText(confirmation))
  await submit()
  expect(screen.getByLabelText(confirmation).getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toContain('Please confirm')
  expect(FakeRequest.latest).toBeNull()
})

test('the customer’s price is updated while the artist types (UPL-08)', () => {
  open()
  const terms = ['You receive', '10% platform commission', '20p processing fee']
  for (const [price, total, ...parts] of [
    ['', '–', '–', '–', '£0.20'],
    ['4.99', '£5.69', '£4.99', '£0.50', '£0.20'],
    ['0.05', '£0.26', '£0.05', '£0.01', '£0.20'],
    ['what?', '–', '–', '–', '£0.20'],
    ['10', '£11.20', '£10.00', '£1.00', '£0.20'],
  ] as const) {
    type('Price in pounds', price)
    expect(screen.getByLabelText('Customer will pay').textContent).toBe(total)
    const amounts = terms.map((term) => screen.getByText(term).nextElementSibling?.textContent)
    expect(amounts).toEqual(parts)
  }
})

test('without a file nothing is sent, and the form shows the error (UPL-02, VAL-01, ERR-12)', async () => {
  open()
  await submit()
  expect(screen.getByLabelText('Track file').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toContain('Please select a file to upload')
  expect(FakeRequest.latest).toBeNull()
})

test('during the upload the form shows the progress and cannot be submitted again (UPL-25)', async () => {
  const { onReceived } = open()
  fill()
  await submit()
  const first = latestRequest()
  expect(first.route).toBe('POST /api/proxy/tracks')
  expect(first.sent?.get('price')).toBe('4.90')
  expect([...(first.sent?.keys() ?? [])].at(-1)).toBe('file')

  act(() => first.progress(38 * 1024 * 1024, 61 * 1024 * 1024))
  screen.getByText('62% · 38.0 MB of 61.0 MB')
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('62')
  screen.getByText('50% sent')
  await submit()
  expect(latestRequest()).toBe(first)

  first.reply(200, { id: 'u1', stage: 'waiting', state: 'processing' })
  await waitFor(() => expect(onReceived).toHaveBeenCalledTimes(1))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('')
})

test('the server’s error is shown at its field, and the typed text is kept', async () => {
  open()
  fill()
  await submit()
  const issues = [{ path: ['title'], message: 'Please use at most 100 characters' }]
  const message = 'Please check the highlighted fields.'
  latestRequest().reply(400, { code: 'invalid_input', message, issues })

  await waitFor(() =>
    expect(screen.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true'),
  )
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Skylark')
})

test.each([
  [
    'no connection',
    () => latestRequest().dispatchEvent(new Event('error')),
    'Upload failed. Please try again.',
  ],
  ['a broken response', () => latestRequest().reply(502, null), 'Upload failed. Please try again.'],
  [
    'the payment provider by its kind',
    () =>
      latestRequest().reply(403, { code: 'x', message: 'The payment provider has no account yet' }),
    'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
  ],
  [
    'the payment provider by its name',
    () => latestRequest().reply(403, { code: 'x', message: 'Stripe account is not finished' }),
    'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.',
  ],
])(
  'a failure caused by %s has its own message (ERR-13, ERR-21)',
  async (_cause, fail, sentence) => {
    open()
    fill()
    await submit()
    fail()
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  },
)

test('a link followed during the upload asks first: stay and go on sending, or leave and cancel it', async () => {
  open()
  fill()
  const confirm = vi.fn<(question: string) => boolean>().mockReturnValueOnce(false)
  vi.stubGlobal('confirm', confirm)
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByRole('heading', { name: 'Another page' })
  expect(confirm).not.toHaveBeenCalled()

  open()
  fill()
  await submit()
  const cancelled = vi.fn()
  latestRequest().addEventListener('abort', cancelled)
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(confirm).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('heading', { name: 'Another page' })).toBeNull()
  expect(cancelled).not.toHaveBeenCalled()

  confirm.mockReturnValueOnce(true)
  fireEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByRole('heading', { name: 'Another page' })
  expect(confirm).toHaveBeenCalledTimes(2)
  expect(cancelled).toHaveBeenCalledOnce()
})

test('a cancelled upload leaves the form unchanged', async () => {
  open()
  fill()
  await submit()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('Skylark')
  expect(screen.queryByRole('alert')).toBeNull()
})
