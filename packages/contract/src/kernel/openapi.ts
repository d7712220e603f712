import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { z } from 'zod'
import { type Call, writesForMerchant } from './call.ts'

type Rooms = Readonly<Record<string, Readonly<Record<string, Call>>>>
type Json = Record<string, unknown>

/** What every call may answer besides its own refusals: the negative codes. */
const baseRefusals = (Object.keys(refusals) as RefusalKey[]).filter((key) => refusals[key].code < 0)

/** The API described from the contract, OpenAPI 3.1. Served as `/openapi.json`; nothing is written by hand. */
export function openApiDocument(contract: Rooms): Json {
  const paths: Record<string, Json> = {}
  for (const [room, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(room, name, call) }
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: '车驿',
      version: '1',
      description:
        'Every answer is an envelope {success, data, errorCode, message}, HTTP 200 for a business outcome, good or bad. ' +
        'Input is merged from query, JSON and form. A reading POST also answers GET. Ids are decimal strings, money is ' +
        'integer fen, instants are epoch milliseconds (input also YYYY-MM-DD HH:mm, Asia/Shanghai).',
    },
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['success', 'data', 'errorCode', 'message'],
          properties: {
            success: { const: false },
            data: { type: ['object', 'null'], description: 'Facts of the refusal; field names the wrong field' },
            errorCode: { type: 'integer' },
            message: { type: 'string', description: 'Chinese, complete, for the user' },
          },
        },
      },
    },
  }
}

function operation(room: string, name: string, call: Call): Json {
  const suspended: RefusalKey[] = writesForMerchant(call) ? ['merchantSuspended'] : []
  const reviewing: RefusalKey[] = call.inBusiness ? ['merchantReviewing'] : []
  const keys = new Set([...baseRefusals, ...suspended, ...reviewing, ...(call.refusals ?? [])])
  const errors = [...keys].map((key) => ({ key, ...refusals[key] }))
  const input = inputSchema(call)
  return {
    operationId: `${room}.${name}`,
    tags: [room],
    summary: call.summary,
    security: call.permission === 'public' ? [] : [{ token: [] }],
    'x-permission': call.permission,
    'x-effect': call.effect,
    'x-repeat': call.repeat,
    'x-in-business': call.inBusiness,
    'x-while-suspended': call.whileSuspended,
    'x-errors': errors,
    parameters: [...(call.method === 'GET' ? queryParameters(input) : []), ...headers(call)],
    ...(call.method === 'POST' && { requestBody: requestBody(call, input) }),
    responses: {
      200: {
        description: 'The outcome',
        content: {
          'application/json': {
            schema: { oneOf: [envelopeOf(outputSchema(call)), { $ref: '#/components/schemas/Refusal' }] },
          },
        },
      },
    },
  }
}

/** The input as handlers get it. A field with a default may be left out. */
function inputSchema(call: Call): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(call.input, {
    io: 'output',
    // Unknown fields are dropped, not refused.
    override: ({ jsonSchema }) => {
      delete jsonSchema.additionalProperties
    },
  }) as Json
  const properties = (schema.properties ?? {}) as Record<string, Json>
  const required = ((schema.required ?? []) as string[]).filter((field) => properties[field]?.default === undefined)
  return { ...schema, required }
}

/** The answer's data: plain JSON types only, else this throws. */
export function outputSchema(call: Call): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(call.output, { unrepresentable: 'throw' }) as Json
  return schema
}

const envelopeOf = (data: Json): Json => ({
  type: 'object',
  required: ['success', 'data', 'errorCode', 'message'],
  properties: { success: { const: true }, data, errorCode: { const: 0 }, message: { type: 'string' } },
})

const queryParameters = (input: Json): Json[] =>
  Object.entries((input.properties ?? {}) as Record<string, Json>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (input.required as string[]).includes(name),
    schema,
  }))

const headers = (call: Call): Json[] =>
  call.repeat === 'key'
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: true,
          description: 'One per user action, kept across its retries',
          schema: { type: 'string', maxLength: 64 },
        },
      ]
    : []

function requestBody(call: Call, input: Json): Json {
  if (!call.upload)
    return {
      content: { 'application/json': { schema: input }, 'application/x-www-form-urlencoded': { schema: input } },
    }
  const properties = { ...(input.properties as Json), file: { type: 'string', format: 'binary' } }
  const schema = { ...input, properties, required: [...(input.required as string[]), 'file'] }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}
