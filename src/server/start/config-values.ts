// How the values of variables are read.

import { z } from 'zod'

const blankIsUnset = (value: unknown) => (value === '' ? undefined : value)

export const optional = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(blankIsUnset, value.optional())

export const integer = (min: number, max: number) => {
  const problem = `must be a whole number from ${min} to ${max}`
  return z.coerce
    .number(problem)
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, problem)
}
