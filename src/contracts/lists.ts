// The input and the output of every list by pages.

import { z } from 'zod'

/** Documented as `schema`, read by the rules of the page's URL. */
export const readBy = <Schema extends z.ZodType>(
  read: (value: unknown) => z.input<Schema>,
  schema: Schema,
) => z.preprocess((value: z.input<Schema>) => read(value), schema)

/** The page that is asked for, read by the rules of the page's URL. */
export const pageField = (read: (value: unknown) => number, lastPage: number) =>
  readBy(read, z.int().min(1).max(lastPage).default(1))

/** How many rows a page has; an invalid number is read as the usual one. */
export const limitField = (usual: number) =>
  z.coerce.number().int().min(1).max(50).catch(usual).default(usual)

/** A page of a list: the fields of the list, and which page it is. After the last one, it is the last one. */
export const pageOf = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...fields, totalPages: z.int(), currentPage: z.int() })
