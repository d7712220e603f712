import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { startsAt } from '@cheyi/domain/step'
import { HOUR } from '@cheyi/domain/time'
import { type Act, actsOfDetail } from '../../../booking/order/parts/acts.ts'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { useDetail } from '../../../booking/order/parts/use-detail.ts'
import { currentTime } from '../../../kernel/now.ts'
import { useReach } from '../../../kernel/user.ts'
import { type Asks, useOpened } from '../../../page/opened.tsx'
import { useReferral } from '../../../platform/referral/parts/use-referral.ts'
import { type Action, ActionSheet } from '../../../ui/modal/sheet.tsx'
import { longLabel } from './detail-words.ts'

interface MoreSheetProps extends Asks<Act> {
  readonly orderId: string
  /** Actions without a button of their own on the page. */
  readonly codes: readonly string[]
}

/** Further actions, from the current order: the sheet may open while the page still reads the result of a write. */
export default function MoreSheet({ orderId, codes, answer }: MoreSheetProps) {
  const { data: order } = useDetail(orderId)
  return order ? <Sheet order={order} codes={codes} answer={answer} /> : null
}

function Sheet({ order, codes, answer }: Omit<MoreSheetProps, 'orderId'> & { readonly order: OrderDetail }) {
  const { open, close } = useOpened()
  const reach = useReach()
  const acts = actsOfDetail(order, reach).filter(({ code }) => codes.includes(code))
  const wishes = useWishes(order)
  return (
    <ActionSheet
      open={open}
      onClose={close}
      title="更多操作"
      actions={[
        ...acts.map((act) => ({
          key: act.code,
          label: longLabel(act),
          danger: act.danger,
          reason: act.why ?? undefined,
        })),
        ...wishes.map(({ action }) => action),
      ]}
      onPick={(key) => {
        const act = acts.find(({ code }) => code === key)
        if (act) return answer(act)
        wishes.find(({ action }) => action.key === key)?.pick?.()
      }}
    />
  )
}

/** What a customer asks for at the counter and the user may not do, each with the tap that hands it to a colleague. */
function useWishes(order: OrderDetail): { readonly action: Action; readonly pick: (() => void) | undefined }[] {
  const { orderId, status } = order
  const { held } = useReach()
  const offers = (code: string) => order.actions.some((action) => action.code === code)
  const returned = startsAt(orderSteps, 'undoReturn', status)
  const wanted = {
    modify: !held.has('order.modify') && startsAt(orderSteps, 'modify', status) && !offers('mend'),
    release: !held.has('deposit.release') && startsAt(orderSteps, 'release', status) && order.heldDeposit > 0,
    undo: !held.has('order.undo') && (returned || startsAt(orderSteps, 'undoPickup', status)) && isFresh(order),
    cancel: !held.has('order.cancel') && startsAt(orderSteps, 'cancel', status) && !offers('cancel'),
  }
  const modify = useReferral({ act: 'order.modify', orderId, enabled: wanted.modify })
  const release = useReferral({ act: 'deposit.release', orderId, enabled: wanted.release })
  const undo = useReferral({ act: 'order.undo', orderId, enabled: wanted.undo })
  const cancel = useReferral({ act: 'order.cancel', orderId, enabled: wanted.cancel })
  const wish = (key: keyof typeof wanted, label: string, { words, action }: ReturnType<typeof useReferral>) =>
    wanted[key]
      ? [
          {
            action: {
              key: `wish.${key}`,
              label,
              ...(action ? { note: `${words} · ${action.label}` } : { reason: words }),
            },
            pick: action?.onClick,
          },
        ]
      : []
  return [
    ...wish('modify', '改单', modify),
    ...wish('release', '退押金', release),
    ...wish('undo', returned ? '撤销还车' : '撤销取车', undo),
    ...wish('cancel', '取消订单', cancel),
  ]
}

/** Longer than the merchant's setting, by which the server decides. */
const UNDO_WITHIN = 2 * HOUR

const isFresh = ({ actualPickupAt, actualReturnAt }: OrderDetail): boolean =>
  currentTime() - (actualReturnAt ?? actualPickupAt ?? 0) < UNDO_WITHIN
