import { expect, test } from 'vitest'
import { exampleFacts, exampleUpload } from './example-upload.ts'
import {
  isOnTheWay,
  newTransfer,
  nextTransfer,
  transferOf,
  type TransferEvent,
  type TransferState,
  type UploadTransfer,
} from './upload-transfer.ts'

const id = '0198f000-0000-7000-8000-0000000000bb'
const file = new File([new Uint8Array(1000)], 'take.wav')
const at = (state: TransferState, changes: Partial<UploadTransfer> = {}): UploadTransfer => ({
  ...newTransfer(file),
  uploadId: id,
  state,
  ...changes,
})
const part = { bytesSent: 430, percent: 43 }

const states = {
  checking: { name: 'checking' },
  sending: { name: 'sending', ...part, secondsLeft: null },
  waiting: { name: 'waiting', ...part },
  missing: { name: 'missing', ...part },
  arrived: { name: 'arrived' },
  preparing: { name: 'preparing', stage: 'measuring' },
  ready: { name: 'ready', facts: exampleFacts },
  listed: { name: 'listed' },
  refused: { name: 'refused', reason: 'Not music.' },
} satisfies Record<TransferState['name'], TransferState>

const prepared = exampleUpload({ id, state: 'prepared', facts: exampleFacts })
const events = {
  chosen: { type: 'chosen', fileName: 'other.wav', bytes: 2000 },
  created: { type: 'created', uploadId: id },
  progressed: { type: 'progressed', bytesSent: 600, secondsLeft: 4 },
  connectionLost: { type: 'connectionLost' },
  arrived: { type: 'arrived' },
  refused: { type: 'refused', reason: 'No space is left.' },
  sentElsewhere: { type: 'sentElsewhere', bytesSent: 600 },
  reported: { type: 'reported', upload: prepared },
  gone: { type: 'gone' },
  detailsStored: { type: 'detailsStored', upload: exampleUpload({ id, title: 'Skylark' }) },
} satisfies { [type in TransferEvent['type']]: Extract<TransferEvent, { type: type }> }

type Row = Record<TransferEvent['type'], TransferState['name']>

/** While this tab sends the file, only what its sender tells moves it; afterwards only what the server says. */
const sends = (state: TransferState['name']): Row => ({
  chosen: 'checking',
  created: state,
  progressed: 'sending',
  connectionLost: 'waiting',
  arrived: 'arrived',
  refused: 'refused',
  sentElsewhere: state,
  reported: state,
  gone: state,
  detailsStored: state,
})
const follows = (state: TransferState['name'], changes: Partial<Row> = {}): Row => ({
  chosen: 'checking',
  created: state,
  progressed: state,
  connectionLost: state,
  arrived: state,
  refused: state,
  sentElsewhere: state,
  reported: 'ready',
  gone: 'refused',
  detailsStored: state,
  ...changes,
})

const table: Record<TransferState['name'], Row> = {
  checking: sends('checking'),
  sending: sends('sending'),
  waiting: sends('waiting'),
  missing: follows('missing', { sentElsewhere: 'sending' }),
  arrived: follows('arrived'),
  preparing: follows('preparing'),
  ready: follows('ready'),
  listed: follows('listed'),
  refused: follows('refused'),
}

test.each(Object.values(states))(
  'each event leads from $name to the state of the table',
  (state) => {
    const row = Object.values(events).map((event) => [
      event.type,
      nextTransfer(at(state), event).state.name,
    ])
    expect(Object.fromEntries(row)).toEqual(table[state.name])
  },
)

test.each([
  ['checking', ['sentElsewhere', 'reported', 'gone']],
  ['arrived', ['created', 'progressed', 'connectionLost', 'arrived', 'refused', 'sentElsewhere']],
] as const)('in the state %s, late events change nothing at all', (name, late) => {
  const transfer = at(states[name])
  for (const type of late) expect(nextTransfer(transfer, events[type])).toBe(transfer)
})

test('progress is counted in bytes and percent, and a lost connection keeps both', () => {
  const sending = nextTransfer(at(states.checking), events.progressed)
  expect(sending.state).toEqual({ name: 'sending', bytesSent: 600, percent: 60, secondsLeft: 4 })
  const waiting = nextTransfer(sending, events.connectionLost)
  expect(waiting.state).toEqual({ name: 'waiting', bytesSent: 600, percent: 60 })
  const never = nextTransfer(at(states.checking), events.connectionLost)
  expect(never.state).toEqual({ name: 'waiting', bytesSent: 0, percent: 0 })
})

test('a replaced file keeps the transfer’s key, its upload and its details, which the server takes over', () => {
  const former = at(states.refused, { isSubmitted: true, title: 'Skylark' })
  expect(nextTransfer(former, events.chosen)).toEqual({
    ...former,
    fileName: 'other.wav',
    bytes: 2000,
    state: { name: 'checking' },
  })
})

test('what another tab sends is not on the way from here, and is reported when that tab has ended', () => {
  const elsewhere = nextTransfer(at(states.missing), events.sentElsewhere)
  expect(elsewhere).toMatchObject({ isElsewhere: true, state: { bytesSent: 600, percent: 60 } })
  expect(isOnTheWay(elsewhere)).toBe(false)
  const further = nextTransfer(elsewhere, { type: 'sentElsewhere', bytesSent: 700 })
  expect(further.state).toMatchObject({ percent: 70 })
  const reported = nextTransfer(further, events.reported)
  expect(reported).toMatchObject({ isElsewhere: false, state: { name: 'ready' } })
})

test('an upload that is gone has neither id nor details any more, and its file can be chosen again', () => {
  const gone = nextTransfer(at(states.ready, { isSubmitted: true }), events.gone)
  expect(gone).toMatchObject({ uploadId: null, isSubmitted: false, details: null })
  expect(gone.state).toEqual({
    name: 'refused',
    reason: 'This upload is no longer there. Please choose the file again.',
  })
})

test.each([
  [{ state: 'arriving', bytes: 1000, bytesReceived: 430 }, states.missing],
  [{ state: 'processing', stage: 'measuring' }, states.preparing],
  [{ state: 'prepared', facts: exampleFacts }, states.ready],
  [{ state: 'listed' }, states.listed],
  [{ state: 'refused', reason: 'Not music.' }, states.refused],
] as const)('an upload that is %j is shown as it is at the server', (upload, state) => {
  expect(transferOf(exampleUpload({ id, ...upload }))).toMatchObject({
    key: id,
    uploadId: id,
    state,
  })
})
