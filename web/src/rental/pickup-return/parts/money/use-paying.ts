import { type ExpenseSettle, expenseSettle } from '@cheyi/domain/money/expense/codes'
import { type PayWay, payWay } from '@cheyi/domain/money/payment/codes'
import { choosableWays } from '@cheyi/domain/platform/merchant/pay-setting'
import { slotOf } from '../../../../form/uploads-field.tsx'
import { useUploads } from '../../../../kernel/media/uploads.ts'
import { useMay } from '../../../../kernel/user.ts'
import { isByCode, useTaking } from '../../../../money/payment/parts/taking/taking-fields.tsx'
import { usePaySetting } from '../../../../platform/merchant/parts/pay-setting.ts'
import type { Flow } from '../flow.ts'
import { type DepositPays, firstMethod, leftOwed, methodsOf } from './settlement-words.ts'

/** What the clerk completes at the card machine and types from its slip. Fen. */
export interface ByMachine {
  readonly most: number
  /** null until it is typed. */
  readonly captured: number | null
  readonly slipNo: string
  readonly set: (typed: { readonly captured?: number | null; readonly slipNo?: string }) => void
}

const nothing: DepositPays = { deduct: 0, machine: 0 }

export type Paying = ReturnType<typeof usePaying>

/** `deposit`: what the rental deposit can pay. */
export function usePaying(flow: Flow, balance: number, deposit: DepositPays = nothing) {
  const { settling, setSettling } = flow
  const mayKnow = useMay('order.payment')
  const asked = usePaySetting({ enabled: mayKnow, storeId: flow.task.order.storeId })
  const setting = asked.data ?? null
  // An account that cannot read the payment settings takes cash; while they are loading, no way is preselected.
  const unknown = mayKnow && asked.error === null ? [] : [payWay.cash]
  const ways = setting === null ? unknown : choosableWays.filter((way) => setting.payWays.includes(way))
  const uploads = useUploads('voucher', { record: flow.task.order.orderId })
  const taking = useTaking(ways, slotOf(uploads, `settle-${flow.task.type}`, '收款凭证'))
  const way = settling.payWay ?? taking.proposed ?? undefined
  const byCustomer = isByCode(way) ? expenseSettle.online : expenseSettle.offline
  const reach = deposit.deduct + deposit.machine
  const methods = methodsOf(reach, setting !== null && ways.length === 0 ? null : byCustomer)
  const stillOffered =
    balance > 0 && settling.method !== undefined
      ? methods.find((one) => (one === expenseSettle.deposit) === (settling.method === expenseSettle.deposit))
      : undefined
  const method = stillOffered ?? firstMethod(balance, reach, methods)
  const { captured = deposit.machine, slipNo = '' } = settling
  const machine: ByMachine | null =
    method !== expenseSettle.deposit || deposit.machine === 0
      ? null
      : { most: deposit.machine, captured, slipNo, set: (typed) => setSettling({ ...settling, ...typed }) }
  return {
    balance,
    methods,
    /** undefined when nothing is due. */
    method,
    /** Payment ways at the counter and by a code; a code is shown before the confirmation continues. */
    taking,
    way: method === expenseSettle.deposit ? undefined : way,
    /** Amount that stays owed. */
    left: leftOwed(balance, method, deposit.deduct + (machine?.captured ?? 0)),
    /** Capture at the card machine; null where none is possible. */
    machine,
    uploads,
    vouchers: taking.vouchers,
    /** Slip number of the card machine or the bank. */
    slipNo,
    setSlipNo: (typed: string) => setSettling({ ...settling, slipNo: typed }),
    choose: (picked: ExpenseSettle) => setSettling({ ...settling, method: picked }),
    chooseWay(picked: PayWay) {
      taking.remember(picked)
      setSettling({ ...settling, payWay: picked })
    },
  }
}
