import { Text } from '../../../ui/layout.tsx'
import { Compare } from '../../../ui/show/rows.tsx'
import type { ComparedRow } from './compare-words.ts'

/** The car at the pickup and at the return, with the differences. */
export const ComparedEnds = ({ rows }: { readonly rows: readonly ComparedRow[] }) => (
  <Compare
    caption="取车与还车对比"
    columns={['取车', '还车', '差额']}
    rows={rows.map(({ label, from, to, difference }) => ({
      label,
      cells: [
        from,
        to,
        <Text key="d" ink={difference?.tone === 'plain' ? undefined : difference?.tone} weight="m" nowrap>
          {difference?.text}
        </Text>,
      ],
    }))}
  />
)
