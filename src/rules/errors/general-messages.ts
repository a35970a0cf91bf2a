// The messages of errors that are no refusals.

/** Shown to the user after an unexpected error. */
export const unexpectedErrorMessage = 'An error occurred.'

/** Shown above a form whose invalid fields have their own messages. */
export const invalidInputMessage = 'Please check the highlighted fields.'

/** Instead of a page, too. Here and not beside its refusal, so that no page's script has the other messages. */
export const bannedMessage = 'You are banned from accessing this content!'
