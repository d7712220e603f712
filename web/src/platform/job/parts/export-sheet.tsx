import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { JobProgress } from './job-progress.tsx'

/** The progress of an export, then the link to its file. */
export default function ExportSheet({
  title,
  jobId,
}: { readonly title: string; readonly jobId: string } & Asks<never>) {
  return (
    <OpenedSheet title={title}>
      <JobProgress jobId={jobId} doing="正在导出" done="导出完成，链接24小时内有效" />
    </OpenedSheet>
  )
}
