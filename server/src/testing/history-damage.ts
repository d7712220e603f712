import { contract } from '@cheyi/contract/index'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { byTwo, type Step } from './history-acts.ts'

interface Shown {
  readonly id: string
  readonly due: number
  readonly refundable: number
}

/** Damage is registered, perhaps assessed and taken out of the deposit at once. */
export const damage: Step = async (h, orderId, share, who) => {
  const input = {
    orderId,
    parts: [{ part: 'bonnet', kind: 1 as const, amount: (share + 1) * 7_000 }],
    insuranceCovered: share % 4 === 0 ? share * 2_000 : 0,
    liability: ((share % 3) + 1) as 1,
    photoIds: await h.photos('voucher', 1, who),
    assess: share % 5 > 0,
    ...(share % 5 > 2 ? { deduct: { payMode: payMode.offlineDeduct, amount: (share + 1) * 3_000 } } : {}),
  }
  await byTwo(h, share, who, (headers) => h.send(contract.damage.save, input, who, headers))
}

/** A case goes on: it is assessed, paid at the counter, paid back in part or whole, or withdrawn. */
export const goOnWithDamage: Step = async (h, orderId, share, who) => {
  const { data } = await h.send(contract.damage.list, { orderId }, who)
  const rows = (data as Shown[] | null) ?? []
  const row = rows[share % Math.max(1, rows.length)]
  if (row === undefined) return
  const { id, due, refundable } = row
  if (share % 4 === 0) await h.send(contract.damage.save, { orderId, id, assess: true }, who)
  else if (share % 4 === 1) await h.send(contract.damage.save, { orderId, id, close: { reason: '协商免除' } }, who)
  else if (due > 0) {
    const paid = { payKind: payKind.damage, refId: id, amount: Math.ceil(due / ((share % 2) + 1)), payWay: payWay.cash }
    await h.send(contract.payment.collect, { orderId, ...paid }, who)
  } else if (refundable > 0) {
    const amount = Math.ceil(refundable / ((share % 2) + 1))
    await h.send(contract.damage.refund, { damageId: id, amount, payMode: payMode.onlineOut, reason: '多收' }, who)
  }
}
