// Which kinds of notifications are emailed: each box saves at once; without scripts, a button saves them all.

import { useState } from 'react'
import { Form } from 'react-router'
import type {
  chooseNotificationEmails,
  NotificationChoice,
} from '#contracts/notifications/notifications.ts'
import { request } from '#web/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import { notificationMessages } from './notification-messages.ts'

export function EmailChoices({ choices }: { choices: NotificationChoice[] }) {
  return (
    <Form method="post" className="fields">
      <ul className="stack-sm">
        {choices.map((choice) => (
          <li key={choice.kind}>
            <Choice choice={choice} />
          </li>
        ))}
      </ul>
      <noscript>
        <Button type="submit">Save</Button>
      </noscript>
    </Form>
  )
}

function Choice({ choice: { kind, label, collected, emails } }: { choice: NotificationChoice }) {
  const [isChosen, setIsChosen] = useState(emails)
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const choose = async (wanted: boolean) => {
    if (isSaving) return
    setIsSaving(true)
    setIsSaved(false)
    setIsChosen(wanted)
    const route = 'PUT /api/notifications/choices'
    const saved = await request<typeof chooseNotificationEmails>(route, { kind, emails: wanted })
    setIsSaving(false)
    setIsSaved(saved.ok)
    if (saved.ok) return
    setIsChosen(!wanted)
    toast.error(notificationMessages.choiceFailed)
  }
  const hintId = `${kind}-hint`
  return (
    <div className="field">
      <div className="check">
        <input
          id={kind}
          name={kind}
          type="checkbox"
          checked={isChosen}
          aria-busy={isSaving}
          {...(collected !== null && { 'aria-describedby': hintId })}
          onChange={(event) => void choose(event.target.checked)}
        />
        <label htmlFor={kind}>{label}</label>
        <output className="choice-saved">{isSaved && notificationMessages.choiceSaved}</output>
      </div>
      {collected !== null && (
        <p id={hintId} className="field-hint">
          {collected === 'daily' ? notificationMessages.daily : notificationMessages.hourly}
        </p>
      )}
    </div>
  )
}
