import { retentions } from '@cheyi/domain/platform/retention/rules'
import { DAY } from '@cheyi/domain/time'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { goBack } from '../../../kernel/page/router.ts'
import { useMayWhole } from '../../../kernel/user.ts'
import { open } from '../../../page/open.ts'
import { useExport } from '../../../platform/job/parts/use-export.ts'
import { Box, Button, Card, Note, Row } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { orderScreens } from '../../order/screens.ts'
import type { PersonDetail } from '../parts/person-words.ts'

export type Kept = OutputOf<typeof calls.driver.privacy>['kept'][number]

interface DataCardProps {
  readonly person: PersonDetail
  /** What prevents the deletion, as text. */
  readonly open: string
  readonly kept: readonly Kept[]
}

/** Categories of stored customer data whose retention period is shown. */
const told = ['documents', 'face', 'person', 'contacts', 'papers', 'handovers', 'payers'] as const

/** Retention periods, the data copy, and the deletion. */
export function DataCard({ person, open: blocked, kept }: DataCardProps) {
  const mayErase = useMayWhole('person.edit')
  const mayCopy = useMayWhole('person.view')
  const { personId, name } = person
  const copying = useExport(calls.driver.exportPerson, '个人信息副本')
  async function erase() {
    if (await open(() => import('./sheets.tsx'), 'EraseSheet', { personId, name, kept })) goBack(orderScreens.list.path)
  }
  return (
    <Card pad title="保存期限">
      <KeyValue
        rows={told.map((kind) => ({
          label: retentions[kind].what,
          value: `${retentions[kind].since}后${formatSpan(retentions[kind].kept)}`,
        }))}
      />
      <Box top={12}>
        <Row gap={8} wrap>
          {mayCopy && (
            <Button size="s" loading={copying.pending} onClick={() => void copying.run({ personId })}>
              导出个人信息副本
            </Button>
          )}
          {mayErase && (
            <Button
              size="s"
              variant="danger"
              reason={blocked === '' ? undefined : `还有${blocked}`}
              onClick={() => void erase()}
            >
              删除客户信息
            </Button>
          )}
        </Row>
      </Box>
      <Note top={8}>{mayCopy ? '导出与删除会留痕' : '导出与删除涉及全部门店，请管理全部门店的同事办理'}</Note>
    </Card>
  )
}

/** A period as text: 7天, 3年. */
const formatSpan = (ms: number): string =>
  ms % (366 * DAY) === 0 ? `${ms / (366 * DAY)}年` : `${Math.round(ms / DAY)}天`
