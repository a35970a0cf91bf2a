// Clearing the cart cannot be undone, so a dialog asks for confirmation.

import { Suspense, useRef, useState, type ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { clearWithToast } from './cart-actions.ts'
import { moveFocus } from '#web/ui/focus.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import type FullDialog from '#web/ui/dialog.tsx'

const Dialog = lazyOr(() => import('#web/ui/dialog.tsx'), PlainQuestion)

export function ClearCartButton({ count }: { count: number }) {
  const [confirmation, setConfirmation] = useState<'not yet' | 'open' | 'closed'>('not yet')
  const cancelButton = useRef<HTMLButtonElement>(null)
  const isOpen = confirmation === 'open'
  const close = () => setConfirmation('closed')
  const clear = async () => {
    close()
    await clearWithToast()
    moveFocus(null)
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setConfirmation('open')}>
        Clear cart
      </Button>
      {confirmation !== 'not yet' && (
        <Suspense fallback={null}>
          <Dialog
            open={isOpen}
            onOpenChange={(open) => !open && close()}
            title="Clear the cart?"
            firstFocus={cancelButton}
            footer={
              <>
                <Button ref={cancelButton} variant="ghost" onClick={close}>
                  {count === 1 ? 'Keep it' : 'Keep them'}
                </Button>
                <Button onClick={() => void clear()}>Clear cart</Button>
              </>
            }
          >
            <p>
              {count === 1 ? 'The track leaves the cart.' : `All ${count} tracks leave the cart.`}
            </p>
          </Dialog>
        </Suspense>
      )}
    </>
  )
}

/** The confirmation in the page, used when the dialog's code cannot be loaded. */
function PlainQuestion({ open, title, children, footer }: ComponentProps<typeof FullDialog>) {
  if (!open) return null
  return (
    <section className="mt-3 grid gap-2">
      <h2>{title}</h2>
      {children}
      <div className="flex gap-2">{footer}</div>
    </section>
  )
}
