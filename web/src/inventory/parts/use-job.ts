import { isJobOver } from '@cheyi/domain/lookup/codes'
import { useEffect, useRef } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { refreshAfter, useRead } from '../../kernel/calls.ts'

/** Long work under way: asked every second until it is over. Then what it changed is read anew. */
export function useJob(jobId: string | undefined) {
  const running = useRef(true)
  const job = useRead(
    calls.job.detail,
    { jobId: jobId ?? '' },
    { enabled: jobId !== undefined, every: running.current ? 1000 : false, freshFor: 0 },
  )
  const over = job.data !== undefined && isJobOver(job.data.state)
  running.current = !over
  const told = useRef(false)
  useEffect(() => {
    if (!over || told.current) return
    told.current = true
    refreshAfter({ room: 'inventory', refreshes: ['stock', 'overview', 'model'] })
  }, [over])
  return { job: job.data, error: job.error, over }
}
