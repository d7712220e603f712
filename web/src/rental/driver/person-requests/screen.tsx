import { formatDay } from '@cheyi/domain/near'
import { isRequestOpen, requestKinds, requestStatuses } from '@cheyi/domain/rental/driver/request'
import { DAY } from '@cheyi/domain/time'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo } from '../../../kernel/user.ts'
import { chips } from '../../../page/list/chips-filter.tsx'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pickCode } from '../../../page/list/list-page.tsx'
import { Button } from '../../../ui/layout.tsx'
import { driverScreens } from '../screens.ts'

type Request = OutputOf<typeof calls.driver.requests>['list'][number]

const columns: readonly ListColumn<Request>[] = [
  { key: 'name', title: '客户', kind: 'person', width: 96, card: 'title', of: ({ name }) => name },
  { key: 'kind', title: '事项', kind: 'text', width: 96, card: 'title', of: ({ kind }) => requestKinds.text(kind) },
  {
    key: 'status',
    title: '状态',
    kind: 'tag',
    width: 96,
    card: 'end',
    of: ({ status }) => [{ text: requestStatuses.text(status), tone: isRequestOpen(status) ? 'warning' : 'neutral' }],
  },
  { key: 'at', title: '登记时间', kind: 'time', of: ({ createdAt }) => createdAt },
  { key: 'who', title: '登记人', kind: 'person', of: ({ createdBy }) => createdBy },
  { key: 'note', title: '说明', kind: 'text', width: 240, card: 'note', of: ({ answer, note }) => answer || note },
  { key: 'done', title: '办理时间', kind: 'time', card: 'none', of: ({ doneAt }) => doneAt },
  {
    key: 'due',
    title: '期限',
    kind: 'due',
    of: ({ status, dueAt }, now) =>
      isRequestOpen(status) && {
        text: dueAt < now ? '已到期' : `${formatDay(dueAt, now)} 前办理`,
        late: dueAt < now,
        soon: dueAt < now + 3 * DAY,
      },
  },
  { key: 'act', title: '操作', kind: 'act', width: 72, when: ({ status }) => isRequestOpen(status), Act: Handle },
]

function Handle({ item: { personId } }: { readonly item: Request }) {
  return (
    <Button size="s" variant="primary" onClick={() => go(driverScreens.personPrivacy, { personId })}>
      办理
    </Button>
  )
}

/** Data requests of all customers, sorted by due date. */
export default listPage(driverScreens.personRequests, {
  call: calls.driver.requests,
  noun: '客户请求',
  filters: [chips('status', '处理状态', requestStatuses), pickCode('kind', '事项', requestKinds)],
  keyOf: ({ requestId }) => requestId,
  columns,
  unit: '件',
  link: (reach, { personId }) => linkTo(reach, driverScreens.personPrivacy, { personId }),
  empty: { note: '客户要求查阅、更正、删除或撤回同意时，在客户档案的个人信息里登记' },
})
