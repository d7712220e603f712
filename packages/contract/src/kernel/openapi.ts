import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { z } from 'zod'
import { type Call, writesForMerchant } from './call.ts'
import { wireSchemaOf } from './field.ts'

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
  Object.assign(paths, besideCalls)
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

const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const query = (name: string, required = true) => ({ name, in: 'query', required, schema: { type: 'string' } })
const ok = (description: string, type: string) => ({
  200: { description, content: { [type]: { schema: { type: 'string' } } } },
})

/** What is served beside the calls, without their envelope. A law compares it with the routes of the server. */
export const besideCalls: Readonly<Record<string, Json>> = {
  '/api/stream/v1/events': {
    get: {
      summary: 'Live events (server-sent events)',
      description: 'Answers 204 without a good ticket, which tells a browser not to come again.',
      parameters: [query('ticket'), query('after', false), query('ago', false)],
      responses: {
        ...ok('Events until the session ends', 'text/event-stream'),
        204: { description: 'No good ticket' },
      },
    },
  },
  '/api/login/v1/qr/events': {
    get: {
      summary: 'States of a QR code (server-sent events)',
      parameters: [query('qrId')],
      responses: ok('States until the code is used or has expired', 'text/event-stream'),
    },
  },
  '/media/{path}': {
    get: {
      summary: 'A file, by a link that a call has signed',
      parameters: [path('path'), ...['e', 'v', 'u', 's'].map((name) => query(name))],
      responses: {
        ...ok('The bytes of the file', '*/*'),
        403: { description: 'The link has expired or is not ours (11004)' },
        404: { description: 'No such file' },
      },
    },
  },
  '/callback/v1/pay/{provider}/{channel}': {
    post: {
      summary: 'Notification of a payment provider, told by its signature',
      parameters: [path('provider'), path('channel')],
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string' } } } },
      responses: ok('The text that the provider wants', 'text/plain'),
    },
  },
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

/** The input as clients send it. */
export function inputSchema(call: Pick<Call, 'input'>): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(call.input, {
    io: 'input',
    override: ({ jsonSchema, zodSchema }) => {
      const sent = wireSchemaOf(zodSchema as unknown as z.ZodType)
      if (sent === undefined) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, sent)
    },
  }) as Json
  return { ...schema, required: schema.required ?? [] }
}

/** The answer's data: plain JSON types only, else this throws. */
export function outputSchema(call: Pick<Call, 'output'>): Json {
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
          required: false,
          description: 'One per user action, kept across its retries; without it the write is never taken for a repeat',
          schema: { type: 'string', minLength: 8, maxLength: 64 },
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
