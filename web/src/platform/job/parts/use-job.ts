import { isJobOver } from '@cheyi/domain/platform/lookup/codes'
import { useEffect, useRef } from 'react'
import { calls, makeStale, useRead } from '../../../kernel/call/calls.ts'

/** Interval in ms at which the link to a result is renewed, because it expires after 15 minutes. */
const RENEW_LINK = 10 * 60_000

/**
 * Polls a running job every second until it has finished. Then the data that it changed is loaded again, and the link
 * to its file is renewed while the screen is open.
 */
export function useJob(jobId: string | undefined) {
  const every = useRef<number | false>(1000)
  const job = useRead(
    calls.job.detail,
    { jobId: jobId ?? '' },
    { enabled: jobId !== undefined, every: every.current, freshFor: 0, quiet: false },
  )
  const over = job.data !== undefined && isJobOver(job.data.state)
  every.current = over ? job.data?.resultUrl != null && RENEW_LINK : 1000
  const reported = useRef(false)
  useEffect(() => {
    if (!over || reported.current) return
    reported.current = true
    makeStale([['inventory'], ['stock'], ['overview'], ['todo'], ['model'], ['price'], ['violation']])
  }, [over])
  return { job: job.data, error: job.error, over }
}
