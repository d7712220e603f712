import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { z } from 'zod'
import { type Call, writesForMerchant } from './call.ts'
import { wireSchemaOf } from './field.ts'
import { errorAnswer, listedErrors, refusalSchema, statusOf } from './statuses.ts'

type Features = Readonly<Record<string, Readonly<Record<string, Call>>>>
type Json = Record<string, unknown>

/** Refusals that every call may return besides its own: the negative codes. */
const baseRefusals = (Object.keys(refusals) as RefusalKey[]).filter((key) => refusals[key].code < 0)

/** Answers of 400 and above, which are the same for every call: by status, name and description. */
const faults = {
  400: ['Unreadable', 'The address cannot be read', 'badInput'],
  408: ['Late', 'The body did not arrive in time', 'badInput'],
  413: ['TooLarge', 'The body is larger than the call takes', 'badInput'],
  429: ['TooMuch', 'Asked too often, or for too much at once: the same may be asked again later', 'tooFrequent'],
  500: ['Failed', 'A fault of ours; the x-trace-id of the answer names it', 'internal'],
  503: ['Unavailable', 'Not served: the same may be asked again, a write under its Idempotency-Key', 'internal'],
} as const satisfies Record<number, readonly [string, string, RefusalKey]>
const faultsOf = (...statuses: readonly (keyof typeof faults)[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${faults[status][0]}` }]))
const ofEverything = [400, 429, 500, 503] as const
const ofBodies = [...ofEverything, 408, 413] as const

/**
 * The OpenAPI 3.1 document of the contract, served as `/openapi.json`; it is fully generated.
 * @param server its URL; the host of the document by default
 */
export function openApiDocument(contract: Features, server = '/'): Json {
  const paths: Record<string, Json> = {}
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(feature, name, call) }
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
        'integer fen, instants are epoch milliseconds (input also YYYY-MM-DD HH:mm, Asia/Shanghai). ' +
        'x-errors lists the refusals of a call with the HTTP status of each. What is no request at all is answered 400, 408 or 431.',
    },
    servers: [{ url: server }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } },
      schemas: { Refusal: refusalSchema },
      responses: Object.fromEntries(
        Object.entries(faults).map(([status, [name, description, key]]) => [
          name,
          errorAnswer(Number(status), description, [refusals[key].code]),
        ]),
      ),
    },
  }
}

const path = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } })
const query = (name: string, required = true) => ({ name, in: 'query', required, schema: { type: 'string' } })
const ok = (description: string, type: string) => ({
  200: { description, content: { [type]: { schema: { type: 'string' } } } },
})

/** Routes besides the calls, without their envelope. A law compares them with the routes of the server. */
export const besideCalls: Readonly<Record<string, Json>> = {
  '/api/stream/v1/events': {
    get: {
      operationId: 'stream.events',
      summary: 'Live events (server-sent events)',
      description: 'Answers 204 without a good ticket, which tells a browser not to come again.',
      parameters: [query('ticket'), query('after', false), query('ago', false)],
      responses: {
        ...ok('Events until the session ends', 'text/event-stream'),
        204: { description: 'No good ticket' },
        ...faultsOf(...ofEverything),
      },
    },
  },
  '/api/login/v1/qr/events': {
    get: {
      operationId: 'qrLogin.events',
      summary: 'States of a QR code (server-sent events)',
      description:
        'Answers 204 without the secret of the page that shows the code, and where no place to wait is left.',
      parameters: [query('qrId')],
      responses: {
        ...ok('States until the code is used or has expired', 'text/event-stream'),
        204: { description: 'No such code, or no place to wait' },
        ...faultsOf(...ofEverything),
      },
    },
  },
  '/media/{path}': {
    get: {
      operationId: 'media.file',
      summary: 'A file, by a link that a call has signed',
      'x-errors': [
        { key: 'mediaLinkExpired', ...refusals.mediaLinkExpired, status: 403 },
        { key: 'notFound', ...refusals.notFound, status: 404 },
        { key: 'badInput', ...refusals.badInput, status: 416 },
      ],
      parameters: [path('path'), ...['e', 'v', 'u', 's'].map((name) => query(name))],
      responses: {
        ...ok('The bytes of the file', '*/*'),
        206: { description: 'The bytes of the range that was asked for' },
        403: errorAnswer(403, 'The link has expired or is not ours', [refusals.mediaLinkExpired.code]),
        404: errorAnswer(404, 'No such file', [refusals.notFound.code]),
        416: errorAnswer(416, 'The range lies beyond the file', [refusals.badInput.code]),
        ...faultsOf(...ofEverything),
      },
    },
  },
  '/callback/v1/pay/{provider}/{channel}': {
    post: {
      operationId: 'payment.notice',
      summary: 'Notification of a payment provider, told by its signature',
      parameters: [path('provider'), path('channel')],
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string' } } } },
      responses: {
        ...ok('The text that the provider wants', 'text/plain'),
        401: { description: 'Its signature is wrong, in the text that the provider wants' },
        404: errorAnswer(404, 'No such channel', [refusals.notFound.code]),
        ...faultsOf(...ofBodies),
      },
    },
  },
}

function operation(feature: string, name: string, call: Call): Json {
  const suspended: RefusalKey[] = writesForMerchant(call) ? ['merchantSuspended'] : []
  const reviewing: RefusalKey[] = call.inBusiness ? ['merchantReviewing'] : []
  const errors = listedErrors([...baseRefusals, ...suspended, ...reviewing, ...(call.refusals ?? [])], statusOf)
  const input = inputSchema(call)
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
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
      ...(call.etag && { 304: { description: 'Nothing has changed since the answer of this ETag' } }),
      ...faultsOf(...(call.method === 'GET' ? ofEverything : ofBodies)),
    },
  }
}

/** The JSON schema of the input as clients send it. */
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

/** The JSON schema of the answer's data. Throws for anything but plain JSON types. */
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
