// What was taken down of a user's tracks or words, with the reasons and the way to answer.

import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { AnyTakeDown } from '#contracts/moderation/take-downs.ts'
import { flagProcess } from '#rules/moderation/flag-process.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { flagMessages, flagStatusName, flagTypeNames, ownFlaggedTitle } from './flag-messages.ts'
import type { CounterNoticeDialogProps } from './counter-notice-dialog.tsx'
import { Claim, Passage } from './passage.tsx'

const CounterNoticeDialog = lazyOr<CounterNoticeDialogProps>(
  () => import('./counter-notice-dialog.tsx'),
  () => <ErrorText>{flagMessages.notLoaded}</ErrorText>,
)

export function TakeDownList({ takeDowns }: { takeDowns: readonly AnyTakeDown[] }) {
  return (
    <ul className="stack">
      {takeDowns.map((takeDown) => (
        <li key={takeDown.id} className="panel panel-stack">
          <div className="matter-head">
            <h2>
              <bdi>{ownFlaggedTitle(takeDown.kind, takeDown.title)}</bdi>
            </h2>
            <span className="muted">{flagStatusName(takeDown.kind, takeDown.status)}</span>
            <p>Reported as “{flagTypeNames[takeDown.type]}”</p>
          </div>
          {takeDown.kind !== 'track' && takeDown.text !== '' && (
            <Passage name="What you wrote" text={takeDown.text} />
          )}
          <Claim claim={takeDown.claim} />
          {takeDown.decision && (
            <Passage
              name={decisionName(takeDown)}
              at={takeDown.decision.decidedAt}
              text={takeDown.decision.reason}
            />
          )}
          {takeDown.counterNotice && (
            <Passage
              name="Your counter-notice"
              at={takeDown.counterNotice.sentAt}
              text={takeDown.counterNotice.text}
            />
          )}
          {flagProcess.steps.counter.from.includes(takeDown.status) && (
            <CounterNoticeButton takeDown={takeDown} />
          )}
        </li>
      ))}
    </ul>
  )
}

function decisionName({ kind, status }: AnyTakeDown): string {
  const isTrack = kind === 'track'
  if (status === 'reinstated')
    return isTrack ? flagMessages.whyListedAgain : flagMessages.whyShownAgain
  if (status === 'confirmed')
    return isTrack ? flagMessages.whyItStaysDown : flagMessages.whyItStaysRemoved
  return isTrack ? flagMessages.whyTakenDown : flagMessages.whyRemoved
}

function CounterNoticeButton({ takeDown }: { takeDown: AnyTakeDown }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button
        size="sm"
        className="needs-script"
        aria-label={`Send a counter-notice about ${ownFlaggedTitle(takeDown.kind, takeDown.title)}`}
        onClick={() => setIsOpen(true)}
      >
        Send a counter-notice
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <CounterNoticeDialog
            takeDown={takeDown}
            onClose={() => setIsOpen(false)}
            onSent={revalidate}
          />
        </Suspense>
      )}
    </div>
  )
}
