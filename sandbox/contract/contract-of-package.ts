// Extracts the contract (request and response schemas) from the types of the installed stripe package.
//
// So the sandbox always speaks the API version that the product is pinned to, and the project needs
// no copy of the provider's specification.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript-5'
import { readHttpCalls } from './http-calls.ts'
import type { ContractDocument, ContractOperation, JsonSchema } from './json-schema.ts'
import { operationsToExtract } from './operations-to-extract.ts'
import { createSchemaMaker, type SchemaMaker } from './schema-of-type.ts'
import { addStatedLimits } from './stated-limits.ts'

export function contractOfPackage(stripePackage: string): Omit<ContractDocument, 'madeFrom'> {
  const resources = join(stripePackage, 'esm/resources')
  const names = Object.keys(operationsToExtract)
  const options: ts.CompilerOptions = {
    strict: true,
    target: ts.ScriptTarget.ES2022,
    // Without the browser's types, which are long.
    lib: ['lib.es2022.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    skipLibCheck: true,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  // The contract contains nothing of the comments, and a fifth of the time would go into parsing them.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone
  const program = ts.createProgram(
    names.map((name) => join(resources, `${name}.d.ts`)),
    options,
    host,
  )
  const checker = program.getTypeChecker()
  const maker = createSchemaMaker(checker)
  const operations = names.flatMap((resource) => {
    const calls = readHttpCalls(join(resources, `${resource}.js`))
    const declarations = declaredMethods(program, join(resources, `${resource}.d.ts`))
    return (operationsToExtract[resource] ?? []).map((method) => {
      const call = calls.get(method)
      const declaration = declarations.get(method)
      if (!call || !declaration) throw new Error(`stripe has no ${resource}.${method} any more.`)
      return {
        name: `${resource}.${method}`,
        ...call,
        request: requestSchema(checker, maker, declaration),
        response: responseSchema(checker, maker, declaration, call.path),
      } satisfies ContractOperation
    })
  })
  addPageParameter(operations)
  addStatedLimits(operations)
  return { apiVersion: readApiVersion(stripePackage), operations, schemas: maker.schemas }
}

/** Methods of the resource class; of overloads the last one, which is the one with parameters. */
function declaredMethods(program: ts.Program, file: string): Map<string, ts.MethodDeclaration> {
  const methods = new Map<string, ts.MethodDeclaration>()
  for (const statement of program.getSourceFile(file)?.statements ?? []) {
    if (!ts.isClassDeclaration(statement) || !statement.name?.text.endsWith('Resource')) continue
    for (const member of statement.members) {
      if (ts.isMethodDeclaration(member)) methods.set(member.name.getText(), member)
    }
  }
  return methods
}

function requestSchema(
  checker: ts.TypeChecker,
  maker: SchemaMaker,
  method: ts.MethodDeclaration,
): JsonSchema {
  const params = method.parameters.find((parameter) => parameter.name.getText() === 'params')
  if (!params) return { type: 'object', additionalProperties: false }
  const type = checker.getNonNullableType(checker.getTypeAtLocation(params))
  return maker.schemaOf(type, method, 'request')
}

// Promise<Response<Transfer>>, ApiListPromise<Transfer> or V2ListPromise<Event>
function responseSchema(
  checker: ts.TypeChecker,
  maker: SchemaMaker,
  method: ts.MethodDeclaration,
  path: string,
): JsonSchema {
  const promise = method.type
  if (!promise || !ts.isTypeReferenceNode(promise)) throw new Error('A method without a promise.')
  const isList = promise.typeName.getText().endsWith('ListPromise')
  const resolved = firstTypeArgument(promise)
  const node = isList ? resolved : firstTypeArgument(resolved)
  const item = maker.schemaOf(checker.getTypeFromTypeNode(node), method, 'response')
  if (!isList) return item
  return path.startsWith('/v2/') ? v2ListSchema(item) : v1ListSchema(item)
}

function firstTypeArgument(node: ts.TypeNode): ts.TypeNode {
  const [first] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : []
  return first ?? node
}

function v1ListSchema(item: JsonSchema): JsonSchema {
  return {
    type: 'object',
    required: ['object', 'data', 'has_more', 'url'],
    properties: {
      object: { const: 'list' },
      data: { type: 'array', items: item },
      has_more: { type: 'boolean' },
      url: { type: 'string' },
    },
  }
}

function v2ListSchema(item: JsonSchema): JsonSchema {
  const pageUrl = { anyOf: [{ type: 'string' }, { type: 'null' }] }
  return {
    type: 'object',
    required: ['data', 'next_page_url', 'previous_page_url'],
    properties: {
      data: { type: 'array', items: item },
      next_page_url: pageUrl,
      previous_page_url: pageUrl,
    },
  }
}

// The second API names the next page in `next_page_url`, with a parameter the types do not show.
function addPageParameter(operations: ContractOperation[]): void {
  for (const { path, request, response } of operations) {
    if (path.startsWith('/v2/') && response.required?.includes('next_page_url')) {
      request.properties = { ...request.properties, page: { type: 'string' } }
    }
  }
}

function readApiVersion(stripePackage: string): string {
  const text = readFileSync(join(stripePackage, 'esm/apiVersion.js'), 'utf8')
  const version = /ApiVersion = '([^']+)'/.exec(text)?.[1]
  if (!version) throw new Error('The stripe package does not state its API version.')
  return version
}
