import { costKinds, costSource, costSources } from '@cheyi/domain/fleet/cost/codes'
import { formatMoney } from '@cheyi/domain/money'
import { ownerScreens } from '../../../insight/owner/screens.ts'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo, type PageLink, type Reach, useReach } from '../../../kernel/page/reach.ts'
import { useMay } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { Photos } from '../../../page/photos.tsx'
import { insuranceScreens } from '../../../rental/insurance/screens.ts'
import { tollScreens } from '../../../rental/toll/screens.ts'
import { violationScreens } from '../../../rental/violation/screens.ts'
import { Button } from '../../../ui/button.tsx'
import { yuan } from '../../../ui/show/money.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { screensOf } from '../../ticket/screens.ts'

export type Cost = OutputOf<typeof calls.cost.page>['list'][number]

/** The ticket, violation, insurance case, statement of an owner or bill of tolls that an entry follows. */
function originOf(reach: Reach, { source, refId, ticketKind }: Cost, vehicleId: string): PageLink | undefined {
  if (source === costSource.toll) return linkTo(reach, tollScreens.list, { vehicleId, group: 'all' })
  if (refId === null) return undefined
  if (source === costSource.ticket && ticketKind !== null)
    return linkTo(reach, screensOf(ticketKind).detail, { ticketId: refId })
  if (source === costSource.violation) return linkTo(reach, violationScreens.detail, { violationId: refId })
  if (source === costSource.insurance) return linkTo(reach, insuranceScreens.detail, { caseId: refId })
  return source === costSource.owner ? linkTo(reach, ownerScreens.statement, { statementId: refId }) : undefined
}

/** An entry of a vehicle's costs; `whole`: no months are chosen, so that all of it counts. */
export function CostCard({
  cost,
  whole,
  vehicleId,
}: {
  readonly cost: Cost
  readonly whole: boolean
  readonly vehicleId: string
}) {
  const { kind, from, to, fen, taxFen, share, note, vouchers, source, voidable, createdByName } = cost
  const mayEdit = useMay('inventory.edit', 'ticket.cost')
  const link = originOf(useReach(), cost, vehicleId)
  return (
    <RecordCard
      title={
        <>
          <CardLink {...link}>{costKinds.text(kind)}</CardLink>
          {source !== costSource.manual && <Tag>{costSources.text(source)}</Tag>}
        </>
      }
      end={<b className="num">¥{yuan(whole ? fen : share)}</b>}
      act={
        mayEdit &&
        voidable && (
          <Button size="s" variant="text" onClick={() => void open(() => import('./cancel-sheet.tsx'), { cost })}>
            作废
          </Button>
        )
      }
    >
      <p className="num">
        {from === to ? from : `${from} 至 ${to}，按天计`}
        {!whole && share !== fen && `，共 ${formatMoney(fen)}`}
        {taxFen !== 0 && ` · 税额 ${formatMoney(taxFen)}`}
      </p>
      {note && <p>{note}</p>}
      <p>{createdByName} 登记</p>
      <Photos photos={vouchers} />
    </RecordCard>
  )
}
