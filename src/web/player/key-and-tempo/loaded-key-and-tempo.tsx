import { Suspense } from 'react'
import { lazyOr } from '#web/ui/lazy-or.ts'
import type { KeyAndTempoProps } from './key-and-tempo.tsx'

const importControls = () => import('./key-and-tempo.tsx')

const KeyAndTempo = lazyOr<KeyAndTempoProps>(
  () => importControls().then((controls) => ({ default: controls.KeyAndTempo })),
  () => 'The controls could not be loaded. Reload the page to try again.',
)

/** The controls, loaded when they are first shown. */
export function LoadedKeyAndTempo(props: KeyAndTempoProps) {
  return (
    <Suspense fallback={null}>
      <KeyAndTempo {...props} />
    </Suspense>
  )
}

/** A failure is left to the component, which shows a text instead of the controls. */
export function fetchKeyAndTempo(): void {
  importControls().catch(() => undefined)
}
