/** Why the app cannot start, in one sentence for the operator. */
export class StartProblem extends Error {}

export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(codeOf(error))
}

/** The system's error code, e.g. EACCES. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
