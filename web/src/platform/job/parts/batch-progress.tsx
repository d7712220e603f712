import { Progress } from '../../../ui/frame/steps.tsx'
import { MainButton, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { ResultLink } from './job-progress.tsx'
import { useJob } from './use-job.ts'

interface BatchProgressProps {
  readonly jobId: string
  /** The unit of the counts: 辆, 处. */
  readonly unit: string
  readonly onDone: () => void
}

/** At most this many records with the same reason are named; the exported table lists all of them. */
const NAMED = 5

const byReason = (issues: readonly { readonly value: string; readonly reason: string }[]) =>
  [...new Set(issues.map(({ reason }) => reason))].map((reason) => ({
    reason,
    values: issues.filter((issue) => issue.reason === reason).map(({ value }) => value),
  }))

/** The progress of a batch, then the number of successful records and the reasons of the failed ones. */
export function BatchProgress({ jobId, unit, onDone }: BatchProgressProps) {
  const { job, error, over } = useJob(jobId)
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (job === undefined || !over)
    return (
      <Stack gap={12} role="status">
        <span className="num">{job?.total ? `正在处理 ${job.done}/${job.total}` : '正在处理…'}</span>
        <Progress value={job?.total ? (job.done / job.total) * 100 : 0} label="正在处理" />
        <Text note weight="r">
          关闭后继续处理
        </Text>
      </Stack>
    )
  const done = job.counts?.updated ?? 0
  // Failures that the job does not list, because it returns a limited number of issues.
  const unsaid = (job.counts?.failed ?? 0) - job.issues.length
  return (
    <>
      {job.message !== '' && <Notice tone="danger">{job.message}</Notice>}
      {done > 0 && <Notice tone="success">{`${done} ${unit}已完成`}</Notice>}
      {byReason(job.issues).map(({ reason, values }) => (
        <Notice key={reason} tone="danger">
          {values.length === 1
            ? `${values[0]}：${reason}`
            : `${values.length} ${unit}：${reason}（${values.slice(0, NAMED).join('、')}${values.length > NAMED ? ' 等' : ''}）`}
        </Notice>
      ))}
      {unsaid > 0 && job.message === '' && <Notice tone="danger">{`另有 ${unsaid} ${unit}未完成，原因见表格`}</Notice>}
      <ResultLink url={job.resultUrl} name={job.resultName} />
      <MainButton onClick={onDone}>完成</MainButton>
    </>
  )
}
