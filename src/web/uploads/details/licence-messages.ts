// The sentences about a licence document that the server has given no reason for.

export const licenceMessages = {
  failed: 'Failed to upload license document',
  /** There was no response. */
  notSent: 'License document upload failed',
} as const
