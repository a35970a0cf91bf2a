// Generates inputs for an endpoint from its contract: valid ones, and ones with a single mutation.

import fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#contracts/endpoint.ts'

/** Ids that exist in the test app: they reach more code than random ones. */
export type Known = { ids: string[]; sessionIds: string[]; emails: string[] }

type Schema = {
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export function inputsFor(endpoint: Endpoint, known: Known): fc.Arbitrary<unknown> {
  const valid = validInputsFor(endpoint, known)
  return fc.oneof(valid, mutated(valid))
}

export function validInputsFor(endpoint: Endpoint, known: Known): fc.Arbitrary<unknown> {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Schema
  return valueOf(schema, known)
}

function valueOf(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const either = schema.anyOf ?? schema.oneOf
  if (either) return fc.oneof(...either.map((one) => valueOf(one, known)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known)
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, known), { maxLength: schema.maxItems ?? 5 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1000, 2 ** 31),
      })
    case 'number':
      return fc.double({ noNaN: true, min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 })
    case 'string':
      return textOf(schema, known)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known) {
  return fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valueOf(schema, known)]),
    ),
    { requiredKeys: required.filter((name) => name in properties) },
  )
}

function textOf({ format, pattern, minLength = 0, maxLength = 300 }: Schema, known: Known) {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...known.ids), fc.uuid())
  if (format === 'email') return fc.oneof(fc.constantFrom(...known.emails), fc.emailAddress())
  if (pattern?.startsWith('^cs_')) return fc.constantFrom(...known.sessionIds)
  const typed = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, maxLength),
  })
  return fc.oneof(
    typed,
    fc.constantFrom('Mia Sings', 'sing over something', '4.99', ...known.ids),
    fc.array(fc.constantFrom(...known.ids), { maxLength: 3 }).map((ids) => ids.join(',')),
  )
}

function mutated(valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(valid, fc.nat(), hostileValue, fc.constantFrom('replace', 'remove', 'add', 'whole'))
    .map(([value, at, wrong, how]) => {
      if (how === 'whole' || typeof value !== 'object' || value === null) return wrong
      const fields = Object.entries(value)
      const [name] = fields[at % Math.max(fields.length, 1)] ?? ['extra']
      if (how === 'remove') return Object.fromEntries(fields.filter(([field]) => field !== name))
      const key = how === 'add' ? (extraNames[at % extraNames.length] ?? 'extra') : name
      // Not by assignment, which would set the prototype instead of a field.
      return Object.fromEntries([...fields, [key, wrong]])
    })
}

const extraNames = [
  '__proto__',
  'constructor',
  'prototype',
  'role',
  'id',
  'then',
  'toString',
  '$where',
  '',
]

const hostileValue = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    -0.5,
    2 ** 53,
    '',
    ' ',
    '\0',
    'a\0b',
    '\uD83D',
    '😀'.repeat(128),
    'x'.repeat(5000),
    "' or 1=1 --",
    "'; drop table users; --",
    '%',
    '%00',
    '\\',
    '${7*7}',
    '{{7*7}}',
    '../../../etc/passwd',
    '..\\..\\secrets.json',
    'NaN',
    'Infinity',
    '1e999',
    '-0',
    '٣',
    '\u202E',
    'a & b | !c:* <-> d',
    '((((((((((',
    'cs_test_',
    'http://127.0.0.1:1/',
    'javascript:alert(1)',
    [],
    {},
    [[]],
    [null],
    ['a', 'b'],
    { $ne: null },
    { length: 1e9 },
    { toString: null },
    JSON.parse('{"__proto__":{"role":"admin"}}'),
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }),
)
