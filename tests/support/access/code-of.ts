import type { TestApp } from '../test-app.ts'

export type Answer = Awaited<ReturnType<TestApp['call']>>

/** The code of a refusal; 'done' without one. */
export function codeOf(answer: Answer): string {
  if (answer.statusCode < 400) return 'done'
  return answer.json<{ code: string }>().code
}
