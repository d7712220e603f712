import { isOnRent } from '@cheyi/domain/booking/order/steps'
import { formatMoney } from '@cheyi/domain/money'
import type { Act } from '../../../booking/order/parts/acts.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { useWide } from '../../../kernel/device/media-query.ts'
import { useShortcut } from '../../../kernel/page/shortcuts.ts'
import { open } from '../../../page/open.ts'
import { ActionBar, ActionIcon } from '../../../ui/frame/page-frame.tsx'
import { Button, IconButton, Row } from '../../../ui/layout.tsx'
import { longLabel } from './detail-words.ts'
import { type PanelProps, pageOf } from './panel.ts'

/** At the bottom of the page: up to three small buttons, then the main action. */
export function FootActions(props: PanelProps) {
  const { order } = props
  const { main, rest } = sorted(props)
  const remark = pageOf(props, 'remark')
  const { contact } = useContact(order.orderId)
  return (
    <ActionBar>
      {rest.length > 0 && (
        <ActionIcon icon="more" onClick={() => void chooseAmong(rest, props)}>
          更多
        </ActionIcon>
      )}
      <ActionIcon icon="phone" onClick={() => void contact()}>
        联系
      </ActionIcon>
      {remark && (
        <ActionIcon icon="edit" onClick={() => remark.onClick()}>
          备注
        </ActionIcon>
      )}
      {main && <MainButton act={main} {...props} />}
    </ActionBar>
  )
}

/** At the right end of the head, in a wide window. */
export function HeadActions(props: PanelProps) {
  const { acting } = props
  const { main, rest } = sorted(props)
  const second = rest.find(({ danger, why }) => !danger && why === null)
  const more = rest.filter((act) => act !== second)
  const remark = pageOf(props, 'remark')
  return (
    <Row gap={[4, 8]}>
      {more.length > 0 && (
        <IconButton
          name="more"
          size={20}
          label="更多"
          className="order-detail-more-button"
          onClick={() => void chooseAmong(more, props)}
        />
      )}
      {remark && <Button onClick={() => remark.onClick()}>备注</Button>}
      {second && (
        <Button
          reason={second.why ?? undefined}
          loading={acting.busy === second.code}
          onClick={() => acting.act(second)}
        >
          {second.label}
        </Button>
      )}
      {main && <MainButton act={main} keyed {...props} />}
    </Row>
  )
}

/**
 * The main action; without one, the first permitted action that can be undone. While a car is out there may be none: a long rental has no
 * pending work in the middle of its term.
 */
function sorted({ acts, order }: PanelProps) {
  const main =
    acts.find(({ primary }) => primary) ??
    (isOnRent(order.status) ? undefined : acts.find(({ danger, why }) => !danger && why === null))
  return { main, rest: acts.filter((act) => act !== main) }
}

function MainButton({ act, order, acting, keyed }: PanelProps & { act: Act; keyed?: boolean }) {
  const wide = useWide()
  const begin = () => acting.act(act)
  useShortcut('Enter', begin, wide && act.why === null)
  return (
    <Button
      variant={act.primary ? 'primary' : 'outline'}
      size={keyed ? 'm' : 'l'}
      block={!keyed}
      reason={act.why ?? undefined}
      loading={acting.busy === act.code}
      onClick={begin}
    >
      {longLabel(act)}
      {act.code === 'pay' && ` ${formatMoney(order.fees.prepayDue || order.fees.owed)}`}
      {keyed && <kbd>↵</kbd>}
    </Button>
  )
}

/** Lets the person choose among the actions without a button, and runs the chosen one. */
async function chooseAmong(acts: readonly Act[], { order, acting }: PanelProps): Promise<void> {
  const codes = acts.map(({ code }) => code)
  const act = await open(() => import('./more-sheet.tsx'), { orderId: order.orderId, codes })
  if (act) acting.act(act)
}
