import { canonicalQuery, sign, stringToSign, type ToSign } from './sign.ts'

/* Requests that are signed step by step, for the page of the document: what it shows is computed by the client. */

const workedKey = '0123456789abcdefghijklmn'
export const workedSecret = 'cyt_docs-4f9c2b7e6a1d4c0f8b35'

export const worked: readonly (ToSign & { readonly about: string })[] = [
  {
    about: '查询（GET，有查询串，无请求体）',
    method: 'GET',
    path: '/open/v1/stock',
    query: { storeId: '101', modelId: '2001', from: '2026-12-01', to: '2026-12-07' },
    timestamp: 1795399202000,
    nonce: 'n-0001',
  },
  {
    about: '下单（POST，有请求体，无查询串）',
    method: 'POST',
    path: '/open/v1/orders',
    body: '{"channelOrderNo":"C20261123001","storeId":"101","modelId":"2001","pickupAt":"2026-12-01T10:00:00+08:00","returnAt":"2026-12-03T10:00:00+08:00","amountFen":59800,"customer":{"name":"张三","mobile":"13800001234"}}',
    timestamp: 1795399200000,
    nonce: 'n-7f3a9c21d0b84e55',
  },
]

/** Each step of a signature with its result. */
export async function stepsOf(
  request: ToSign,
  secret = workedSecret,
): Promise<readonly (readonly [step: string, result: string])[]> {
  const { method, path, query, timestamp, nonce } = request
  const lines = await stringToSign(request)
  const [, , , hash = ''] = lines.split('\n')
  const signature = await sign(secret, lines)
  const asked = new URLSearchParams(query).toString()
  return [
    ['请求', `${method} ${path}${asked && `?${asked}`}`],
    ['规范化查询串：每个键和值按 RFC 3986 编码，按键排序；没有则为空', canonicalQuery(query) || '（空）'],
    ['请求体原始字节的 SHA-256，小写十六进制；没有请求体时取空串的', hash],
    ['待签名串：六行，换行符为 \\n，末尾不换行', lines],
    [`以密钥 ${secret}（含前缀）对待签名串作 HMAC-SHA-256，小写十六进制`, signature],
    [
      '请求头',
      [
        `X-Channel-Key: ${workedKey}`,
        `X-Timestamp: ${timestamp}`,
        `X-Nonce: ${nonce}`,
        `X-Signature: ${signature}`,
      ].join('\n'),
    ],
  ]
}
