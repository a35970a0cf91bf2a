/** Settings of every app that a journey opens: on a busy machine its pages are slow, and are not refused. */
export const patient = { REQUEST_TIMEOUT_MS: '60000' }
