import './audit-list.css'
import { formatNear } from '@cheyi/domain/near'
import { auditFeatures, auditResults } from '@cheyi/domain/platform/audit/words'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { period } from '../../../page/list/period-filter.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { Row, Stack, Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { usePeople } from '../../account/parts/use-people.ts'
import { auditScreens } from '../screens.ts'

const features = Object.entries(auditFeatures).map(([value, label]) => ({ value, label }))

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
  Row: AuditRowView,
  estimate: 120,
  still: true,
})

type AuditRow = OutputOf<typeof calls.audit.page>['list'][number]

const { refused, signInFailed, unmasked } = auditResults.code

function AuditRowView({ item: row }: { item: AuditRow }) {
  const now = useNow()
  const { name, actionName, at, ip, targetName, target: called, device, changes, result, resultName } = row
  const target = `${targetName} ${called}`.trim()
  return (
    <RecordCard
      title={actionName}
      end={
        result === refused || result === signInFailed ? (
          <Tag tone="danger">{resultName}</Tag>
        ) : (
          result === unmasked && <Tag>{auditResults.text(result)}</Tag>
        )
      }
    >
      <p className="num">{[name, formatNear(at, now), target].filter(Boolean).join(' · ')}</p>
      <p className="num">{[ip, device].filter(Boolean).join(' · ')}</p>
      {changes.length > 0 && (
        <Stack as="dl" gap={4} pad={[8, 12]} top={8} fill="page" round size="s" num>
          {changes.map(({ field, label, before, after }) => (
            <Row key={field} gap={8} align="stretch">
              <dt className="audit-label">{label}</dt>
              <dd>
                {before !== null && (
                  <Text as="del" ink={3}>
                    {before}
                  </Text>
                )}
                {before !== null && after !== null && ' → '}
                {after}
              </dd>
            </Row>
          ))}
        </Stack>
      )}
    </RecordCard>
  )
}
