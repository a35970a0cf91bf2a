import { homePath } from '#rules/page-paths.ts'
import { contactAddress } from '#rules/product.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Rosette } from '#web/ui/rosette.tsx'

type UnexpectedErrorProps = { message: string; requestId?: string }

/** The page for an unexpected error: a message, the next steps, and the request id for support. */
export function UnexpectedError({ message, requestId }: UnexpectedErrorProps) {
  return (
    <div className="page empty-state">
      <Rosette size={140} />
      <h1>{message}</h1>
      <p>
        It is not your fault. Try again, and if it happens once more write to{' '}
        <a href={`mailto:${contactAddress}`}>{contactAddress}</a>.
      </p>
      {requestId && (
        <p>
          Please mention the request <code data-request-id={requestId}>{requestId}</code>.
        </p>
      )}
      <div className="button-row-sm empty-state-ways">
        <Button onClick={() => location.reload()}>Try Again</Button>
        <ButtonLink href={homePath} variant="ghost">
          Home page
        </ButtonLink>
      </div>
    </div>
  )
}
