// The sentences for an artist whose account at the card provider cannot receive money yet.

export const setupIsChecked = 'The card provider is checking your details'
export const setupIsUnfinished = 'Finish the set-up with the card provider'

/** @param todo what is missing, as the dashboard lists it */
export function unreadyAccountSentence(todo: readonly string[]): string {
  const missing = todo.filter((one) => one !== setupIsChecked && one !== setupIsUnfinished)
  if (missing.length > 0) return `Your payment account needs ${missing.map(lowerCase).join(', ')}.`
  return todo.includes(setupIsChecked)
    ? `${setupIsChecked}.`
    : 'The set-up of your payment account is not finished.'
}

function lowerCase(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
