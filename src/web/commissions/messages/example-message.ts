// Messages for tests of the user interface.

import type { Attachment, Message, MessagePage } from '#contracts/commissions/messages.ts'
import type { LoadedMessages } from './loaded-messages.ts'

export function exampleMessage(changes: Partial<Message> = {}): Message {
  return {
    id: '0198f000-0000-7000-8000-0000000000a1',
    commissionId: '0198f000-0000-7000-8000-0000000000c1',
    author: 'artist',
    text: 'In D it is.',
    sentAt: '2026-11-19T14:05:00.000Z',
    isUnread: false,
    isRemoved: false,
    attachments: [],
    ...changes,
  }
}

export function exampleAttachment(changes: Partial<Attachment> = {}): Attachment {
  return {
    id: '0198f000-0000-7000-8000-0000000000b1',
    kind: 'document',
    state: 'ready',
    fileName: 'chords.pdf',
    bytes: 1_258_291,
    url: '/api/commissions/c1/attachments/b1',
    width: null,
    height: null,
    durationSeconds: null,
    waveform: null,
    reason: null,
    ...changes,
  }
}

export function examplePage(messages: Message[], hasEarlier = false): MessagePage {
  const removed = messages.filter(({ isRemoved }) => isRemoved).map(({ id }) => id)
  return { messages, hasEarlier, removed }
}

export function exampleMessages(
  messages: Message[] = [],
  changes: Partial<LoadedMessages> = {},
): LoadedMessages {
  return {
    page: examplePage(messages),
    isEarlier: false,
    requestKey: '0198f000-0000-7000-8000-0000000000aa',
    ...changes,
  }
}
