// Text of several lines that users write for others: comments, reviews, answers.

import { z } from 'zod'
import { manyLines, showsSomething } from '#rules/plain-text.ts'

/** @param blank what is said of a text without anything to read; `longest` in characters */
export function writtenText({ blank, longest }: { blank: string; longest: number }) {
  return z
    .string(blank)
    .transform(manyLines)
    .pipe(
      z
        .string()
        .max(longest, `Please use at most ${longest} characters`)
        .refine(showsSomething, blank),
    )
}
