import { lazy, type ComponentType } from 'react'

/** Code fetched when it is needed first. Without a connection, or after an update of the site, `plain` stands in for it. */
export function lazyOr<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  plain: ComponentType<Props>,
) {
  return lazy(() => load().catch(() => ({ default: plain })))
}
