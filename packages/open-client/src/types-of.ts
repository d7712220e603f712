/*
 * The types of all calls, from the OpenAPI document that the server publishes. Only the forms of schema that this
 * document uses are read; another one is an error, so that no field is silently unknown.
 */

interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly (string | number)[]
}
interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly parameters: readonly {
    readonly name: string
    readonly required: boolean
    readonly schema: Schema
    readonly description?: string
  }[]
  readonly requestBody?: Body
  readonly responses: { readonly 200: Body }
}
export interface OpenDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The text of `calls.gen.ts`. */
export function typesOf({ paths }: OpenDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const types = calls.map(({ operation }) => {
    const { operationId, summary, responses } = operation
    const output = responses[200].content['application/json'].schema.oneOf![0]!.properties!.data!
    return `  /** ${summary} */\n  ${operationId}: {\n    input: ${typeOf(inputOf(operation), 2)}\n    output: ${typeOf(output, 2)}\n  }\n`
  })
  const routes = calls.map(({ path, method, operation }) => `  ${operation.operationId}: ['${method}', '${path}'],\n`)
  return `/* Generated from the OpenAPI document by \`npm run generate -w packages/open-client\`. */

export interface Calls {
${types.join('')}}

export const routes = {
${routes.join('')}} as const satisfies Record<keyof Calls, readonly [method: string, path: string]>
`
}

/** Parameters and body as one record, since no call has two fields of one name. */
function inputOf({ parameters, requestBody }: Operation): Schema {
  const body = requestBody?.content['application/json'].schema
  const named = parameters.map(({ name, schema, description }) => [name, { ...schema, description }] as const)
  return {
    type: 'object',
    properties: { ...Object.fromEntries(named), ...body?.properties },
    required: [...parameters.filter(({ required }) => required).map(({ name }) => name), ...(body?.required ?? [])],
  }
}

function typeOf(schema: Schema, depth: number): string {
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, depth)).join(' | ')
  const { type } = schema
  if (typeof type === 'object') return type.map((one) => typeOf({ ...schema, type: one }, depth)).join(' | ')
  if (type === 'object') return recordOf(schema, depth)
  if (type === 'array') return `readonly (${typeOf(schema.items!, depth)})[]`
  // Codes of numbers may grow, and are explained by the text beside them.
  if (type === 'string') return schema.enum ? schema.enum.map((one) => `'${one}'`).join(' | ') : 'string'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'boolean' || type === 'null') return type
  throw new Error(`no type for ${JSON.stringify(schema).slice(0, 200)}`)
}

function recordOf({ properties = {}, required = [] }: Schema, depth: number): string {
  const pad = '  '.repeat(depth + 1)
  const fields = Object.entries(properties).map(([name, schema]) => {
    const about = schema.description === undefined ? '' : `${pad}/** ${schema.description} */\n`
    return `${about}${pad}readonly ${name}${required.includes(name) ? '' : '?'}: ${typeOf(schema, depth + 1)}\n`
  })
  return fields.length === 0 ? 'Record<never, never>' : `{\n${fields.join('')}${'  '.repeat(depth)}}`
}
