// A button of an admin's list that asks for its words, sends the action and loads the list again.

import { Suspense, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { toast } from '#web/ui/toasts/toast.ts'
import { DialogNotLoaded } from './dialog-not-loaded.tsx'
import type { ReasonDialogProps } from './reason-dialog.tsx'

const ReasonDialog = lazyOr<ReasonDialogProps>(() => import('./reason-dialog.tsx'), DialogNotLoaded)

type ActionButtonProps = Pick<
  ReasonDialogProps,
  | 'submitting'
  | 'contract'
  | 'route'
  | 'constants'
  | 'told'
  | 'renderFields'
  | 'isDangerous'
  | 'children'
> & {
  label: string
  /** What it is done to, for a screen reader. */
  about: string
  title: string
  /** Said when it is done. */
  done: string
  /** Says it, instead of a toast and of loading the page again. */
  onDone?: (sentence: string) => void
}

export function ActionButton(props: ActionButtonProps) {
  const { label, about, done, onDone, ...dialog } = props
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant={dialog.isDangerous ? 'danger' : 'ghost'}
        size="sm"
        aria-label={`${label}: ${about}`}
        onClick={() => setIsOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReasonDialog
            {...dialog}
            submit={label}
            onClose={() => setIsOpen(false)}
            onDone={async () => {
              setIsOpen(false)
              if (onDone) return onDone(done)
              toast.success(done)
              await revalidate()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
