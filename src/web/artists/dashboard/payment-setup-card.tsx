// Shows whether an artist can be paid, and the steps that are still missing.

import { CircleCheck } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { settingsPath } from '#rules/page-paths.ts'
import { artistPayoutsPath } from '#rules/payments/payout-paths.ts'
import type { PaymentSetup } from '#contracts/payments.ts'
import type { Result, Refused } from '#web/api/result.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageLink } from '#web/ui/page-link.tsx'
import { Panel } from '#web/ui/panel.tsx'

type PaymentSetupCardProps = { setup: Result<PaymentSetup>; refused: Refused | null }

export function PaymentSetupCard({ setup, refused }: PaymentSetupCardProps) {
  return (
    <Panel aria-labelledby="setup-heading" className="panel-stack">
      <h2 id="setup-heading">Payments</h2>
      {!setup.ok && <Notice tone="danger">{setup.message}</Notice>}
      {setup.ok && setup.value.state === 'ready' && (
        <p className="payment-ready">
          <CircleCheck size={22} aria-hidden="true" />
          <span>
            <strong>You can be paid.</strong> Your share is sent to your account after each sale,
            and from there to your bank:{' '}
            <PageLink href={artistPayoutsPath()}>bank payouts</PageLink>
          </span>
        </p>
      )}
      {setup.ok && setup.value.isBankUnusable && (
        <Notice tone="danger">
          Your bank did not take a payout.{' '}
          <PageLink href={artistPayoutsPath()}>See what to do</PageLink>
        </Notice>
      )}
      {setup.ok && setup.value.state !== 'ready' && (
        <SetupToDo setup={setup.value} refused={refused} />
      )}
    </Panel>
  )
}

function SetupToDo({ setup, refused }: { setup: PaymentSetup; refused: Refused | null }) {
  const { state, formData } = useNavigation()
  const isOpening = state !== 'idle' && formData?.get('step') === 'set-up-payments'
  return (
    <>
      {setup.state === 'not_started' ? (
        <p>
          Before you can upload, tell our card provider who you are and where your money goes. It
          takes about five minutes.
        </p>
      ) : (
        <div>
          <p>Nearly there. The card provider still needs:</p>
          <ul className="payment-todo">
            {setup.todo.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </div>
      )}
      {refused && (
        <Notice tone="danger">
          {refused.message}
          {refused.code === 'email_unverified' && (
            <>
              {' '}
              <PageLink href={settingsPath}>Send it again in your settings</PageLink>
            </>
          )}
        </Notice>
      )}
      <Form method="post">
        <Button
          type="submit"
          name="step"
          value="set-up-payments"
          isLoading={isOpening}
          loadingText="Opening…"
        >
          Set up payments
        </Button>
      </Form>
    </>
  )
}
