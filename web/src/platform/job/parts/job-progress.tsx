import './job-progress.css'
import { isJobFailed } from '@cheyi/domain/platform/lookup/codes'
import { Progress } from '../../../ui/frame/steps.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice, Stack } from '../../../ui/layout.tsx'
import { useJob } from './use-job.ts'

interface JobProgressProps {
  readonly jobId: string
  readonly doing: string
  readonly done: string
}

/** The progress of a job, and the file of its result once it exists. */
export function JobProgress({ jobId, doing, done }: JobProgressProps) {
  const { job, over } = useJob(jobId)
  if (job === undefined || !over) {
    const percent = job?.total ? Math.round((job.done / job.total) * 100) : 0
    return (
      <Stack gap={12} role="status">
        <span className="num">{job?.total ? `${doing} ${job.done}/${job.total}` : `${doing}…`}</span>
        <Progress value={percent} label={doing} />
      </Stack>
    )
  }
  return (
    <Stack gap={12}>
      {isJobFailed(job.state) ? (
        <Notice tone="danger">{job.message || '处理失败，请重试'}</Notice>
      ) : (
        <Notice tone="success">{`${done}${job.message ? `，${job.message}` : ''}`}</Notice>
      )}
      <ResultLink url={job.resultUrl} name={job.resultName} />
    </Stack>
  )
}

/** The link to a result file; renders nothing if there is no file or its link has expired. */
export function ResultLink({ url, name }: { url: string | null; name: string }) {
  if (url === null) return null
  return (
    <a className="button button-outline job-file" href={url} download={name}>
      <Icon name="document" size={16} />
      下载 {name}
    </a>
  )
}
