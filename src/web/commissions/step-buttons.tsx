// Buttons that open the question before a step of a commission; its code is loaded with the first press.

import { Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { networkError } from '#web/api/network-error.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { Notice } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toasts/toast.ts'
import type { ConfirmDialogProps } from './confirm-dialog.tsx'
import type { WordsDialogProps } from './words-dialog.tsx'

const ConfirmDialog = lazyOr<ConfirmDialogProps>(() => import('./confirm-dialog.tsx'), NotLoaded)
const WordsDialog = lazyOr<WordsDialogProps>(() => import('./words-dialog.tsx'), NotLoaded)

function NotLoaded() {
  return <Notice tone="danger">{networkError.message}</Notice>
}

type OpeningButton = {
  label: ReactNode
  variant?: ComponentProps<typeof Button>['variant']
}

type WordsButtonProps = OpeningButton &
  Omit<WordsDialogProps, 'onClose' | 'onDone'> & {
    /** Said when it is done. */
    done: string
  }

/** Asks for words, sends them, says that it is done, and loads the page again. */
export function WordsButton({ label, variant, done, ...dialog }: WordsButtonProps) {
  const { revalidate } = useRevalidator()
  const { open, close, isOpen } = useOpened()
  return (
    <>
      <Button variant={variant ?? 'primary'} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <WordsDialog
            {...dialog}
            onClose={close}
            onDone={async () => {
              close()
              toast.success(done)
              await revalidate()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Asks, and takes the step itself. */
export function ConfirmButton({
  label,
  variant,
  size,
  ...dialog
}: OpeningButton & { size?: 'sm' } & Omit<ConfirmDialogProps, 'onClose'>) {
  const { open, close, isOpen } = useOpened()
  return (
    <>
      <Button variant={variant ?? 'primary'} size={size ?? 'md'} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ConfirmDialog {...dialog} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

function useOpened() {
  const [isOpen, setIsOpen] = useState(false)
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
