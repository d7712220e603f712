import { handoverType } from '@cheyi/domain/rental/pickup-return/codes'
import type { Act } from '../../../booking/order/parts/acts.ts'
import { calls, feedback, refreshAfter, useWrite } from '../../../kernel/call/calls.ts'
import { isStale } from '../../../kernel/call/refused.ts'
import { go, goTo } from '../../../kernel/page/router.ts'
import { stringifySearch } from '../../../kernel/page/search.ts'
import { open } from '../../../page/open.ts'
import { unarrange } from '../../arrange/parts/unarrange.ts'
import { renewalScreens } from '../../renewal/screens.ts'
import { selfServiceScreens } from '../../self-service/screens.ts'

const refuseSheets = () => import('./sheet/refuse-sheets.tsx')

/** Changes an order in a sheet, or opens its cancel page. */
async function mend({ orderId }: { readonly orderId: string }): Promise<void> {
  const page = await open(() => import('./amend/amend-sheet.tsx'), { orderId })
  if (page !== undefined) goTo(page + stringifySearch({ orderId }))
}

/** Actions that need more than a confirmation, each in a sheet that reads the order itself. */
const sheets: Readonly<Record<string, (order: { readonly orderId: string }) => Promise<unknown>>> = {
  pay: (order) => open(() => import('../../../money/payment/parts/collect-sheet.tsx'), order),
  accept: (order) => open(() => import('./sheet/accept-sheet.tsx'), order),
  mend: (order) => mend(order),
  refuse: (order) => open(refuseSheets, 'RefuseSheet', order),
  writeOff: (order) => open(() => import('../../../money/debt/parts/write-off-sheet.tsx'), order),
  chargeLate: (order) => open(() => import('../../pickup-return/parts/charge-late-sheet.tsx'), order),
  closeLost: (order) => open(() => import('../../pickup-return/parts/close-lost-sheet.tsx'), order),
  renew: async (order) => go(renewalScreens.create, order),
  undoPickup: (order) =>
    open(refuseSheets, 'UndoSheet', {
      ...order,
      action: 'undoPickup' as const,
    }),
  undoReturn: (order) =>
    open(refuseSheets, 'UndoSheet', {
      ...order,
      action: 'undoReturn' as const,
    }),
  release: (order) => open(() => import('../../../money/deposit/parts/release-sheet.tsx'), order),
  checkPickup: async (order) => go(selfServiceScreens.merchantVerification, { ...order, type: handoverType.pickup }),
  checkReturn: async (order) => go(selfServiceScreens.merchantVerification, { ...order, type: handoverType.return }),
  checkPay: (order) => open(() => import('../../../money/payment/parts/check-pay-sheet.tsx'), order),
  collectDeposit: (order) => open(() => import('../../../money/deposit/parts/change-sheets.tsx'), 'ChangeSheet', order),
  retryRefund: (order) => open(() => import('../../../money/payment/parts/retry-refund-sheet.tsx'), order),
}

export interface Acting {
  readonly act: (act: Pick<Act, 'code' | 'path' | 'search'>) => void
  /** Code of the action whose call is running. */
  readonly busy: string | null
}

interface ActOrder {
  readonly orderId: string
  /** The shown version; the server refuses the write as stale when it has changed. */
  readonly version?: number
}

/** Runs the actions of one order: opens a page, asks for confirmation, or calls. `onStale`: another person changed the order first. */
export function useAct({ orderId, version }: ActOrder, onStale = refreshOrders): Acting {
  const plan = useWrite(calls.arrange.plan, {
    handles: isStale,
    onFailure: (failure) => isStale(failure) && onStale(),
  })
  return {
    act({ code, path, search }) {
      if (path !== null) return goTo(path + stringifySearch({ orderId, ...search }))
      void (sheets[code]?.({ orderId }) ?? unarrange(plan.run, { orderId, version }))
    },
    busy: plan.pending ? 'unarrange' : null,
  }
}

function refreshOrders(): void {
  feedback.toast('数据已被他人修改，已刷新', 'error')
  refreshAfter(calls.order.updateStatus)
}
