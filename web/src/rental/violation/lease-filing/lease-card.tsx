import { formatMoment, formatPeriod } from '@cheyi/domain/near'
import { leaseChanges, leaseFilingStatus, leaseFilingStatuses } from '@cheyi/domain/rental/violation/codes'
import { awaitsFiling, isFiled, leaseFilingSteps } from '@cheyi/domain/rental/violation/lease'
import { can } from '@cheyi/domain/step'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { open } from '../../../page/open.ts'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { screensOf } from '../../order/screens.ts'

export type Lease = OutputOf<typeof calls.violation.leases>['list'][number]

/** A contract in a list: customer, car, period and filing deadline. */
export function LeaseCard({ item, current = false }: { readonly item: Lease; readonly current?: boolean }) {
  const now = useNow()
  const { leaseId, version, status } = item
  const waits = awaitsFiling(status)
  const late = item.dueAt <= now
  const setting = useWrite(calls.violation.setLease)
  async function file() {
    const saved = await setting.run({ leaseId, version, status: leaseFilingStatus.filed })
    if (saved) feedback.toast(isFiled(saved.status) ? '已标记为已备案' : '已撤销备案')
  }
  return (
    <RecordCard
      current={current}
      title={
        <>
          <Plate plate={item.plate} size="s" />
          <Tag tone={isFiled(status) ? 'success' : waits ? 'warning' : 'neutral'}>
            {leaseFilingStatuses.text(status)}
          </Tag>
          {waits && item.change !== null && <Tag tone="outline">{leaseChanges.text(item.change)}</Tag>}
        </>
      }
      act={
        waits && (
          <>
            {can(leaseFilingSteps, 'fail', status).ok && (
              <Button size="s" onClick={() => void open(() => import('./failed-sheet.tsx'), { lease: item })}>
                备案失败
              </Button>
            )}
            <Button size="s" variant="primary" loading={setting.pending} onClick={() => void file()}>
              标记已备案
            </Button>
          </>
        )
      }
    >
      <p>
        <Link to={screensOf(item.orderKind).detail} with={{ orderId: item.orderId }} className="card-link">
          <b>
            {item.renterName} · {item.agreementNo || item.orderNo}
          </b>
        </Link>
      </p>
      <Text as="p" num ink={2}>
        {formatPeriod(item.from, item.to, now)}
      </Text>
      {waits && (
        <Text as="p" num ink={late ? 'danger' : 'warning'}>
          {[late ? '合同签订已超过24小时' : `${formatMoment(item.dueAt, now)} 前备案`, item.reason]
            .filter(Boolean)
            .join('，')}
        </Text>
      )}
    </RecordCard>
  )
}
