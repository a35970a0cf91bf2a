// Where the account is logged in.

import { Form, useNavigation } from 'react-router'
import type { SessionEntry } from '#contracts/accounts/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTimeText } from '#web/ui/date-text.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { DoneNotice } from './done-notice.tsx'
import { SettingsForm } from './settings-form.tsx'
import type { SettingsResult } from './settings-result.ts'
import { SettingsSection } from './settings-section.tsx'

type SessionsSectionProps = { sessions: SessionEntry[]; result: SettingsResult | undefined }

export function SessionsSection({ sessions, result }: SessionsSectionProps) {
  return (
    <SettingsSection title="Devices">
      <p>You are logged in here. A log-in ends by itself after seven days.</p>
      <DoneNotice result={result} form="session" />
      <DoneNotice result={result} form="other-sessions" />
      {result?.form === 'session' && result.refused && (
        <Notice tone="danger">{result.refused.message}</Notice>
      )}
      <ul className="rows">
        {sessions.map((entry) => (
          <li key={entry.id} className="device">
            <div>
              <p className="device-name">{entry.device}</p>
              <p className="muted">
                {entry.isCurrent ? (
                  'This device'
                ) : (
                  <>
                    Last used <DateTimeText iso={entry.lastUsedAt} />
                  </>
                )}
              </p>
            </div>
            {!entry.isCurrent && <EndSession entry={entry} />}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <SettingsForm
          name="other-sessions"
          refused={result?.form === 'other-sessions' ? (result.refused ?? null) : null}
          submit="Log out all other devices"
          submitting="One moment…"
          button={{ variant: 'ghost' }}
        />
      )}
    </SettingsSection>
  )
}

function EndSession({ entry: { id, device } }: { entry: SessionEntry }) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post">
      <input type="hidden" name="form" value="session" />
      <Button
        type="submit"
        name="id"
        value={id}
        variant="ghost"
        aria-label={`Log out ${device}`}
        isLoading={state !== 'idle' && formData?.get('id') === id}
        loadingText="One moment…"
      >
        Log out
      </Button>
    </Form>
  )
}
