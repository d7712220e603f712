import './audit-list.css'
import { auditResults, auditRooms } from '@cheyi/domain/audit/words'
import { usePeople } from '../../account/parts/use-people.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { listPage } from '../../page/list/list-page.tsx'
import { period } from '../../page/list/period-filter.tsx'
import { pick, pickCode } from '../../page/list/pick-filter.tsx'
import { auditScreens } from '../screens.ts'
import { AuditRowView } from './audit-row.tsx'

const rooms = Object.entries(auditRooms).map(([value, label]) => ({ value, label }))

/** Who did what, when, and what was different afterwards. */
export default listPage(auditScreens.list, {
  call: calls.audit.page,
  noun: '操作日志',
  filters: [
    pick('accountId', '操作人', '全部人员', usePeople),
    pick('action', '操作', '全部操作', () => rooms),
    pickCode('result', '结果', auditResults),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ id }) => id,
  Row: AuditRowView,
  estimate: 120,
  still: true,
})
