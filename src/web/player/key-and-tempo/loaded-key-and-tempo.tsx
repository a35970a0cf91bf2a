import { Suspense } from 'react'
import { lazyOr } from '#web/ui/lazy-or.ts'
import type { BoughtKeyProps, KeyAndTempoProps } from './key-and-tempo.tsx'

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

const BoughtKey = lazyOr<BoughtKeyProps>(
  () => importControls().then((controls) => ({ default: controls.BoughtKey })),
  () => null,
)

/** Beside a changed key; loaded when a key is first changed. */
export function LoadedBoughtKey(props: BoughtKeyProps) {
  return (
    <Suspense fallback={null}>
      <BoughtKey {...props} />
    </Suspense>
  )
}

/** A failure is left to the component, which shows a text instead of the controls. */
export function fetchKeyAndTempo(): void {
  importControls().catch(() => undefined)
}
