import { isJobFailed } from '@cheyi/domain/platform/lookup/codes'
import type { ReactNode } from 'react'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import { Progress } from '../../../ui/frame/steps.tsx'
import { Card, Grid, type Ink, Note, Stack, Text } from '../../../ui/layout.tsx'
import { Notice } from '../../../ui/modal/notice.tsx'
import { ResultLink } from '../../job/parts/job-progress.tsx'
import type { useJob } from '../../job/parts/use-job.ts'

type Job = ReturnType<typeof useJob>
export type Counts = NonNullable<NonNullable<Job['job']>['counts']>

/** The number of rows that an import of the valid rows would write. */
export const goodOf = ({ created, updated }: Counts): number => created + updated

interface ResultProps {
  readonly of: Job
  readonly doing: string
  readonly trial?: boolean
  /** The verb for rows that exist already: 更新. */
  readonly update: string
  /** Content between the counts and the issues. */
  readonly children?: ReactNode
}

/** The result of a check or an import: the number of rows by result, and the issues with their positions. */
export function Result({ of: { job, error, over }, doing, trial, update, children }: ResultProps) {
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (job === undefined || !over)
    return (
      <Card pad>
        <Stack gap={12} role="status">
          <span className="num">{job?.total ? `${doing} ${job.done}/${job.total} 行` : `${doing}…`}</span>
          <Progress value={job?.total ? (job.done / job.total) * 100 : 0} label={doing} />
        </Stack>
      </Card>
    )
  const { counts } = job
  return (
    <>
      {job.message !== '' && <Notice tone="danger">{job.message}</Notice>}
      {counts && (
        <Card pad title={trial ? '检查完成' : isJobFailed(job.state) ? '未导入' : '导入完成'}>
          <Grid as="dl" columns={4} gap={8} below={12} text="center" num>
            <Count name={trial ? '可新建' : '已新建'} value={counts.created} tone="success" />
            <Count name={`${trial ? '可' : '已'}${update}`} value={counts.updated} tone="primary" />
            <Count name="跳过" value={counts.skipped} />
            <Count name="有误" value={counts.failed} tone="danger" />
          </Grid>
          <ResultLink url={job.resultUrl} name={job.resultName} />
        </Card>
      )}
      {children}
      <IssueTable title="需要修改" issues={job.issues} />
      <IssueTable title="请核对" issues={job.warnings} />
    </>
  )
}

const Count = ({ name, value, tone }: { name: string; value: number; tone?: Ink }) => (
  <div>
    <Note as="dt">{name}</Note>
    <Text as="dd" ink={value > 0 ? tone : undefined} size="xl" weight="b">
      {value}
    </Text>
  </div>
)

type Issue = OutputOf<typeof calls.job.detail>['issues'][number]

/** Errors and warnings by row and column of the uploaded table; renders nothing if there are none. */
function IssueTable({ title, issues }: { title: string; issues: readonly Issue[] }) {
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
