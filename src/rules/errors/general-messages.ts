// The messages of errors that are no refusals.

/** Shown to the user after an unexpected error. */
export const unexpectedErrorMessage = 'An error occurred.'

/** Shown above a form whose invalid fields have their own messages. */
export const invalidInputMessage = 'Please check the highlighted fields.'
