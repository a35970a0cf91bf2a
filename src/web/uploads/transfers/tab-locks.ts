// Which tab of this browser sends an upload. Where the browser has no such locks, each tab assumes that it is the only one.

const nameOf = (uploadId: string) => `undersong.transfer.${uploadId}`

/** Until the returned function is called, or the tab is closed. */
export function holdInThisTab(uploadId: string): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  void locks()?.request(nameOf(uploadId), { ifAvailable: true }, () => released)
  return release
}

export async function isHeldInATab(uploadId: string): Promise<boolean> {
  const { held = [] } = (await locks()?.query()) ?? {}
  return held.some(({ name }) => name === nameOf(uploadId))
}

function locks(): LockManager | undefined {
  // Missing in older browsers, and without TLS.
  return 'locks' in navigator ? navigator.locks : undefined
}
