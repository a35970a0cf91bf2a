// The dialogs about examples: one is open at a time, because their fields have the same names.

import { Suspense, useState } from 'react'
import type { OwnExample } from '#contracts/artists/examples.ts'
import { networkError } from '#web/api/network-error.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { AddExampleDialogProps } from './add-example-dialog.tsx'
import type { EditExampleDialogProps } from './edit-example-dialog.tsx'

const AddExampleDialog = lazyOr<AddExampleDialogProps>(
  () => import('./add-example-dialog.tsx'),
  NotLoaded,
)
const EditExampleDialog = lazyOr<EditExampleDialogProps>(
  () => import('./edit-example-dialog.tsx'),
  NotLoaded,
)

type DialogProps = { onDone: () => Promise<unknown> }

export function AddExample({ onDone }: DialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="add-example">
      <Button onClick={() => setIsOpen(true)}>Add an example</Button>
      <Suspense>
        {isOpen && (
          <AddExampleDialog
            onClose={() => setIsOpen(false)}
            onAdded={async () => {
              await onDone()
              setIsOpen(false)
            }}
          />
        )}
      </Suspense>
    </div>
  )
}

type EditExampleProps = DialogProps & {
  example: OwnExample
  /** What the button is about: 'example 2'. */
  what: string
}

export function EditExample({ example, what, onDone }: EditExampleProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="sm" aria-label={`Edit ${what}`} onClick={() => setIsOpen(true)}>
        Edit
      </Button>
      <Suspense>
        {isOpen && (
          <EditExampleDialog
            example={example}
            onClose={() => setIsOpen(false)}
            onSaved={async () => {
              await onDone()
              setIsOpen(false)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

function NotLoaded() {
  return <Notice tone="danger">{networkError.message}</Notice>
}
