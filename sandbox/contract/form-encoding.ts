// Reads the provider's form encoding: `line_items[0][price_data][unit_amount]=130`.
import type { JsonSchema } from './json-schema.ts'

export type FormValue = string | FormValue[] | { [name: string]: FormValue }

const deepestNesting = 12

/** Builds nested objects and arrays from bracketed names; every leaf is still a string. */
export function decodeForm(text: string): { [name: string]: FormValue } {
  const root: FormTree = new Map()
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.match(/[^[\]]+|\[\]/g) ?? [name]
    if (steps.length <= deepestNesting) insertAt(root, steps, value)
  }
  return branchToObject(root)
}

// Maps, not objects: the client chooses the names, and `__proto__` must be treated like any other.
type FormTree = Map<string, string | FormTree>

function insertAt(root: FormTree, steps: string[], value: string): void {
  let branch = root
  for (const step of steps.slice(0, -1)) {
    const below = branch.get(step)
    const next: FormTree = below instanceof Map ? below : new Map()
    branch.set(step, next)
    branch = next
  }
  const last = steps.at(-1) ?? ''
  branch.set(last === '[]' ? String(branch.size) : last, value)
}

function branchToObject(branch: FormTree): { [name: string]: FormValue } {
  return Object.fromEntries([...branch].map(([name, below]) => [name, branchToValue(below)]))
}

function branchToValue(branch: string | FormTree): FormValue {
  if (typeof branch === 'string') return branch
  const isArray = [...branch.keys()].every((name, position) => name === String(position))
  return isArray ? [...branch.values()].map(branchToValue) : branchToObject(branch)
}

/** Converts strings to the types of the schema; what does not fit stays as it is, for the validator to refuse. */
export function coerceForm(value: FormValue, schema: JsonSchema | undefined): unknown {
  if (!schema) return value
  if (schema.anyOf) return coerceToOneOf(value, schema.anyOf)
  if (typeof value === 'string') return coerceText(value, schema.type)
  if (Array.isArray(value)) return value.map((item) => coerceForm(item, schema.items))
  const others = schema.additionalProperties
  return Object.fromEntries(
    Object.entries(value).map(([name, below]) => {
      const known = schema.properties && Object.hasOwn(schema.properties, name)
      const inner = known ? schema.properties?.[name] : typeof others === 'object' ? others : {}
      return [name, coerceForm(below, inner)]
    }),
  )
}

function coerceToOneOf(value: FormValue, choices: JsonSchema[]): unknown {
  if (typeof value !== 'string') {
    const fitting = choices.find((choice) =>
      Array.isArray(value) ? choice.type === 'array' : choice.type === 'object',
    )
    return coerceForm(value, fitting)
  }
  for (const choice of choices) {
    const coerced = coerceText(value, choice.type)
    if (coerced !== value) return coerced
  }
  return value
}

function coerceText(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'null' && text === '') return null
  return text
}
