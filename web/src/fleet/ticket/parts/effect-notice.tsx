import { formatMoment } from '@cheyi/domain/near'
import { useNow } from '../../../kernel/now.ts'
import { useMay } from '../../../kernel/user.ts'
import type { HandedForm } from '../../../platform/referral/parts/handed.tsx'
import { WhoMay } from '../../../platform/referral/parts/who-may.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Effect } from './ticket-words.ts'

type Brief = Effect['moved'][number]

/** The effect of a plan on the orders of the car; renders nothing if there is none. */
export function EffectNotice({
  effect,
  ticketId,
  form,
}: {
  readonly effect: Effect | undefined
  readonly ticketId?: string | undefined
  /** The form of a new ticket, which a colleague may send instead. */
  readonly form?: HandedForm | undefined
}) {
  const now = useNow()
  const mayForce = useMay('ticket.force')
  if (effect === undefined) return null
  const { moved, pinned, harmed } = effect
  const named = (rows: readonly Brief[]) =>
    rows
      .map(({ orderNo, contactName, pickupAt }) => `${contactName || orderNo} ${formatMoment(pickupAt, now)}取车`)
      .join('、')
  if (moved.length + pinned.length + harmed.length === 0)
    return <Notice tone="success">时段可用，保存后占用库存</Notice>
  return (
    <>
      {moved.length > 0 && (
        <Notice>
          {moved.length}个订单将自动改派同款其他车：{named(moved)}
        </Notice>
      )}
      {pinned.length > 0 && (
        <Notice tone="warning">
          {pinned.length}个订单已指定此车，继续后改派其他车：{named(pinned)}
        </Notice>
      )}
      {harmed.length > 0 && (
        <Notice tone="danger">
          {harmed.length}个订单将无车可用：{named(harmed)}
        </Notice>
      )}
      {harmed.length > 0 && !mayForce && (
        <WhoMay act="ticket.force" ticketId={ticketId} form={form} note={`该时段${harmed.length}个订单将无车可用`} />
      )}
    </>
  )
}
