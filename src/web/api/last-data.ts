// What a page's loader returned last, for a page that is open for long: a revalidation that does not reach the server
// changes nothing, because a form may be partly filled, or a file on its way.

import { isNetworkError } from './network-error.ts'

export function createLastData<Data>() {
  let last: { address: string; data: Data } | null = null
  return {
    /** @param address of what is loaded: what was loaded of another one is never shown */
    async load(address: string, serverLoader: () => Promise<Data>): Promise<Data> {
      try {
        const data = await serverLoader()
        last = { address, data }
        return data
      } catch (error) {
        if (last?.address === address && isNetworkError(error)) return last.data
        throw error
      }
    },
  }
}
