import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Text } from '../../../ui/layout.tsx'
import { Card } from '../../../ui/show/card.tsx'

type Issue = OutputOf<typeof calls.job.detail>['issues'][number]

/** Errors and warnings by row and column of the uploaded table; renders nothing if there are none. */
export function IssueTable({ title, issues }: { title: string; issues: readonly Issue[] }) {
  if (issues.length === 0) return null
  return (
    <Card
      pad
      title={title}
      extra={
        <Text note weight="r">
          完整清单见结果文件
        </Text>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls horizontally and must be reachable by keyboard. */}
      <section className="import-issues" aria-label={title} tabIndex={0}>
        <table className="num">
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">列</th>
              <th scope="col">内容</th>
              <th scope="col">原因</th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ row, column, value, reason }) => (
              <tr key={`${row}-${column}-${reason}`}>
                <td>{row}</td>
                <td>{column ?? '整行'}</td>
                <td>{value || '（空）'}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
