// An artist's tracks that were taken down, with the reasons and the way to answer.

import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { TakeDown } from '#contracts/moderation/flags.ts'
import { flagProcess } from '#rules/moderation/flag-process.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorText } from '#web/ui/error-text.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { flagMessages, flagStatusNames, flagTypeNames } from './flag-messages.ts'
import type { CounterNoticeDialogProps } from './counter-notice-dialog.tsx'
import { Claim, Passage } from './passage.tsx'

const CounterNoticeDialog = lazyOr<CounterNoticeDialogProps>(
  () => import('./counter-notice-dialog.tsx'),
  () => <ErrorText>{flagMessages.notLoaded}</ErrorText>,
)

export function TakeDownList({ takeDowns }: { takeDowns: readonly TakeDown[] }) {
  return (
    <ul className="grid gap-4">
      {takeDowns.map((takeDown) => (
        <li key={takeDown.id} className="panel panel-stack">
          <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 wrap-anywhere">
            <h2 className="text-xl">
              <bdi>{takeDown.title}</bdi>
            </h2>
            <span className="text-ink-2">{flagStatusNames[takeDown.status]}</span>
            <p className="w-full text-ink-2">Reported as “{flagTypeNames[takeDown.type]}”</p>
          </div>
          <Claim claim={takeDown.claim} />
          {takeDown.decision && (
            <Passage
              name={decisionName(takeDown.status)}
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

function decisionName(status: TakeDown['status']): string {
  if (status === 'reinstated') return flagMessages.whyListedAgain
  return status === 'confirmed' ? flagMessages.whyItStaysDown : flagMessages.whyTakenDown
}

function CounterNoticeButton({ takeDown }: { takeDown: TakeDown }) {
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div>
      <Button
        size="sm"
        className="needs-script"
        aria-label={`Send a counter-notice about ${takeDown.title}`}
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
