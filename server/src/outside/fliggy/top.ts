import { createHash } from 'node:crypto'
import { formatLocal } from '@cheyi/domain/time'
import type { FliggyUpdate, MessageAnswer, PostAnswer, SignedPost } from '../../kernel/ports.ts'
import type { FliggyAccount } from '../../kernel/process/config.ts'

/*
 * 飞猪 (Fliggy), domestic car rental, by the Taobao Open Platform (TOP): protocol and signature as in «API调用方法详解»
 * (open.taobao.com, document 101617), the message as in open.alitrip.com/docs/api.htm?apiId=41576. Orders come in by
 * other interfaces (`qimen.alitrip.rentcar.order.*`), whose answers are not public as a whole.
 */

const STATUS_UPDATE = 'taobao.alitrip.domestic.rent.car.status.update'
const ANSWER = 'alitrip_domestic_rent_car_status_update_response'

/** Statuses of an order that a supplier reports: 用车中 after the pickup, 待结算 after the return. */
export const fliggyStatus = { pickedUp: 121, returned: 122 } as const

/** The signature (`sign_method=md5`): MD5 over names and values in the order of the names, between two copies of the secret. */
export function topSign(params: Readonly<Record<string, string>>, secret: string): string {
  const signed = Object.keys(params)
    .filter((name) => name !== 'sign')
    .toSorted()
    .map((name) => `${name}${params[name]}`)
  return createHash('md5')
    .update(`${secret}${signed.join('')}${secret}`)
    .digest('hex')
    .toUpperCase()
}

/** The signed request that reports a status of an order. */
export function statusUpdate(
  { appKey, secret }: FliggyAccount,
  { status, orderId, thirdOrderId, providerId }: FliggyUpdate,
  { url, now }: { readonly url: string; readonly now: number },
): SignedPost {
  const params = {
    method: STATUS_UPDATE,
    app_key: appKey,
    // The platform's clock is that of China, and so is ours.
    timestamp: formatLocal(now, 'YYYY-MM-DD HH:mm:ss'),
    v: '2.0',
    format: 'json',
    sign_method: 'md5',
    status: String(fliggyStatus[status]),
    order_id: orderId,
    third_order_id: thirdOrderId,
    provider_id: providerId,
  }
  const body = new URLSearchParams({ ...params, sign: topSign(params, secret) }).toString()
  return { url, headers: { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }, body }
}

interface Answer {
  readonly [ANSWER]?: { readonly message_code?: unknown; readonly message?: unknown }
  readonly error_response?: { readonly msg?: unknown; readonly sub_msg?: unknown }
}

/** The answer to an update. Failures have HTTP status 200, too; one about the order does not concern the connection. */
export function readAnswer({ status, body }: PostAnswer): MessageAnswer {
  if (status !== 200) return { fault: `应答状态 ${status}`, works: false }
  let answer: Answer | null
  try {
    answer = JSON.parse(body)
  } catch {
    return { fault: UNREADABLE, works: false }
  }
  const said = answer?.[ANSWER]
  if (said?.message_code === 0) return { fault: null, works: true }
  const error = answer?.error_response
  return { fault: textOf(said?.message ?? error?.sub_msg ?? error?.msg), works: said !== undefined }
}

const UNREADABLE = '应答无法识别'
const textOf = (why: unknown): string => (typeof why === 'string' && why !== '' ? why.slice(0, 200) : UNREADABLE)
