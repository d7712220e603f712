import { type ExpenseSettle, expenseSettle } from '@cheyi/domain/expense/codes'
import { offlinePayWays, type PayWay, payWay } from '@cheyi/domain/payment/codes'
import { onlinePayWays } from '@cheyi/domain/payment/provider'
import { handoverType } from '@cheyi/domain/pickup-return/codes'
import { type Uploads, type UploadTile, useUploads } from '../../../kernel/media/uploads.ts'
import { useMay } from '../../../kernel/user.ts'
import { usePaySetting } from '../../../merchant/parts/pay-setting.ts'
import { useUsualWay } from '../../../payment/parts/usual-way.ts'
import type { Flow } from '../flow.ts'
import { firstMethod, leftOwed, methodsOf } from './settlement-words.ts'

/** How the balance of a handover is paid. Amounts in fen. */
export interface Paying {
  readonly balance: number
  readonly methods: readonly ExpenseSettle[]
  /** undefined when nothing is to be paid. */
  readonly method: ExpenseSettle | undefined
  /** Ways of paying at the counter; at a pickup also by a code, which is shown before the confirmation. */
  readonly ways: readonly PayWay[]
  readonly way: PayWay | undefined
  /** What stays owed. */
  readonly left: number
  readonly uploads: Uploads
  readonly vouchers: readonly UploadTile[]
  /** Slot of the vouchers in the queue. */
  readonly slot: string
  readonly choose: (method: ExpenseSettle) => void
  readonly chooseWay: (way: PayWay) => void
}

/** `depositFen`: what the rental deposit can pay. */
export function usePaying(flow: Flow, balance: number, depositFen: number): Paying {
  const { settling, setSettling } = flow
  const mayKnow = useMay('order.payment')
  const asked = usePaySetting({ enabled: mayKnow })
  const setting = asked.data ?? null
  const methods = methodsOf(depositFen, setting)
  const method =
    balance > 0 && settling.method !== undefined && methods.includes(settling.method)
      ? settling.method
      : firstMethod(balance, depositFen, methods)
  // Who cannot see how the merchant takes money takes cash; while it is being asked, nothing is chosen for anybody.
  const unknown = mayKnow && asked.error === null ? [] : [payWay.cash]
  const shown = flow.task.type === handoverType.pickup ? [...offlinePayWays, ...onlinePayWays] : offlinePayWays
  const ways = setting === null ? unknown : shown.filter((way) => setting.payWays.includes(way))
  const { proposed, remember } = useUsualWay(ways)
  // Before anybody chose on this device: the first that the merchant has open, cash before the others.
  const [first] = ways
  const uploads = useUploads('voucher', flow.task.order.orderId)
  const slot = `settle-${flow.task.type}`
  return {
    balance,
    methods,
    method,
    ways,
    way: method === expenseSettle.deposit ? undefined : (settling.payWay ?? proposed ?? first),
    left: leftOwed(balance, method, depositFen),
    uploads,
    vouchers: uploads.tiles.filter((tile) => tile.slot === slot),
    slot,
    choose: (chosen) => setSettling({ ...settling, method: chosen }),
    chooseWay(chosen) {
      remember(chosen)
      setSettling({ ...settling, payWay: chosen })
    },
  }
}
