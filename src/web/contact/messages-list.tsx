import type { ContactMessage } from '#contracts/contact/messages.ts'
import { messageMoves, messageProcess, type MessageMove } from '#rules/contact/message-process.ts'
import { contactSubjectLabels } from '#rules/contact/contact-limits.ts'
import { adminPath, adminUserPath } from '#rules/admin/admin-paths.ts'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { ActionButton } from '#web/admin/action-button.tsx'
import { messageStatusLabels } from '#web/admin/admin-labels.ts'
import { adminMessages } from '#web/admin/admin-messages.ts'
import { AnswerButton } from './answer-button.tsx'

export function MessagesList({ messages }: { messages: readonly ContactMessage[] }) {
  return (
    <ul className="stack">
      {messages.map((message) => (
        <li key={message.id} className="panel panel-stack">
          <Head message={message} />
          <p className="user-text" dir="auto">
            {message.message}
          </p>
          <Answers message={message} />
          <div className="admin-actions">
            {messageProcess.steps.answer.from.includes(message.status) && (
              <AnswerButton message={message} />
            )}
            {messageMoves
              .filter((step) => messageProcess.steps[step].from.includes(message.status))
              .map((step) => (
                <StepButton key={step} step={step} message={message} />
              ))}
            <PageLink
              className="btn btn-ghost btn-sm"
              href={adminPath('auditLog', { subject: message.id })}
            >
              History
            </PageLink>
          </div>
        </li>
      ))}
    </ul>
  )
}

function Head({ message }: { message: ContactMessage }) {
  return (
    <div className="matter-head">
      <h2>{contactSubjectLabels[message.subject]}</h2>
      <span className={message.status === 'new' ? 'matter-new' : 'muted'}>
        {messageStatusLabels[message.status]}
      </span>
      <p>
        {message.userId === null ? (
          <bdi>{message.name}</bdi>
        ) : (
          <PageLink href={adminUserPath(message.userId)}>
            <bdi>{message.name}</bdi>
          </PageLink>
        )}
        , {message.email}, <DateTimeText iso={message.sentAt} />
      </p>
    </div>
  )
}

function Answers({ message: { answers, email } }: { message: ContactMessage }) {
  return answers.map(({ text, sentAt }) => (
    <blockquote key={sentAt} className="admin-answer">
      <p className="user-text" dir="auto">
        {text}
      </p>
      <footer>
        Sent to {email}, <DateTimeText iso={sentAt} />
      </footer>
    </blockquote>
  ))
}

const words: Record<MessageMove, { label: string; title: string; done: string; effect: string }> = {
  close: {
    label: 'Close message',
    title: 'Close this message?',
    done: adminMessages.closed,
    effect: 'Nothing more has to be done about it. Its writer is told nothing.',
  },
  reopen: {
    label: 'Open again',
    title: 'Open this message again?',
    done: adminMessages.reopened,
    effect: 'It is among the new messages again.',
  },
}

function StepButton({ step, message }: { step: MessageMove; message: ContactMessage }) {
  const { label, title, done, effect } = words[step]
  return (
    <ActionButton
      label={label}
      about={message.name}
      title={title}
      submitting="Saving…"
      contract={async () => (await import('#contracts/contact/messages.ts')).moveMessage}
      route="POST /api/proxy/admin/messages/{id}/move"
      constants={{ id: message.id, step }}
      done={done}
    >
      <p>{effect}</p>
    </ActionButton>
  )
}
