import { contract } from '@cheyi/contract/index'
import { payWay } from '@cheyi/domain/money/payment/codes'
import { type NoticeArrived, type PaySimulator, providerNameOf } from '../../kernel/pay-port.ts'
import type { TestApp } from '../app.ts'
import type { World } from './world.ts'

/** A contract that the simulated Alipay knows, as the call takes it. */
export async function sampleChannel(t: TestApp) {
  const { provider: _, certificates: __, ...account } = await t.kernel.outside.pay.simulator!.account('alipay')
  return { ...account, payWay: payWay.alipay, enabled: true }
}

/** The merchant takes money by both simulated providers, besides cash and transfers. */
export async function openOnlinePay(t: TestApp, w: World, storeId?: string): Promise<PaySimulator> {
  const simulator = t.kernel.outside.pay.simulator!
  const token = w.tokens.owner
  for (const way of [payWay.alipay, payWay.wechat] as const)
    await t.call(
      contract.payment.saveChannel,
      { ...(await simulator.account(providerNameOf(way))), storeId, payWay: way, enabled: true },
      { token },
    )
  return simulator
}

/** The trade that the simulator has of a payment. */
export async function tradeOf(t: TestApp, paymentId: string) {
  const { rows } = await t.root.query('select out_trade_no from payment where id = $1', [paymentId])
  const trades = await t.kernel.outside.pay.simulator!.trades()
  return trades.find(({ outTradeNo }) => outTradeNo === rows[0].outTradeNo)
}

/** The customer pays what a link asks for; the notification is here when this ends. */
export async function payLink(t: TestApp, paymentId: string): Promise<void> {
  await t.kernel.outside.pay.simulator!.act((await tradeOf(t, paymentId))!.no, 'approve')
}

/** What a provider tells of a payment, as it comes to a server. */
export type Told = readonly [url: string, arrived: NoticeArrived]

/** The customer pays; what the provider tells of it is kept back. */
export async function payUntold(t: TestApp, paymentId: string): Promise<Told> {
  const simulator = t.kernel.outside.pay.simulator!
  await simulator.fail('delay', (await tradeOf(t, paymentId))!.no)
  await payLink(t, paymentId)
  let told: Told | undefined
  simulator.deliverBy(async (...notice) => {
    told = notice
    return { status: 200, type: '', body: 'success' }
  })
  await simulator.flush()
  return told!
}

/** Tells it to the server of the tests. @returns status and text of its answer */
export async function tell(t: TestApp, [url, { headers, body }]: Told): Promise<string> {
  const { statusCode, body: answer } = await t.app.inject({ method: 'POST', url, headers, payload: body })
  return `${statusCode} ${answer}`
}

/**
 * Tells what the provider keeps back fifty times at once, and from then on each thing once.
 * @returns the different answers that the server gave
 */
export async function tellManyTimes(t: TestApp, simulator: PaySimulator): Promise<string[]> {
  type Deliver = Parameters<PaySimulator['deliverBy']>[0]
  const kept: Parameters<Deliver>[] = []
  const deliver: Deliver = async (url, { headers, body }) => {
    const response = await t.app.inject({ method: 'POST', url, headers, payload: body })
    return { status: response.statusCode, type: '', body: response.body }
  }
  simulator.deliverBy(async (...told) => {
    kept.push(told)
    return deliver(...told)
  })
  await simulator.flush()
  const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(...kept[0]!)))
  simulator.deliverBy(deliver)
  return [...new Set(answers.map(({ status, body }) => `${status} ${body}`))]
}
