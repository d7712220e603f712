import type { ComponentProps, ReactNode } from 'react'
import { OpenedSheet } from '../../../page/opened.tsx'
import { Stack } from '../../../ui/layout.tsx'
import { BatchProgress } from './batch-progress.tsx'

interface JobSheetProps extends ComponentProps<typeof OpenedSheet> {
  /** The started job; undefined while the form is shown. */
  readonly jobId: string | undefined
  /** The title once the job was started. */
  readonly doing: ReactNode
  /** The unit of the counts: 辆, 处. */
  readonly unit: string
  readonly onDone: () => void
  /** Shown above the progress. */
  readonly above?: ReactNode
}

/** A sheet with the form of a batch, and after its start the progress and the outcome of the job. */
export function JobSheet({ jobId, doing, unit, onDone, above, ...form }: JobSheetProps) {
  if (jobId === undefined) return <OpenedSheet {...form} />
  return (
    <OpenedSheet title={doing}>
      <Stack gap={12}>
        {above}
        <BatchProgress jobId={jobId} unit={unit} onDone={onDone} />
      </Stack>
    </OpenedSheet>
  )
}
