// Emptying the cart cannot be undone, so it asks first.

import { Suspense, useRef, useState, type ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { clearWithToast } from './cart-changes.ts'
import { keepFocus } from '#web/browser/keep-focus.ts'
import { lazyOr } from '#web/browser/lazy-or.ts'
import type FullDialog from '#web/ui/dialog.tsx'

const Dialog = lazyOr(() => import('#web/ui/dialog.tsx'), PlainQuestion)

export function ClearCartButton({ count }: { count: number }) {
  const [asking, setAsking] = useState<'not yet' | 'open' | 'closed'>('not yet')
  const keep = useRef<HTMLButtonElement>(null)
  const isOpen = asking === 'open'
  const close = () => setAsking('closed')
  const clear = async () => {
    close()
    await clearWithToast()
    keepFocus(null)
  }
  return (
    <>
      <Button variant="ghost" size="sm" onClick={() => setAsking('open')}>
        Clear cart
      </Button>
      {asking !== 'not yet' && (
        <Suspense fallback={null}>
          <Dialog
            open={isOpen}
            onOpenChange={(open) => !open && close()}
            title="Clear the cart?"
            firstFocus={keep}
            footer={
              <>
                <Button ref={keep} variant="ghost" onClick={close}>
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

/** In place, without the code of a dialog. */
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
