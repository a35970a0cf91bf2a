import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { toast } from '#web/ui/toasts/toast.ts'
import { exampleFacts, exampleUpload } from './transfers/example-upload.ts'
import { sent } from './transfers/fake-sender.ts'
import {
  chooseFile,
  chooseRecording,
  confirmation,
  field,
  fillDetails,
  fillForm,
  openFirstForm,
  problemAt,
  submit,
  type,
  uploadId,
} from './upload-dialog-driver.tsx'

vi.mock('./transfers/tus-sender.ts', () => import('./transfers/fake-sender.ts'))

test('the form has the fields of the specification in its order, and a link to the policy (UPL-01 to UPL-04, UPL-06, UPL-07, UPL-09 to UPL-14, UPL-18 to UPL-21)', () => {
  openFirstForm()
  const dialog = within(screen.getByRole('dialog', { name: 'Upload New Track' }))
  const labels = [
    'Track file',
    'Title',
    'Original artist',
    'Genre (optional)',
    'Key signature (optional)',
    'Price in pounds',
    'Description',
    'Instructions (optional)',
    'YouTube guide URL (optional)',
    'License status',
    'Licensed from (optional)',
    'License document (optional)',
    'Track format',
    'Instrumentation',
    'Vocal range (optional)',
    'Higher key than the original',
    'Lower key than the original',
    confirmation,
  ]
  const controls = [
    ...document.querySelectorAll<HTMLElement>('form .control, form [type=checkbox]'),
  ]
  expect(controls.map((control) => control.id)).toEqual(labels.map((label) => field(label).id))
  for (const label of labels) {
    const mayBeLeftOut = label.endsWith('(optional)') || label.includes('than the original')
    expect([label, field(label).hasAttribute('required')]).toEqual([label, !mayBeLeftOut])
  }
  expect(field('Track file').getAttribute('accept')).toMatch(/^audio\//)
  for (const label of labels.slice(-3)) dialog.getByRole('checkbox', { name: label })
  const policy = dialog.getByRole('link', { name: /^Copyright policy/ })
  expect(policy.getAttribute('href')).toBe('/copyright-policy')
})

test.each([
  [
    'Genre (optional)',
    'No genre, Pop, Rock, Folk, Jazz, Classical, Musical Theatre, Country, Other',
  ],
  ['License status', 'Not required, Licensed, Unlicensed'],
  ['Track format', 'Please choose, Backing Track, Jam Track, Acoustic Instrumental Version'],
  ['Instrumentation', 'Please choose, Acoustic Guitar, Piano, Full Arrangement Track, Other'],
  [
    'Vocal range (optional)',
    'Any, Soprano, Mezzo-Soprano, Alto, Contralto, Countertenor, Tenor, Baritone, Bass',
  ],
])('%s offers: %s (UPL-05, UPL-12, UPL-15 to UPL-17)', (label, offered) => {
  openFirstForm()
  const options = within(field(label)).getAllByRole('option')
  expect(options.map((option) => option.textContent).join(', ')).toBe(offered)
})

test('limited fields stop at their limit and count (BUS-04 to BUS-08)', () => {
  openFirstForm()
  for (const [label, limit] of [
    ['Title', 100],
    ['Original artist', 100],
    ['Key signature (optional)', 5],
    ['Description', 500],
    ['Instructions (optional)', 1000],
  ] as const) {
    expect([label, field(label).maxLength]).toEqual([label, limit])
    type(label, 'Am')
    within(field(label).closest<HTMLElement>('.field') ?? document.body).getByText(`2 / ${limit}`)
  }
})

test('without the confirmation nothing is sent, and the form shows the error (UPL-20)', async () => {
  const { calls } = openFirstForm()
  await fillForm()
  fireEvent.click(field(confirmation))
  await submit()
  expect(problemAt(confirmation)).toBe('Please confirm that this is your own recording')
  expect(screen.getByRole('alert').textContent).toContain('Please confirm')
  expect(calls).toEqual([])
})

test('the customer’s price is updated while the artist types, however the price is written (UPL-08)', () => {
  openFirstForm()
  const terms = ['You receive', '10% platform commission', '20p processing fee']
  for (const [price, total, ...parts] of [
    ['', '–', '–', '–', '£0.20'],
    ['4.99', '£5.69', '£4.99', '£0.50', '£0.20'],
    ['0.05', '£0.26', '£0.05', '£0.01', '£0.20'],
    ['what?', '–', '–', '–', '£0.20'],
    ['£10', '£11.20', '£10.00', '£1.00', '£0.20'],
    ['3,50', '£4.05', '£3.50', '£0.35', '£0.20'],
  ] as const) {
    type('Price in pounds', price)
    expect(screen.getByLabelText('Customer will pay').textContent).toBe(total)
    const amounts = terms.map((term) => screen.getByText(term).nextElementSibling?.textContent)
    expect(amounts).toEqual(parts)
  }
  const isWarned = (price: string) => {
    type('Price in pounds', price)
    return screen.queryByText(/Card payments start at £0.30/) !== null
  }
  expect(['0.08', '0.09'].map(isWarned)).toEqual([true, false])
})

test('without a file nothing is sent, and the form shows the error beside those of the other fields (UPL-02, VAL-01, ERR-12)', async () => {
  const { calls } = openFirstForm()
  await submit()
  expect(problemAt('Track file')).toBe('Please select a file to upload')
  expect(problemAt('Title')).toBe('Please enter the title')
  expect([sent, calls]).toEqual([[], []])
  const recording = await chooseRecording()
  expect(problemAt('Track file')).toBeNull()
  act(() => recording.onRefused('The recording is silent.'))
  expect(problemAt('Track file')).toBeNull()
})

test('a chosen file is sent at once, with its progress in words, and can be removed', async () => {
  const { calls } = openFirstForm()
  const recording = await chooseRecording()
  expect(recording.file.name).toBe('skylark.wav')
  act(() => recording.onProgress(3))
  screen.getByText('Sending: 60%')
  screen.getByText('50% sent')
  expect(screen.getByRole('progressbar').getAttribute('value')).toBe('60')
  act(() => recording.onConnectionLost())
  screen.getByText('No connection: sending goes on by itself at 60%')

  fireEvent.click(screen.getByRole('button', { name: 'Remove skylark.wav' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(recording.isStopped).toBe(true)
  expect(calls).toEqual([[`DELETE /api/proxy/uploads/${uploadId}`, {}]])
})

test('once it is prepared, the form shows what was measured and offers the preview', async () => {
  openFirstForm({
    respond: () => Response.json(exampleUpload({ state: 'prepared', facts: exampleFacts })),
  })
  const recording = await chooseRecording()
  act(() => recording.onArrived())
  screen.getByText('Sent, waiting to be prepared')
  screen.getByText('Usually under a minute.')
  await screen.findByRole('button', { name: 'Play the preview of your recording' })
  screen.getByText('Ready: only the details are missing')
  const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent
  expect([fact('Length'), fact('Sounds like')]).toEqual([
    '3:073 minutes 7 seconds',
    'GKey of G major',
  ])
  const plain = ['Loudness', 'Format', 'Tempo'].map(fact)
  expect(plain).toEqual(['-16.2 LUFS', 'WAV, 48 kHz, stereo', '92 BPM'])
})

test('the details are sent once, however often the button is pressed, with two decimals of the price (UPL-25, UPL-32, FMT-09)', async () => {
  const response = Promise.withResolvers<Response>()
  const { calls, onSubmitted } = openFirstForm({ respond: () => response.promise })
  const success = vi.spyOn(toast, 'success')
  await fillForm()
  await submit()
  await screen.findByRole('button', { name: 'Uploading…' })
  await submit()
  const details = { title: 'Skylark', price: '4.90', confirmation: 'on' }
  expect(calls).toMatchObject([[`PUT /api/proxy/uploads/${uploadId}/details`, details]])

  await act(async () => response.resolve(Response.json(exampleUpload({ state: 'listed' }))))
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(1))
  expect(success.mock.calls).toEqual([['Track uploaded successfully!']])
})

test('details that are there before the recording are kept for it, and the artist is told', async () => {
  const { onSubmitted } = openFirstForm({
    respond: () => Response.json(exampleUpload({ state: 'arriving' })),
  })
  const success = vi.spyOn(toast, 'success')
  await fillForm()
  await submit()
  await waitFor(() => expect(onSubmitted).toHaveBeenCalledTimes(1))
  expect(success.mock.calls).toEqual([
    ['Saved. The track is listed as soon as its recording is ready.'],
  ])
})

test('a refused recording keeps every typed word and offers to try another file', async () => {
  const { calls } = openFirstForm()
  const recording = await chooseRecording('silence.wav')
  fillDetails()
  act(() => recording.onRefused('The recording is silent.'))
  screen.getByRole('button', { name: 'Try another file' })
  await submit()
  expect(problemAt('Track file')).toBe('The recording is silent.')
  expect([field('Title').value, calls]).toEqual(['Skylark', []])

  await chooseRecording('take-2.wav')
  await submit()
  await waitFor(() => expect(calls.at(-1)?.[0]).toMatch(/^PUT .*\/details$/))
  expect(sent.map(({ file }) => file.name)).toEqual(['silence.wav', 'take-2.wav'])
})

test('a file that is no recording is refused before it is sent (VAL-02, BUS-17)', async () => {
  openFirstForm()
  chooseFile('Track file', new File(['text'], 'lyrics.txt', { type: 'text/plain' }))
  await act(() => vi.dynamicImportSettled())
  screen.getByText(/^This is not an audio file we can read/)
  expect(sent).toEqual([])
})

const setUp =
  'Complete your Stripe account setup to enable track uploads. Check your Artist Dashboard for required steps.'

test('an artist who cannot be paid sends no file and no details (UPL-29, ERR-21)', async () => {
  const { calls } = openFirstForm({ missing: 'payments' })
  chooseFile('Track file', new File(['sound'], 'skylark.wav', { type: 'audio/wav' }))
  fillDetails()
  await submit()
  expect(screen.getByRole('alert').textContent).toBe(setUp)
  expect([sent, calls]).toEqual([[], []])
})

test('the server’s error is shown at its field, and the typed text stays', async () => {
  const issues = [{ path: ['title'], message: 'Please use at most 100 characters' }]
  const message = 'Please check the highlighted fields.'
  openFirstForm({
    respond: () => Response.json({ code: 'invalid_input', message, issues }, { status: 400 }),
  })
  await fillForm()
  await submit()
  await waitFor(() => expect(problemAt('Title')).toBe('Please use at most 100 characters'))
  expect(field('Title').value).toBe('Skylark')
})

test.each([
  ['no connection', () => Promise.reject(new TypeError('x')), 'Upload failed. Please try again.'],
  [
    'a broken response',
    () => Response.json(null, { status: 502 }),
    'Upload failed. Please try again.',
  ],
  [
    'the payment provider by its kind',
    () =>
      Response.json(
        { code: 'ERR_SETUP', message: 'The payment provider has no account yet' },
        { status: 403 },
      ),
    setUp,
  ],
  [
    'the payment provider by its name',
    () =>
      Response.json(
        { code: 'ERR_SETUP', message: 'Stripe account is not finished' },
        { status: 403 },
      ),
    setUp,
  ],
])(
  'a failure caused by %s has its own message (ERR-13, ERR-21)',
  async (_cause, respond, sentence) => {
    openFirstForm({ respond })
    await fillForm()
    await submit()
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
  },
)
