import { type RefusalKey, refusals } from '@cheyi/domain/refusal'
import { openScopeNames, secretPrefix } from '@cheyi/domain/sales/channel/open-key'
import { testRefusals, testScripts } from '@cheyi/domain/sales/channel/test-life'
import type { OpenCall } from './open-call.ts'
import { advice, fieldWords, refusalWords } from './open-words.ts'
import { inputSchema, outputSchema } from './openapi.ts'
import { errorAnswer, listedErrors, openStatusOf, refusalSchema } from './statuses.ts'

type Json = Record<string, unknown>

/** Refusals that every call of the open API may return besides its own. */
const ofDoor = [
  'badInput',
  'internal',
  'tooFrequent',
  'merchantReviewing',
  'openKeyUnknown',
  'openClockSkew',
  'openSignatureWrong',
  'openNonceSeen',
  'openIpRefused',
  'openTooFrequent',
  'openScopeMissing',
] as const satisfies readonly RefusalKey[]

const INTRODUCTION = [
  '## 约定\n时间为带时区偏移的 ISO 8601，秒数舍去；金额为整数分；编号为字符串。应答一律为 {success, data, errorCode, message}：业务结果为 HTTP 200，errorCode 为 0 即成功；4xx、5xx 逐一列在各接口的应答中，含原因和处理办法。多传未列出的字段会被拒绝。',
  '## 签名\n每次请求带四个请求头：`X-Channel-Key`（密钥的 appKey，24位，即商家页面上的「密钥编号」）、`X-Timestamp`（毫秒时间戳，与服务器相差不超过300秒）、`X-Nonce`（6–64位 [A-Za-z0-9._-]，10分钟内不可重复）、`X-Signature`。',
  '待签名串为六行，以换行符连接、末尾不换行：请求方法（大写）／请求路径（原样，不解码）／规范化查询串／请求体原始字节的SHA-256（小写十六进制，无请求体时取空串的）／时间戳／随机数。',
  '规范化查询串：键和值各解码一次（加号不变），按 RFC 3986 以大写十六进制编码，按键、再按值的字节排序，以 & 连接。',
  'X-Signature 为以密钥（含前缀）对待签名串作 HMAC-SHA-256 的小写十六进制。每次重试须换新的时间戳和随机数。轮换密钥后，旧密钥7天内仍可用。',
  '## 报价与库存\n报价只计算价格，不校验也不占用库存：sellable 仅供参考，有无车以下单预检和下单的结果为准。',
  '## 重试\n下单和续租以平台自己的单号去重，取消和确认可重复提交：没有收到应答时，以同样内容、同一单号重试，绝不会生成两单。503 和 429 按应答头 Retry-After 等待。',
  '## 订单事件\n以 GET /open/v1/events 的列表为准：渠道有正式密钥后发生的每次订单变化都在其中，按 seq 逐一递增，保留30天，与有无回调地址无关。没有回调地址的平台定期以 after=最后取到的 seq 读取即可。',
  '## 回调\n商家填写平台的 https 地址后，此后的订单事件另以 POST 送达，内容与 GET /open/v1/events 的一条相同。签名遵循 Standard Webhooks（请求头 webhook-id、webhook-timestamp、webhook-signature，密钥以 whsec_ 开头），可用其公开的各语言类库验签。应答 2xx 即为收到；否则两天内以递增的间隔重试，同一订单的事件按序送达；应答 410 停用该地址。同一 webhook-id 可能送达两次，请按其去重；漏收的以 GET /open/v1/events?after=最后收到的 seq 补取。类型 stock.updated 为库存和价格的最新值：data.pools 逐组给出今天起30天，以 asOf 较新者为准。',
  `## 测试密钥\n商家可新建用途为「测试」的密钥（以 ${secretPrefix(true)} 开头）。用它下单与正式下单一样验签、校验、计价和去重，但不占库存、不进商家的订单和账目；订单按脚本自动流转，事件发往同一回调地址并带 "test": true，30天后删除。渠道尚在配置时即可使用；测试密钥只能看到测试订单。脚本由承租人姓名（customer.name）决定：`,
  [
    ...Object.values(testScripts).map(({ name, what }) => `- ${name}：${what}`),
    ...Object.entries(testRefusals).map(
      ([name, key]) => `- ${name}：${refusals[key].message}（${refusals[key].code}）`,
    ),
  ].join('\n'),
].join('\n\n')

/** Descriptions of answers of 400 and above, by status. */
const faults: Readonly<Record<number, string>> = {
  400: '请求无法识别',
  401: '身份未通过',
  403: '不允许',
  408: '请求体未能及时送达，请重试',
  413: '请求体超过 256 KB，请减小后重试',
  429: '请求过于频繁',
  500: '系统错误',
  503: '系统繁忙或排车尚未算完，请按 Retry-After 以同样内容重试',
}

/** The OpenAPI 3.1 document of the open API, from its own catalogue. @param server its URL; the host of the document by default */
export function openDocument(calls: Readonly<Record<string, OpenCall>>, server = '/'): Json {
  const paths: Record<string, Json> = {}
  for (const [name, call] of Object.entries(calls)) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: { title: '车驿开放接口', version: '1', description: INTRODUCTION },
    servers: [{ url: server }],
    paths,
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Channel-Key' },
        timestamp: { type: 'apiKey', in: 'header', name: 'X-Timestamp' },
        nonce: { type: 'apiKey', in: 'header', name: 'X-Nonce' },
        signature: { type: 'apiKey', in: 'header', name: 'X-Signature' },
      },
      schemas: { Refusal: { ...refusalSchema, properties: inWords(refusalSchema.properties, refusalWords) } },
    },
  }
}

function operation(name: string, call: OpenCall): Json {
  const named = [...call.path.matchAll(/:(\w+)/g)].map(([, one]) => one!)
  const input = explainSchema(inputSchema(call))
  const properties = Object.entries((input.properties ?? {}) as Record<string, Json>)
  const required = input.required as string[]
  const beside = properties.filter(([field]) => !named.includes(field))
  const keys: readonly RefusalKey[] = [
    ...ofDoor.filter((key) => call.scope !== null || key !== 'openScopeMissing'),
    ...(call.refusals ?? []),
  ]
  return {
    operationId: name,
    summary: call.summary,
    security: [{ key: [], timestamp: [], nonce: [], signature: [] }],
    'x-scope': call.scope,
    description: [call.note, call.scope !== null && `需要权限：${openScopeNames[call.scope]}`]
      .filter(Boolean)
      .join('\n\n'),
    'x-errors': listedErrors(keys, openStatusOf).map((error) => ({ ...error, advice: advice[error.key] })),
    'x-since': '1',
    parameters: [
      ...named.map((one) => ({
        name: one,
        in: 'path',
        required: true,
        description: fieldWords[one],
        schema: properties.find(([field]) => field === one)?.[1] ?? { type: 'string' },
      })),
      ...(call.method === 'GET'
        ? beside.map(([field, schema]) => ({
            name: field,
            in: 'query',
            required: required.includes(field),
            description: schema.description,
            schema,
          }))
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
        description: `业务结果。errorCode 不为 0 时：${refusalList(keys.filter((key) => openStatusOf(refusals[key].code) === 200))}`,
        content: {
          'application/json': {
            schema: {
              oneOf: [
                {
                  type: 'object',
                  required: ['success', 'data', 'errorCode', 'message'],
                  properties: {
                    success: { const: true },
                    data: explainSchema(outputSchema(call)),
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
      ...errorAnswers(keys, call.method !== 'GET'),
    },
  }
}

/** Refusals with their codes, and what to do. */
const refusalList = (keys: readonly RefusalKey[]): string =>
  keys.map((key) => `\n- **${refusals[key].code} ${refusals[key].message}** ${advice[key] ?? ''}`).join('')

const inWords = (properties: Readonly<Record<string, object>>, words: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [
      name,
      { ...one, ...(words[name] && { description: words[name] }) },
    ]),
  )

/** A schema whose fields are named in Chinese, without patterns that say the same as its format. */
function explainSchema(schema: Json): Json {
  const { pattern, minimum, maximum, ...rest } = schema
  const kept = {
    ...rest,
    ...(pattern !== undefined && schema.format !== 'date-time' && { pattern }),
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
  const each = (one: unknown) => explainSchema(one as Json)
  return {
    ...kept,
    ...(rest.properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(rest.properties as Record<string, Json>).map(([name, one]) => [
          name,
          { description: fieldWords[name], ...explainSchema(one) },
        ]),
      ),
    }),
    ...(rest.items !== undefined && { items: each(rest.items) }),
    ...(rest.anyOf !== undefined && { anyOf: (rest.anyOf as unknown[]).map(each) }),
  }
}

function errorAnswers(keys: readonly RefusalKey[], hasBody: boolean): Json {
  const unread = refusals.badInput.code
  const codes = keys.map((key) => refusals[key].code)
  const answers: [number, number][] = [
    ...codes.map((code): [number, number] => [openStatusOf(code), code]),
    [503, refusals.internal.code],
    ...(hasBody
      ? ([
          [408, unread],
          [413, unread],
        ] as [number, number][])
      : []),
  ]
  return Object.fromEntries(
    Object.entries(faults).flatMap(([status, description]) => {
      const own = answers.filter(([one]) => one === Number(status)).map(([, code]) => code)
      const named = keys.filter((key) => openStatusOf(refusals[key].code) === Number(status))
      return own.length === 0 ? [] : [[status, errorAnswer(Number(status), `${description}${refusalList(named)}`, own)]]
    }),
  )
}
