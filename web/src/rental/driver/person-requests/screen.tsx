import { isRequestOpen, requestKinds, requestStatuses } from '@cheyi/domain/rental/driver/request'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import { listPage } from '../../../page/list/list-page.tsx'
import { pickCode } from '../../../page/list/pick-filter.tsx'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { requestNote } from '../parts/person-words.ts'
import { driverScreens } from '../screens.ts'

/** Data requests of all customers, sorted by due date. */
export default listPage(driverScreens.personRequests, {
  call: calls.driver.requests,
  noun: '客户请求',
  filters: [chips('status', '处理状态', requestStatuses), pickCode('kind', '事项', requestKinds)],
  keyOf: ({ requestId }) => requestId,
  Row: RequestCell,
  estimate: 84,
  open: ({ personId }) => go(driverScreens.personPrivacy, { personId }),
  empty: { note: '客户要求查阅、更正、删除或撤回同意时，在客户档案的个人信息里登记' },
})

type Request = OutputOf<typeof calls.driver.requests>['list'][number]

/** A request in the list: customer, kind, due date. */
function RequestCell({ item }: { item: Request }) {
  const now = useNow()
  const { personId, name, kind, status, dueAt } = item
  const waits = isRequestOpen(status)
  return (
    <RecordCard
      title={
        <CardLink onClick={() => go(driverScreens.personPrivacy, { personId })}>
          {`${name} · ${requestKinds.text(kind)}`}
        </CardLink>
      }
      end={
        <Tag tone={!waits ? 'neutral' : dueAt < now ? 'danger' : 'warning'}>
          {waits && dueAt < now ? '已到期' : requestStatuses.text(status)}
        </Tag>
      }
    >
      <p className="num">{requestNote(item)}</p>
    </RecordCard>
  )
}
