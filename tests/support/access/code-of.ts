import type { TestApp } from '../test-app.ts'

/** The code of a refusal; 'done' without one. */
export async function codeOf(pending: ReturnType<TestApp['call']>): Promise<string> {
  const response = await pending
  if (response.statusCode < 400) return 'done'
  const { code } = response.json<{ code: string }>()
  return code
}
