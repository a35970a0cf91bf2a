// Turns the stripe package's TypeScript types into JSON Schemas.
import ts from 'typescript-5'
import { schemaReference, type JsonSchema } from './json-schema.ts'
import { eventName, isLeftOutEvent, objectTag } from './object-tag.ts'
import {
  objectsExtractedWhole,
  propertiesForCards,
  propertiesLeftOpen,
} from './operations-to-extract.ts'

/** Requests are closed (an unknown parameter is an error); responses stay open, as fields get added. */
type Direction = 'request' | 'response'

// The types are recursive (charge → refund → charge …); no property the product uses is nested deeper.
const deepestLevel = 8
const maxMetadata = { keys: 50, keyLength: 40, valueLength: 500 }

export interface SchemaMaker {
  schemaOf: (type: ts.Type, node: ts.Node, direction: Direction) => JsonSchema
  schemas: Record<string, JsonSchema>
}

interface MakerState {
  checker: ts.TypeChecker
  /** Schemas of whole objects and events, by name. */
  schemas: Record<string, JsonSchema>
  /** Names whose schema is begun: a type that contains itself refers to it. */
  begun: Set<string>
}

export function createSchemaMaker(checker: ts.TypeChecker): SchemaMaker {
  const maker: MakerState = { checker, schemas: {}, begun: new Set() }
  return {
    schemas: maker.schemas,
    schemaOf: (type, node, direction) =>
      schemaAt(maker, { type, node, direction, name: '', level: direction === 'request' ? 0 : 1 }),
  }
}

interface Place {
  type: ts.Type
  /** The place in the declaration files, which the type checker needs to resolve the type. */
  node: ts.Node
  direction: Direction
  /** The property's name, '' at the root. */
  name: string
  level: number
}

function schemaAt(maker: MakerState, place: Place): JsonSchema {
  if (place.level > 0 && propertiesLeftOpen.has(place.name)) return {}
  return (
    scalarSchema(place.type, place.direction) ??
    (place.type.isUnion() ? unionSchema(maker, place, place.type) : undefined) ??
    decimalSchema(maker.checker, place.type) ??
    (isOpenString(place.type) ? { type: 'string' } : undefined) ??
    arraySchema(maker, place) ??
    taggedSchema(maker, place) ??
    objectSchema(maker, place)
  )
}

function unionSchema(maker: MakerState, place: Place, union: ts.UnionType): JsonSchema {
  const parts = union.types.filter((part) => !(part.flags & ts.TypeFlags.Undefined))
  const open = parts.some(isOpenString)
  const texts = parts.filter((part) => part.isStringLiteral()).map((part) => part.value)
  const hasBothBooleans =
    parts.filter((part) => part.flags & ts.TypeFlags.BooleanLiteral).length === 2
  const choices: JsonSchema[] = []
  if (texts.length > 0) {
    const anyText = open && place.direction === 'response'
    choices.push(anyText ? { type: 'string' } : { type: 'string', enum: texts.toSorted() })
  }
  if (hasBothBooleans) choices.push({ type: 'boolean' })
  for (const part of parts) {
    if (part.isStringLiteral() || isOpenString(part)) continue
    if (isLeftOutEvent(maker.checker, part, place.node)) continue
    if (hasBothBooleans && part.flags & ts.TypeFlags.BooleanLiteral) continue
    choices.push(schemaAt(maker, { ...place, type: part }))
  }
  const distinct = [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()]
  const [first] = distinct
  return distinct.length === 1 && first ? first : { anyOf: distinct }
}

function arraySchema(maker: MakerState, place: Place): JsonSchema | undefined {
  if (!maker.checker.isArrayType(place.type)) return undefined
  const [item] = maker.checker.getTypeArguments(toReference(place.type))
  if (!item) return { type: 'array' }
  return { type: 'array', items: schemaAt(maker, { ...place, type: item, level: place.level + 1 }) }
}

function taggedSchema(maker: MakerState, place: Place): JsonSchema | undefined {
  const tag = objectTag(maker.checker, place.type, place.node)
  if (!tag || place.level === 0) return undefined
  if (!objectsExtractedWhole.has(tag)) {
    const properties = { id: { type: 'string' }, object: { const: tag } }
    return { type: 'object', required: ['id', 'object'], properties }
  }
  const name = eventName(maker.checker, place.type, place.node, tag)
  if (!maker.begun.has(name)) {
    maker.begun.add(name)
    const root: Place = { ...place, name: '', level: 0, direction: 'response' }
    maker.schemas[name] = objectSchema(maker, root)
  }
  return schemaReference(name)
}

function objectSchema(maker: MakerState, place: Place): JsonSchema {
  const index = place.type.getStringIndexType()
  if (index && place.type.getProperties().length === 0) return mapSchema(maker, place, index)
  if (place.level >= deepestLevel) return { type: 'object' }
  const selected = propertiesForCards[place.name]
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  for (const property of place.type.getProperties()) {
    if (selected && !selected.has(property.name)) continue
    const type = maker.checker.getTypeOfSymbolAtLocation(property, place.node)
    if (type.getCallSignatures().length > 0) continue
    const level = place.level + 1
    properties[property.name] = schemaAt(maker, { ...place, type, name: property.name, level })
    if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name)
  }
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required: required.toSorted() } : {}),
    ...(place.direction === 'request' && !selected ? { additionalProperties: false } : {}),
  }
}

function mapSchema(maker: MakerState, place: Place, value: ts.Type): JsonSchema {
  if (place.direction === 'response' || !isText(value)) {
    const values = schemaAt(maker, { ...place, type: value, level: place.level + 1 })
    return { type: 'object', additionalProperties: values }
  }
  const text = { type: 'string', maxLength: maxMetadata.valueLength }
  return {
    type: 'object',
    maxProperties: maxMetadata.keys,
    propertyNames: { maxLength: maxMetadata.keyLength, pattern: '^[^\\[\\]]+$' },
    additionalProperties: { anyOf: [text, { type: 'null' }] },
  }
}

/** Only metadata has texts as its values. */
function isText(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some((part) => part.flags & ts.TypeFlags.String)
}

function scalarSchema(type: ts.Type, direction: Direction): JsonSchema | undefined {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {}
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value }
  if (type.flags & ts.TypeFlags.BooleanLiteral) return { type: 'boolean' }
  if (type.flags & ts.TypeFlags.Boolean) return { type: 'boolean' }
  if (type.flags & ts.TypeFlags.String) return { type: 'string' }
  if (type.flags & ts.TypeFlags.Number)
    return { type: direction === 'request' ? 'integer' : 'number' }
  return type.flags & ts.TypeFlags.Null ? { type: 'null' } : undefined
}

// Decimals are strings on the wire.
function decimalSchema(checker: ts.TypeChecker, type: ts.Type): JsonSchema | undefined {
  if (!checker.typeToString(type).includes('Decimal')) return undefined
  return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }
}

// The package marks an enum that may grow with `OtherString` (string & {…}).
function isOpenString(type: ts.Type): boolean {
  if (type.aliasSymbol?.name === 'OtherString') return true
  return type.isIntersection() && type.types.some((part) => part.flags & ts.TypeFlags.String)
}

function toReference(type: ts.Type): ts.TypeReference {
  if (!isReference(type)) throw new Error('An array type without type arguments.')
  return type
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return 'target' in type
}
