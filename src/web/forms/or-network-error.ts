// For actions in the browser, when the server is not reached.

import { data } from 'react-router'
import { isNetworkError, networkError } from '#web/api/network-error.ts'

/** For a page's form in the browser: if the server is not reached, the typed text stays in the fields. */
export async function orNetworkError<ActionData>(serverAction: () => Promise<ActionData>) {
  try {
    return await serverAction()
  } catch (error) {
    if (isNetworkError(error)) return notReached({ typed: undefined })
    throw error
  }
}

/** What an action in the browser returns then, with what else its page reads of it. */
export function notReached<Result extends object>(result: Result) {
  // With the status of a response that would say it, the page's data is not fetched again, which would fail as well.
  return data({ ...result, refused: networkError }, { status: 503 })
}
