// Validates a request's input against its contract. A failure of any other schema is an unexpected error.

import type { z } from 'zod'

export class InvalidInput extends Error {
  readonly issues: { path: PropertyKey[]; message: string }[]

  constructor(problem: z.ZodError) {
    super('What was sent does not fit the contract.', { cause: problem })
    this.issues = problem.issues.map(({ path, message }) => ({ path, message }))
  }
}

/** @throws InvalidInput */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input)
  if (!result.success) throw new InvalidInput(result.error)
  return result.data
}
