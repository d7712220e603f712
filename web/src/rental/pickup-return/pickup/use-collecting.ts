import { formatMoney } from '@cheyi/domain/money'
import { depositKinds, depositMode } from '@cheyi/domain/money/deposit/codes'
import { isWaivedExpense } from '@cheyi/domain/money/expense/codes'
import { payKinds } from '@cheyi/domain/money/payment/codes'
import { collectKinds, depositPayKind } from '@cheyi/domain/money/payment/collect'
import type { PermissionKey } from '@cheyi/domain/permission'
import { calls, feedback, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { useOnceSent } from '../../../kernel/media/once-sent.ts'
import { useMay } from '../../../kernel/user.ts'
import { isByCode } from '../../../money/payment/parts/taking/taking-fields.tsx'
import { useCodes } from '../../../money/payment/parts/taking/use-codes.ts'
import { useDepositWays } from '../../../platform/merchant/parts/pay-setting.ts'
import type { Flow } from '../parts/flow.ts'
import type { Paying } from '../parts/money/use-paying.ts'
import { slipOf } from '../parts/own-blocks.ts'

/** Code for both deposits in one call. */
const BOTH = 3

export type Collecting = ReturnType<typeof useCollecting>

/** Rent, charges and deposits in one tap: two calls that can each be retried, since a deposit has its own ledger. */
export function useCollecting(flow: Flow, paying: Paying) {
  const { order } = flow.task
  const { orderId } = order
  const deposits = useDepositWays(useRead(calls.deposit.forPickup, { orderId }))
  const mayCollect = useMay('order.payment')
  const mayDeposit = useMay('deposit.collect')
  const codes = useCodes(orderId)
  const takeRent = useWrite(calls.payment.collect)
  const takeDeposit = useWrite(calls.deposit.pay)

  const charges = (flow.charges ?? [])
    .filter(({ status }) => !isWaivedExpense(status))
    .reduce((sum, { amount }) => sum + amount, 0)
  const due = deposits.data?.rows.filter((row) => row.due > 0) ?? []
  const rent = Math.max(0, order.owed + charges)
  const depositFen = due.reduce((sum, row) => sum + row.due, 0)
  const takesRent = mayCollect ? rent : 0
  const takesDeposit = mayDeposit && deposits.data?.modes.includes(depositMode.offline) ? depositFen : 0
  const { way, vouchers: receipts } = paying
  const online = isByCode(way)
  const now = takesRent + takesDeposit
  const count = (takesRent > 0 ? 1 : 0) + (takesDeposit > 0 ? due.length : 0)

  const once = useOnceSent(receipts.sending, `${way}:${now}`, () => collect())
  async function collect() {
    if (way === undefined) return feedback.toast('请选择收款方式', 'error')
    if (receipts.failed !== undefined && !online) return feedback.toast(receipts.failed, 'error')
    if (receipts.sending && !online) return once.wait('收款凭证还在上传，传完后自动收款')
    const voucherIds = receipts.ids()
    const slipNo = slipOf(paying)
    const payKind = collectKinds(order.status)[0]
    if (online) {
      await codes.show(way, [
        ...(takesRent > 0 && payKind ? [{ payKind, amount: takesRent, name: payKinds.text(payKind) }] : []),
        ...(takesDeposit > 0
          ? due.map(({ kind, depositId, due: amount }) => {
              return { payKind: depositPayKind(kind), refId: depositId, amount, name: depositKinds.text(kind) }
            })
          : []),
      ])
      await flow.reload()
      return
    }
    if (
      takesRent > 0 &&
      payKind &&
      !(await takeRent.run({ orderId, payKind, amount: takesRent, payWay: way, slipNo, voucherIds }))
    )
      return
    const [first, ...others] = due
    if (takesDeposit > 0) {
      const taken = await takeDeposit.run({
        orderId,
        kind: others.length > 0 ? BOTH : first!.kind,
        mode: depositMode.offline,
        payWay: way,
        slipNo,
        amount: takesDeposit,
        // A picture may belong to one receipt only.
        voucherIds: takesRent > 0 ? [] : voucherIds,
      })
      if (taken === null) return
    }
    receipts.forget()
    feedback.toast(`已收款 ${formatMoney(now)}`)
    await flow.reload()
  }
  function lacks(): PermissionKey | null {
    if (rent > takesRent) return 'order.payment'
    return depositFen > 0 && !mayDeposit ? 'deposit.collect' : null
  }
  return {
    deposits,
    /** Unpaid rent, services and charges. */
    rent,
    deposit: depositFen,
    sum: rent + depositFen,
    /** The amount that the button takes now. */
    now,
    online,
    /** Number of codes that the customer scans one after another, when paying by code. */
    codes: count,
    /** Why this account cannot take money. */
    reason: now > 0 ? undefined : '由有收款权限的同事收取',
    lacks: lacks(),
    // Before the deposits are loaded the button would take only a part, and the customer would pay twice.
    pending:
      codes.pending ||
      takeRent.pending ||
      takeDeposit.pending ||
      once.waits ||
      (deposits.isFetching && deposits.data === undefined),
    collect,
  }
}
