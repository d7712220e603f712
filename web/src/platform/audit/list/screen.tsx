import { auditFeatures, auditResults } from '@cheyi/domain/platform/audit/words'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import type { ListColumn } from '../../../page/list/columns.tsx'
import { listPage, pick, pickCode } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { open } from '../../../page/open.ts'
import { usePeople } from '../../account/parts/use-people.ts'
import { auditScreens } from '../screens.ts'

export type AuditRow = OutputOf<typeof calls.audit.page>['list'][number]

const features = Object.entries(auditFeatures).map(([value, label]) => ({ value, label }))
const { refused, signInFailed, unmasked } = auditResults.code

const columns: readonly ListColumn<AuditRow>[] = [
  { key: 'action', title: '操作', kind: 'text', width: 176, card: 'title', of: ({ actionName }) => actionName },
  { key: 'name', title: '操作人', kind: 'person', card: 'plate', of: ({ name }) => name },
  {
    key: 'target',
    title: '对象',
    kind: 'text',
    width: 132,
    card: 'plate',
    of: ({ name, targetName, target }) => target !== name && `${targetName} ${target}`.trim(),
  },
  {
    key: 'changes',
    title: '变更',
    kind: 'text',
    width: 200,
    card: 'note',
    of: ({ changes }) =>
      changes.map(({ label, before, after }) => `${label} ${[before, after].filter(Boolean).join(' → ')}`).join('；'),
  },
  {
    key: 'result',
    title: '结果',
    kind: 'tag',
    width: 120,
    card: 'end',
    of: ({ result, resultName }) =>
      result === refused || result === signInFailed
        ? [{ text: resultName, tone: 'danger' }]
        : [result === unmasked && { text: auditResults.text(result), tone: 'neutral' }],
  },
  { key: 'at', title: '时间', kind: 'time', card: 'plate', of: ({ at }) => at },
  { key: 'ip', title: 'IP', kind: 'text', width: 112, of: ({ ip }) => ip },
  { key: 'device', title: '设备', kind: 'text', width: 104, of: ({ device }) => device },
]

/** Who did what and when, and the values that changed. */
export default listPage(auditScreens.list, {
  call: calls.audit.page,
  noun: '操作日志',
  filters: [
    pick('accountId', '操作人', '全部人员', usePeople),
    pick('action', '操作', '全部操作', () => features),
    pickCode('result', '结果', auditResults),
    period('period', 'from', 'to'),
  ],
  keyOf: ({ id }) => id,
  columns,
  alike: { keyOf: ({ name, action, result }) => `${name} ${action} ${result}`, unit: '次', inRow: true },
  link: (_, row) =>
    row.changes.length > 0 ? { onClick: () => void open(() => import('./changes-sheet.tsx'), { row }) } : undefined,
})
