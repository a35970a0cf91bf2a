/** Refusal codes, each with its HTTP status and its message for the user. */
export type RefusalTable = Record<string, { status: number; message: string }>
