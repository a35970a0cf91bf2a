// Texts that users write for others: comments, reviews and answers; and names, of which no two look alike.

import { z } from 'zod'
import { manyLines, mixesAlphabets, oneLine, showsSomething } from '#rules/plain-text.ts'
import { isReservedUsername, plainSigns } from '#rules/username.ts'

/** What is said of a text without anything to read, and how many characters it has at most. */
type Written = { blank: string; longest: number }

export function writtenText(written: Written) {
  return z.string(written.blank).transform(manyLines).pipe(readable(written))
}

/** For what stands within sentences of the site: with a second line, it could pass for one of them. */
export function writtenLine(written: Written) {
  return z.string(written.blank).transform(oneLine).pipe(readable(written))
}

function readable({ blank, longest }: Written) {
  return z
    .string()
    .max(longest, `Please use at most ${longest} characters`)
    .refine(showsSomething, blank)
}

type Name = {
  /** What the messages call it. */
  called: string
  shortest: number
  longest: number
  /** 'Bess & Hollis'. */
  mayJoinNames?: boolean
}

// Some marks and letters are invisible: Default_Ignorable_Code_Point (DI).
const oneName = {
  form: /^(?!.*\p{DI})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._'-]*[\p{L}\p{M}\p{N}.])?$/u,
  message: 'Please use letters, digits, spaces, dots, hyphens, underscores or apostrophes',
}
const joinedNames = {
  form: /^(?!.*\p{DI})[\p{L}\p{N}](?:[\p{L}\p{M}\p{N} ._'&-]*[\p{L}\p{M}\p{N}.])?$/u,
  message: 'Please use letters, digits, spaces, dots, hyphens, underscores, apostrophes or &',
}

export function nameSchema({ called, shortest, longest, mayJoinNames = false }: Name) {
  const { form, message } = mayJoinNames ? joinedNames : oneName
  return z
    .string()
    .transform((name) => oneLine(plainSigns(name.normalize('NFKC'))))
    .pipe(
      z
        .string()
        .min(shortest, `Please choose a ${called} of at least ${shortest} characters`)
        .max(longest, `Please choose a ${called} of at most ${longest} characters`)
        .regex(form, message)
        .refine((name) => !mixesAlphabets(name), `Please write your ${called} in one alphabet`)
        .refine((name) => !isReservedUsername(name), {
          message: `This ${called} is reserved. Please choose another.`,
          // Show only one message per field.
          when: ({ issues }) => issues.length === 0,
        }),
    )
}
