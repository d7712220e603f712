import { orderStatus } from '@cheyi/domain/order/codes'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { refreshAfter, useWrite } from '../../kernel/calls.ts'
import { feedback } from '../../kernel/feedback.ts'
import { goTo } from '../../kernel/router.ts'
import { stringifySearch } from '../../kernel/search.ts'
import type { Act } from './acts.ts'
import { isStale } from './stale.ts'

/** What every sheet of an order takes; it reads the order itself. */
export interface OrderSheetProps {
  readonly orderId: string
  readonly open: boolean
  readonly onClose: () => void
}

type OrderSheet = LazyExoticComponent<ComponentType<OrderSheetProps>>

/** Actions that ask for more than a yes; their code comes with the first tap. */
const sheets: Readonly<Record<string, OrderSheet>> = {
  pay: lazy(() => import('../../payment/parts/collect-sheet.tsx')),
  refuse: lazy(() => import('./refuse-sheet.tsx')),
  release: lazy(() => import('../../deposit/parts/release-sheet.tsx')),
  retryRefund: lazy(() => import('./retry-refund-sheet.tsx')),
}

export interface Acting {
  readonly act: (act: Pick<Act, 'code' | 'path' | 'search'>) => void
  /** Code of the action whose call is under way. */
  readonly busy: string | null
  /** To be drawn somewhere on the page. */
  readonly sheet: ReactNode
}

interface ActOrder {
  readonly orderId: string
  /** As it was shown; a later one makes the write stale. */
  readonly version?: number
}

/** Carries out the actions of one order: opens the page, asks, or calls. `onStale`: somebody else was faster. */
export function useAct({ orderId, version }: ActOrder, onStale = refreshOrders): Acting {
  const [sheet, setSheet] = useState<{ code: string; open: boolean }>()
  const manner = {
    handles: isStale,
    onFailure: (failure: Parameters<typeof isStale>[0]) => isStale(failure) && onStale(),
  }
  const update = useWrite(calls.order.updateStatus, manner)
  const plan = useWrite(calls.vehicle.plan, manner)

  async function accept() {
    if (await update.run({ orderId, status: orderStatus.confirmed, version })) feedback.toast('已接单')
  }
  async function unarrange() {
    const sure = await feedback.ask({
      title: '撤销排车？',
      text: '车辆释放给其他订单，本单回到待排车',
      confirm: '撤销排车',
      cancel: '再想想',
    })
    if (sure && (await plan.run({ orderId, vehicleId: null, version }))) feedback.toast('已撤销排车')
  }
  const Shown = sheet && sheets[sheet.code]
  return {
    act({ code, path, search }) {
      if (path !== null) return goTo(path + stringifySearch({ orderId, ...search }))
      if (code in sheets) return setSheet({ code, open: true })
      void (code === 'accept' ? accept() : unarrange())
    },
    busy: update.pending ? 'accept' : plan.pending ? 'unarrange' : null,
    sheet: Shown && (
      <Suspense>
        <Shown orderId={orderId} open={sheet.open} onClose={() => setSheet({ ...sheet, open: false })} />
      </Suspense>
    ),
  }
}

function refreshOrders(): void {
  feedback.toast('数据已被他人修改，已刷新', 'error')
  refreshAfter(calls.order.updateStatus)
}
