import { contract } from '@cheyi/contract/index'
import { payKind, payMode, payWay } from '@cheyi/domain/money/payment/codes'
import { other, part, pick, type Step } from './history-acts.ts'

/** Steps of a history: what is asked for or paid back beside the rent, made, decided, paid and taken back. */
export const claimSteps = {
  supplement: (h, orderId, share, who) =>
    h.send(
      contract.supplement.save,
      {
        orderId,
        reasonCode: ((share % 7) + 1) as 1,
        amount: share * 300,
        payMode: share % 3 === 0 ? payMode.offlineIn : payMode.onlineIn,
        ...(share % 3 === 0 ? { payWay: payWay.bank } : {}),
      },
      who,
    ),
  async cancelSupplement(h, orderId, share, who) {
    const { data } = await h.send(contract.supplement.list, { orderId }, who)
    const row = pick((data as { id: string }[] | null) ?? [], share)
    if (row !== undefined) await h.send(contract.supplement.cancel, { id: row.id }, who)
  },
  async paySupplement(h, orderId, share, who) {
    const { data } = await h.send(contract.supplement.list, { orderId }, who)
    const row = pick((data as { id: string; due: number }[] | null) ?? [], share)
    if (row === undefined || row.due === 0) return
    const paid = { payKind: payKind.supplement, refId: row.id, amount: row.due, payWay: payWay.cash }
    await h.send(contract.payment.collect, { orderId, ...paid }, who)
  },
  async reimburse(h, orderId, share, who) {
    const { data } = await h.send(contract.reimbursement.list, { orderId }, who)
    const known = (data as { charges?: { code: 'rent'; refId: string | null; left: number }[] } | null)?.charges ?? []
    const kind = ((share % 3) + 1) as 1 | 2 | 3
    const charge = pick(known, share)
    if (kind === 1 && charge === undefined) return
    const photoIds = await h.photos('expense', 1, who)
    const item =
      kind === 1
        ? { code: charge!.code, refId: charge!.refId ?? undefined, amount: part(charge!.left, share) }
        : { name: '拖车', amount: share * 300, photoIds }
    await h.send(contract.reimbursement.save, { orderId, kind, reasonCode: 10, items: [item], payMode: 3 }, who)
  },
  async decideReimbursement(h, orderId, share, who) {
    const { data } = await h.send(contract.reimbursement.list, { orderId }, who)
    const row = pick((data as { list?: { id: string }[] } | null)?.list ?? [], share)
    if (row !== undefined)
      await h.send(contract.reimbursement.approve, { id: row.id, pass: share % 3 > 0, note: '核对' }, other(who))
  },
  async payReimbursement(h, orderId, share, who) {
    const { data } = await h.send(contract.reimbursement.list, { orderId }, who)
    const rows = (data as { list?: { id: string; status: number }[] } | null)?.list ?? []
    const row = pick(
      rows.filter(({ status }) => status === 2),
      share,
    )
    if (row === undefined) return
    const voucherIds = await h.photos('voucher', 1, who)
    await h.send(contract.reimbursement.pay, { id: row.id, payWay: payWay.cash, voucherIds }, who)
  },
} satisfies Record<string, Step>
