// What was written, day by day. It begins at its end: the list grows upwards, so that earlier messages move nothing.

import { Fragment, type RefObject } from 'react'
import type { Commission } from '#contracts/commissions/commission.ts'
import type { Message } from '#contracts/commissions/messages.ts'
import { commissionPath } from '#rules/commissions/commission-paths.ts'
import { removedWordsPath } from '#rules/page-paths.ts'
import { FlagButton } from '#web/moderation/flag-button.tsx'
import { DateText, formatDate } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { MessageAttachment } from './message-attachment.tsx'
import { roomMessages } from './room-messages.ts'
import { formatTime, TimeText } from './time-text.tsx'

type MessageListProps = {
  commission: Pick<Commission, 'id' | 'viewer' | 'customer' | 'artist'>
  messages: Message[]
  /** Not seen before. */
  fresh: ReadonlySet<string>
  /** Behind the newest one. */
  end: RefObject<HTMLLIElement | null>
}

export function MessageList({ commission, messages, fresh, end }: MessageListProps) {
  return (
    <ol className="messages">
      {messages.map((message, at) => (
        <Fragment key={message.id}>
          {formatDate(message.sentAt) !== formatDate(messages[at - 1]?.sentAt) && (
            <li className="message-day">
              <DateText iso={message.sentAt} />
            </li>
          )}
          <li className={message.author === commission.viewer ? 'message message-own' : 'message'}>
            <div className="message-top">
              <Head
                {...{ commission, message }}
                isNew={fresh.has(message.id) && !message.isRemoved}
              />
              <ReportMessage {...{ commission, message }} />
            </div>
            {message.isRemoved && <Removed isOwn={message.author === commission.viewer} />}
            {message.text !== '' && (
              <p className="user-text" dir="auto">
                {message.text}
              </p>
            )}
            {message.attachments.map((attachment) => (
              <MessageAttachment key={attachment.id} attachment={attachment} />
            ))}
          </li>
        </Fragment>
      ))}
      <li ref={end} className="message-end" aria-hidden="true" />
    </ol>
  )
}

function Removed({ isOwn }: { isOwn: boolean }) {
  return (
    <p className="muted">
      {roomMessages.removed} {isOwn && <PageLink href={removedWordsPath}>See why</PageLink>}
    </p>
  )
}

type ReportMessageProps = Pick<MessageListProps, 'commission'> & { message: Message }

/** For the other party; an admin reads it, and decides what is reported. */
function ReportMessage({ commission, message }: ReportMessageProps) {
  const { id, viewer } = commission
  const { author, sentAt, isRemoved } = message
  if (viewer === 'admin' || author === viewer || isRemoved) return null
  return (
    <FlagButton
      kind="message"
      subjectId={message.id}
      title={`Message by ${commission[author].name}, ${formatDate(sentAt)}, ${formatTime(sentAt)}`}
      path={commissionPath(id)}
    />
  )
}

type HeadProps = Pick<MessageListProps, 'commission'> & { message: Message; isNew: boolean }

function Head({ commission, message: { author, sentAt }, isNew }: HeadProps) {
  return (
    <p className="message-head">
      {author === commission.viewer ? 'You' : <bdi>{commission[author].name}</bdi>},{' '}
      <TimeText iso={sentAt} />
      {isNew && <span className="message-new">New</span>}
    </p>
  )
}
