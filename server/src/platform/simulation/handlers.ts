import { contract } from '@cheyi/contract/index'
import { type AddressWay, notifyWay } from '@cheyi/domain/platform/notify/notice'
import { Refusal } from '@cheyi/domain/refusal'
import { type Context, implement } from '../../kernel/context.ts'
import { type PaySimulator, providerNameOf } from '../../kernel/pay-port.ts'
import type { RingPort } from '../../kernel/ports.ts'

export const simulation = implement(contract.simulation, {
  async messages(_, ctx) {
    const { sms, push, follow } = ctx.outside()
    if (sms.outbox === undefined) throw new Refusal('notFound')
    const rungBy = (way: AddressWay, port: RingPort | null) => (port?.rung?.() ?? []).map((ring) => ({ ...ring, way }))
    const rings = [...rungBy(notifyWay.push, push), ...rungBy(notifyWay.wechat, follow)]
    return { list: [...(await sms.outbox())], rings: rings.toSorted((a, b) => b.at - a.at) }
  },

  async follow({ scene, name, on }, ctx) {
    const simulator = ctx.outside().follow?.simulator
    if (simulator === undefined) throw new Refusal('notFound')
    await simulator.tell({ openId: `o-${name}`, scene, on })
    return {}
  },

  async partnerCode({ partnerUserId }, ctx) {
    const { issue } = ctx.outside().wukong
    if (issue === undefined) throw new Refusal('notFound')
    return { code: await issue(partnerUserId) }
  },

  async register({ paper = 'idCard', name, answer }, ctx) {
    const { simulator } = ctx.outside().register
    if (simulator === undefined) throw new Refusal('notFound')
    simulator.tell(paper, name, answer)
    return {}
  },

  async payAccount({ payWay }, ctx) {
    return simulatedPay(ctx).account(providerNameOf(payWay))
  },

  async payTrades({ no }, ctx) {
    const trades = await simulatedPay(ctx).trades()
    return { list: trades.filter((trade) => no === undefined || trade.no === no).slice(0, 50) }
  },

  async payAct({ no, act, fault, fen }, ctx) {
    const pay = simulatedPay(ctx)
    if (fault !== undefined) await pay.fail(fault, no)
    if (act === 'flush') await pay.flush()
    const acted = no !== undefined && act !== undefined && act !== 'flush' ? await pay.act(no, act, fen) : undefined
    return { trade: acted ?? (await pay.trades()).find((trade) => trade.no === no) ?? null }
  },
})

function simulatedPay(ctx: Context): PaySimulator {
  const { simulator } = ctx.outside().pay
  if (simulator === undefined) throw new Refusal('notFound')
  return simulator
}
