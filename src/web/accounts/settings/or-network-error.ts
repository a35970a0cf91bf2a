// For the actions of the settings' pages in the browser, when the server is not reached.

import { isNetworkError } from '#web/api/network-error.ts'
import { notReached } from '#web/forms/or-network-error.ts'

/** The error is shown at the form that was sent, and the typed text stays in the fields. */
export async function orSettingsNetworkError<Result>(
  request: Request,
  serverAction: () => Promise<Result>,
) {
  // Not by forms/form-text.ts: pages of artists import it, and would load all forms' code with it.
  const name = (await request.clone().formData()).get('form')
  try {
    return await serverAction()
  } catch (error) {
    if (isNetworkError(error)) return notReached({ form: typeof name === 'string' ? name : '' })
    throw error
  }
}
