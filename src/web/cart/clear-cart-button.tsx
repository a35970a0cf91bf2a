// Emptying the cart cannot be undone, so it asks first.

import { lazy, Suspense, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { clearWithToast } from './cart-changes.ts'
import { keepFocus } from '#web/browser/keep-focus.ts'

const Dialog = lazy(() => import('#web/ui/dialog.tsx'))

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
