import { lazy, type ComponentType } from 'react'

/** Loads a component when it is first rendered. If that fails, offline or after an update of the site, renders `plain`. */
export function lazyOr<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  plain: ComponentType<Props>,
) {
  return lazy(() => load().catch(() => ({ default: plain })))
}
