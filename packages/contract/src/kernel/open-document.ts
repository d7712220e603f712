import { openScopeNames } from '@cheyi/domain/channel/open-key'
import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import type { OpenCall } from './open-call.ts'
import { inputSchema, outputSchema } from './openapi.ts'

type Json = Record<string, unknown>

/** What every call of the open door may answer besides its own. */
const ofDoor = [
  'badInput',
  'internal',
  'merchantReviewing',
  'openKeyUnknown',
  'openClockSkew',
  'openSignatureWrong',
  'openNonceSeen',
  'openIpRefused',
  'openTooFrequent',
  'openScopeMissing',
] as const satisfies readonly RefusalKey[]

const SIGNING = [
  '每次请求带四个请求头：X-Channel-Key（密钥编号，24位）、X-Timestamp（毫秒时间戳，与服务器相差不超过300秒）、X-Nonce（6–64位 [A-Za-z0-9._-]，10分钟内不可重复）、X-Signature。',
  '待签名串为六行，以换行符连接、末尾不换行：请求方法（大写）／请求路径（原样，不解码）／规范化查询串／请求体原始字节的SHA-256（小写十六进制，无请求体时取空串的）／时间戳／随机数。',
  '规范化查询串：键和值各解码一次（加号不变），按 RFC 3986 以大写十六进制编码，按键、再按值的字节排序，以 & 连接。',
  'X-Signature 为以密钥对待签名串作 HMAC-SHA-256 的小写十六进制。每次重试须换新的时间戳和随机数。轮换密钥后，旧密钥7天内仍可用。',
  '时间为带时区偏移的 ISO 8601，金额为整数分。应答为 {success, data, errorCode, message}；业务结果一律 HTTP 200，401 为 9101–9104，403 为 9105、9107，429 为 9106，400 为无法识别的请求，503 请按 Retry-After 重试。',
].join('\n\n')

/** The open API described from its own catalogue, OpenAPI 3.1. */
export function openDocument(calls: Readonly<Record<string, OpenCall>>): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: '车驿开放接口', version: '1', description: SIGNING },
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Channel-Key' },
        timestamp: { type: 'apiKey', in: 'header', name: 'X-Timestamp' },
        nonce: { type: 'apiKey', in: 'header', name: 'X-Nonce' },
        signature: { type: 'apiKey', in: 'header', name: 'X-Signature' },
      },
      schemas: {
        Refusal: {
          type: 'object',
          required: ['success', 'data', 'errorCode', 'message'],
          properties: {
            success: { const: false },
            data: { type: ['object', 'null'] },
            errorCode: { type: 'integer' },
            message: { type: 'string' },
          },
        },
      },
    },
  }
}

function operation(name: string, call: OpenCall): Json {
  const named = [...call.path.matchAll(/:(\w+)/g)].map(([, one]) => one!)
  const input = inputSchema(call)
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = input.required as string[]
  const beside = properties.filter(([field]) => !named.includes(field))
  const errors = [...ofDoor, ...(call.refusals ?? [])].map((key) => ({ key, ...refusals[key] }))
  return {
    operationId: name,
    summary: call.summary,
    security: [{ key: [], timestamp: [], nonce: [], signature: [] }],
    'x-scope': call.scope,
    ...(call.scope !== null && { description: `需要权限：${openScopeNames[call.scope]}` }),
    'x-errors': errors,
    'x-since': '1',
    parameters: [
      ...named.map((one) => ({
        name: one,
        in: 'path',
        required: true,
        schema: properties.find(([field]) => field === one)?.[1] ?? { type: 'string' },
      })),
      ...(call.method === 'GET'
        ? beside.map(([field, schema]) => ({ name: field, in: 'query', required: required.includes(field), schema }))
        : []),
    ],
    ...(call.method !== 'GET' && {
      requestBody: {
        required: beside.length > 0,
        content: {
          'application/json': {
            schema: {
              ...input,
              properties: Object.fromEntries(beside),
              required: required.filter((field) => !named.includes(field)),
            },
          },
        },
      },
    }),
    responses: {
      200: {
        description: '业务结果',
        content: {
          'application/json': {
            schema: {
              oneOf: [
                {
                  type: 'object',
                  required: ['success', 'data', 'errorCode', 'message'],
                  properties: {
                    success: { const: true },
                    data: outputSchema(call),
                    errorCode: { const: 0 },
                    message: { type: 'string' },
                  },
                },
                { $ref: '#/components/schemas/Refusal' },
              ],
            },
          },
        },
      },
    },
  }
}
