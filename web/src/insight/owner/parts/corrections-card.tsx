import { correctionSum } from '@cheyi/domain/insight/owner/statement'
import { AsWritten } from '../../../platform/customer-link/parts/as-written.tsx'
import { Button, Card, CardMore } from '../../../ui/layout.tsx'
import { FeeLine, FeeTotal } from '../../../ui/show/rows.tsx'
import { say } from '../../../words/words.ts'
import type { Statement } from './owner-words.ts'

interface CorrectionsCardProps {
  readonly corrections: Statement['corrections']
  /** Missing: they can no longer be changed. */
  readonly onAdd?: () => void
  readonly onRemove?: (index: number) => void
}

/** What a statement has besides the parts of the cars. */
export function CorrectionsCard({ corrections, onAdd, onRemove }: CorrectionsCardProps) {
  return (
    <Card pad title={say('调整')} extra={onAdd && <CardMore onClick={onAdd}>添加</CardMore>}>
      {corrections.map(({ words, fen }, index) => (
        <FeeLine
          // biome-ignore lint/suspicious/noArrayIndexKey: Lines have no other identity, and are only appended or removed.
          key={index}
          label={<AsWritten>{words}</AsWritten>}
          fen={fen}
          basis={
            onRemove && (
              <Button size="s" variant="text" aria-label={`删除 ${words}`} onClick={() => onRemove(index)}>
                删除
              </Button>
            )
          }
        />
      ))}
      {corrections.length > 1 && <FeeTotal label={say('调整合计')} fen={correctionSum(corrections)} />}
    </Card>
  )
}
