// The messages that the two parties of a commission write to each other.

import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Message, MessagePage } from '#contracts/commissions/messages.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { AdminGate } from './admin-gate.tsx'
import { Composer } from './composer.tsx'
import type { LoadedMessages } from './loaded-messages.ts'
import { MessageList } from './message-list.tsx'
import { PlainMessageForms } from './plain-message-forms.tsx'
import { roomMessages } from './room-messages.ts'
import { useMessages } from './use-messages.ts'
import { useFresh, useMarkSeen } from './use-seen.ts'

type MessagesPanelProps = { commission: Commission; loaded: LoadedMessages }

export function MessagesPanel({ commission, loaded }: MessagesPanelProps) {
  const { page } = loaded
  const { room } = commission
  return (
    <Panel aria-labelledby="messages-heading" className="panel-stack">
      <h2 id="messages-heading">Messages</h2>
      <AdminGate commission={commission} />
      {page !== null && (
        <Messages key={String(loaded.isEarlier)} {...{ commission, loaded, page }} />
      )}
      {page === null && room.readAs !== null && <ErrorText>{roomMessages.loadFailed}</ErrorText>}
      {!room.isOpen && <Closed commission={commission} />}
    </Panel>
  )
}

function Closed({ commission: { room, readAt } }: Pick<MessagesPanelProps, 'commission'>) {
  const { closesAt } = room
  return closesAt !== null && closesAt <= readAt ? (
    <p className="commission-hint">
      This room has taken no more messages since <DateTimeText iso={closesAt} />.
    </p>
  ) : (
    <p className="commission-hint">
      This room takes no more messages: one of the two accounts was deleted.
    </p>
  )
}

function Messages({ commission, loaded, page }: MessagesPanelProps & { page: MessagePage }) {
  const { id, viewer, room } = commission
  const { revalidate } = useRevalidator()
  const known = useMessages(id, page)
  const { messages, hasEarlier, isLoading, problem } = known
  const newest = messages.at(-1)
  const end = useRef<HTMLLIElement>(null)
  const fresh = useFresh(messages)
  useMarkSeen(id, messages.findLast(({ isUnread }) => isUnread)?.id ?? null, end)
  const mayWrite = viewer !== 'admin' && room.isOpen && !loaded.isEarlier
  return (
    <>
      {newest === undefined && <p className="commission-hint">{roomMessages.none}</p>}
      {newest !== undefined && (
        // It scrolls by itself, so it can be reached by keyboard.
        <section className="message-scroller" aria-label="What was written" tabIndex={0}>
          <div>
            {hasEarlier && (
              <EarlierButton {...{ id, messages, isLoading }} onShow={known.showEarlier} />
            )}
            {problem !== null && (
              <div role="alert">
                <ErrorText>{problem}</ErrorText>
              </div>
            )}
            <MessageList {...{ commission, messages, fresh, end }} />
          </div>
        </section>
      )}
      <Arrival commission={commission} messages={messages} />
      {loaded.isEarlier && <PageLink href={commissionPath(id)}>The newest messages</PageLink>}
      {mayWrite && (
        <Composer
          commission={commission}
          onSent={(sent) => {
            known.add(sent)
            void revalidate()
          }}
        />
      )}
      <PlainMessageForms {...{ commission, messages, mayWrite }} />
    </>
  )
}

type EarlierButtonProps = {
  id: string
  messages: Message[]
  isLoading: boolean
  onShow: () => Promise<void>
}

/** Without a script, a link to another page of the room. */
function EarlierButton({ id, messages: [first], isLoading, onShow }: EarlierButtonProps) {
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        isLoading={isLoading}
        loadingText="Loading…"
        onClick={() => void onShow()}
      >
        Show earlier messages
      </Button>
      <noscript>
        <a href={`${commissionPath(id)}?before=${first?.id}`}>Show earlier messages</a>
      </noscript>
    </>
  )
}

/** Says to a screen reader that the other party has written; the focus stays where it is. */
function Arrival({ commission, messages }: { commission: Commission; messages: Message[] }) {
  const newest = messages.at(-1)
  const [last, setLast] = useState({ at: newest?.sentAt ?? '', said: '' })
  if (newest !== undefined && newest.sentAt > last.at) {
    const isOwn = newest.author === commission.viewer
    const said = isOwn ? last.said : roomMessages.arrived(commission[newest.author].name)
    setLast({ at: newest.sentAt, said })
  }
  return (
    <p className="sr-only" role="status">
      {last.said}
    </p>
  )
}
