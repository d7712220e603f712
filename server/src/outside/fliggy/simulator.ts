import { text } from 'node:stream/consumers'
import { MINUTE, parseDateTime } from '@cheyi/domain/time'
import type { FliggySimulator, SimulatedFliggy } from '../../kernel/ports.ts'
import type { FliggyAccount } from '../../kernel/process/config.ts'
import { type LocalServer, localServer } from '../local-server.ts'
import { topSign } from './top.ts'

/** The platform refuses a request whose time differs more from its own. */
const CLOCK = 10 * MINUTE

/** The gateway of 飞猪: checks application, time and signature, and follows the status of each order. */
export function fliggySimulator({ appKey, secret }: FliggyAccount, now: () => number): FliggySimulator & LocalServer {
  const orders = new Map<string, number>()
  const counted = { accepted: 0, repeated: 0, reversed: 0 }
  let how: SimulatedFliggy = 'accepts'

  function take(orderId: string, status: number): void {
    const before = orders.get(orderId)
    counted.accepted++
    if (before === status) counted.repeated++
    else if (before !== undefined && before > status) counted.reversed++
    orders.set(orderId, status)
  }

  const server = localServer(async (request, response) => {
    const params = Object.fromEntries(new URLSearchParams(await text(request)))
    const tell = (answer: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
    const refuse = (code: number, msg: string, sub_msg: string) => tell({ error_response: { code, msg, sub_msg } })
    const { order_id: orderId = '', status = '', timestamp = '' } = params
    if (params.app_key !== appKey) return refuse(29, 'Invalid app Key', '无效的应用')
    if (params.sign !== topSign(params, secret)) return refuse(25, 'Invalid signature', '签名错误')
    if (Math.abs((parseDateTime(timestamp) ?? 0) - now()) > CLOCK) return refuse(24, 'Invalid timestamp', '时间戳错误')
    if (how === 'fails') return refuse(50, 'Remote service error', '系统繁忙')
    const said = (message_code: number, message: string) =>
      tell({ alitrip_domestic_rent_car_status_update_response: { message_code, message } })
    if (how === 'refuses') return said(-1, '非法的飞猪订单号')
    take(orderId, Number(status))
    // The update took effect without an answer, so that it is sent again.
    if (how === 'drops') return request.socket.destroy()
    return said(0, '')
  })
  return {
    ...server,
    act(next) {
      how = next
    },
    statusOf: (orderId) => orders.get(orderId) ?? null,
    counted: () => ({ ...counted }),
  }
}
