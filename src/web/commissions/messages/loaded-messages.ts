import type { MessagePage } from '#contracts/commissions/messages.ts'

/** What the page has loaded of the messages. */
export type LoadedMessages = {
  /** Null where the reader may not read them, or they could not be loaded. */
  page: MessagePage | null
  /** Those before a message that the address names, as without a script. */
  isEarlier: boolean
  /** The key of the plain forms of this page. */
  requestKey: string
}
