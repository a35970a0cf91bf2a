// Recognises the provider's objects and events by their literal property `object`.
import type ts from 'typescript-5'
import { eventTypesToExtract, objectsWithoutId } from './operations-to-extract.ts'

export function objectTag(
  checker: ts.TypeChecker,
  type: ts.Type,
  node: ts.Node,
): string | undefined {
  const tag = literalProperty(checker, type, node, 'object')
  return tag && (type.getProperty('id') || objectsWithoutId.has(tag)) ? tag : undefined
}

export function isLeftOutEvent(checker: ts.TypeChecker, type: ts.Type, node: ts.Node): boolean {
  const tag = literalProperty(checker, type, node, 'object')
  if (tag !== 'event' && tag !== 'v2.core.event') return false
  return !eventTypesToExtract.has(literalProperty(checker, type, node, 'type') ?? '')
}

export function eventName(
  checker: ts.TypeChecker,
  type: ts.Type,
  node: ts.Node,
  tag: string,
): string {
  const isEvent = tag === 'event' || tag === 'v2.core.event'
  return isEvent ? `event:${literalProperty(checker, type, node, 'type')}` : tag
}

function literalProperty(
  checker: ts.TypeChecker,
  type: ts.Type,
  node: ts.Node,
  name: string,
): string | undefined {
  const property = type.getProperty(name)
  const value = property && checker.getTypeOfSymbolAtLocation(property, node)
  return value?.isStringLiteral() ? value.value : undefined
}
