import { formatMoney } from '@cheyi/domain/money'
import { cx } from '../../../ui/class-names.ts'
import { Box, Note } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'
import { type CancelRule, penaltyRows, ruleNotes, untilPickup } from './penalty.ts'

/** The penalty by time of cancellation, with the current row highlighted. */
export function RuleCard({ rule }: { rule: CancelRule }) {
  const notes = ruleNotes(rule)
  return (
    <Card pad title="取消规则" extra={untilPickup(rule.minutesToPickup)}>
      <Box as="table" full round size="s" className="order-cancel-rule num">
        <caption className="visually-hidden">取消时间与违约金</caption>
        <tbody>
          {penaltyRows(rule).map(({ when, charge, fen, current }) => (
            <tr
              key={when}
              className={cx(current && 'order-cancel-current', current && fen === 0 && 'order-cancel-free')}
            >
              <th scope="row">
                {when}
                {current && <em>当前</em>}
              </th>
              <td>
                {charge}
                {fen > 0 && <small>{formatMoney(fen)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
      {notes.length > 0 && <Note top={8}>{notes.join('；')}</Note>}
    </Card>
  )
}
