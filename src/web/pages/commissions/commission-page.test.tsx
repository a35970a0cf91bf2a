import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createApi } from '#web/api/client.ts'
import { apiContext } from '#web/api/contexts.ts'
import { exampleCommission } from '#web/commissions/example-commission.ts'
import { action, loader, meta } from './commission-page.tsx'

const { id } = exampleCommission()
const deliveryId = '0198f000-0000-7000-8000-0000000000d1'
const noteId = '0198f000-0000-7000-8000-0000000000a1'
const changeOfNote = `PATCH /api/commissions/${id}/notes/${noteId}`
const editedNote = { noteId, [`noteText-${noteId}`]: 'Much softer.' }
const bothWords = { reason: 'We look into it.', note: 'The file is silent.' }
const answeredNote = { step: 'settle_note', noteId, [`noteAnswer-${noteId}`]: 'With a mute.' }

function visit(status: number, body: unknown, fields: Record<string, string> = {}) {
  const calls: [string, unknown][] = []
  const url = new URL(`http://shop.test/commissions/${id}`)
  const context = new RouterContextProvider()
  const api = createApi(
    ({ method, path, body: sent }) => {
      calls.push([`${method} ${path}`, JSON.parse(sent ?? 'null')])
      return Promise.resolve({ status, cookies: [], body })
    },
    { sent: null, received: [] },
  )
  context.set(apiContext, api)
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) })
  const args = { context, url, request, params: { id }, pattern: '/commissions/:id' }
  return { args, calls }
}

async function thrownBy(promise: Promise<unknown>) {
  return promise.then(
    () => null,
    (reason: unknown) => reason,
  )
}

test('a commission is loaded under its name, and named in the title', async () => {
  const { args, calls } = visit(200, exampleCommission())
  const loaderData = await loader(args)
  expect(calls).toEqual([
    [`GET /api/commissions/${id}`, null],
    [`GET /api/commissions/${id}/messages`, null],
  ])
  expect(JSON.stringify(meta({ loaderData }))).toContain('Skylark in B flat')
})

test('an admin who has stated no reason asks for no messages, and an address can name where a page of them ends', async () => {
  const room = { isOpen: true, closesAt: null, readAs: null, readUntil: null }
  const admin = visit(200, exampleCommission({ viewer: 'admin', room }))
  expect((await loader(admin.args)).messages.page).toBeNull()
  expect(admin.calls).toHaveLength(1)

  const { args, calls } = visit(200, exampleCommission())
  const url = new URL(`?before=${deliveryId}`, args.url)
  expect((await loader({ ...args, url })).messages.isEarlier).toBe(true)
  expect(calls[1]).toEqual([`GET /api/commissions/${id}/messages?before=${deliveryId}`, null])
})

test.each([
  [404, 'not_found'],
  [400, 'invalid_input'],
])(
  'another’s commission, a missing one and an invalid id are the same page (%i)',
  async (status, code) => {
    const thrown = await thrownBy(loader(visit(status, { code, message: 'x' }).args))
    expect(thrown).toMatchObject({ init: { status: 404 } })
  },
)

test('a visitor logs in first, and comes back', async () => {
  const thrown = await thrownBy(loader(visit(401, { code: 'login_required', message: 'x' }).args))
  expect(thrown instanceof Response && thrown.headers.get('location')).toBe(
    `/login?next=%2Fcommissions%2F${id}`,
  )
})

test.each([
  [
    { step: 'send_message', text: 'In D?', requestKey: deliveryId },
    `POST /api/commissions/${id}/messages`,
    { text: 'In D?', requestKey: deliveryId },
  ],
  [
    { step: 'read_messages', upTo: deliveryId },
    `POST /api/commissions/${id}/read`,
    { upTo: deliveryId },
  ],
  [
    { step: 'accept', reason: 'With pleasure.' },
    'POST /api/commission/artist/respond',
    { commissionId: id, action: 'accept', reason: 'With pleasure.' },
  ],
  [
    { step: 'reject' },
    'POST /api/commission/artist/respond',
    { commissionId: id, action: 'reject', reason: '' },
  ],
  [{ step: 'cancel' }, 'POST /api/commission/terminate-before-payment', { commissionId: id }],
  [
    { step: 'approve', deliveryId },
    `POST /api/commissions/${id}/confirm`,
    { action: 'approve', deliveryId, revisionFeedback: '' },
  ],
  [
    { step: 'request_changes', deliveryId, revisionFeedback: 'Softer.' },
    `POST /api/commissions/${id}/confirm`,
    { action: 'request_changes', deliveryId, revisionFeedback: 'Softer.' },
  ],
  [
    { step: 'dispute', description: 'The bridge is missing.' },
    'POST /api/report',
    { type: 'commission_dispute', commissionId: id, description: 'The bridge is missing.' },
  ],
  [
    { step: 'answer_dispute', answer: 'It is at 1:20.' },
    `POST /api/commissions/${id}/dispute/answer`,
    { answer: 'It is at 1:20.' },
  ],
  [{ step: 'end_dispute' }, `POST /api/commissions/${id}/dispute/end`, {}],
  [{ step: 'freeze', ...bothWords }, `POST /api/proxy/admin/commissions/${id}/freeze`, bothWords],
  [
    { step: 'unfreeze', ...bothWords },
    `POST /api/proxy/admin/commissions/${id}/unfreeze`,
    bothWords,
  ],
  [
    { step: 'read_with_reason', readReason: 'A report names them.' },
    `POST /api/proxy/admin/commissions/${id}/read`,
    { note: 'A report names them.' },
  ],
  [{ step: 'cancel_overdue' }, `POST /api/commissions/${id}/cancel-overdue`, {}],
  [
    { step: 'give_up', reason: 'My hand is broken.' },
    `POST /api/commissions/${id}/give-up`,
    { reason: 'My hand is broken.' },
  ],
  [
    {
      step: 'add_note',
      deliveryId,
      requestKey: noteId,
      noteSeconds: '12.5',
      noteText: 'Softer.',
    },
    `POST /api/commissions/${id}/notes`,
    { deliveryId, requestKey: noteId, seconds: '12.5', text: 'Softer.' },
  ],
  [{ ...editedNote, step: 'edit_note' }, changeOfNote, { text: 'Much softer.' }],
  [{ ...editedNote, step: 'withdraw_note' }, changeOfNote, { isWithdrawn: true }],
  [
    { ...answeredNote, hasBox: 'on', [`isDone-${noteId}`]: 'on' },
    changeOfNote,
    { isDone: true, answer: 'With a mute.' },
  ],
  // Neither a box without a tick nor a form without a box is a tick.
  [{ ...answeredNote, hasBox: 'on' }, changeOfNote, { isDone: false, answer: 'With a mute.' }],
  [answeredNote, changeOfNote, { answer: 'With a mute.' }],
  [{ step: 'settle_note', noteId, hasBox: 'on' }, changeOfNote, { isDone: false }],
])(
  'without a script %j is one form, and the page follows',
  async (fields: Record<string, string>, call, sent) => {
    const { args, calls } = visit(200, exampleCommission(), fields)
    const thrown = await thrownBy(action(args))
    expect(calls).toEqual([[call, sent]])
    expect(thrown instanceof Response && thrown.headers.get('location')).toBe(`/commissions/${id}`)
  },
)

test('without a script paying leads to the payment', async () => {
  const sessionUrl = 'https://pay.example/c/1'
  const { args, calls } = visit(200, { sessionUrl }, { step: 'pay' })
  const thrown = await thrownBy(action(args))
  expect(calls).toEqual([['POST /api/commission/pay', { commissionId: id }]])
  expect(thrown instanceof Response && thrown.headers.get('location')).toBe(sessionUrl)
})

test('a refused form shows the reason, with its status and what was typed', async () => {
  const refusal = { code: 'commission_too_late', message: 'The time for this has passed.' }
  const sent = { step: 'give_up', reason: 'My hand is broken.' }
  const answer = await action(visit(409, refusal, sent).args)
  expect(answer).toMatchObject({ data: { refused: { ...refusal, sent } }, init: { status: 409 } })
})

test('a form that names no step is no page, and calls nothing', async () => {
  const { args, calls } = visit(200, {}, { step: 'complete' })
  expect(await thrownBy(action(args))).toMatchObject({ init: { status: 404 } })
  expect(calls).toEqual([])
})
