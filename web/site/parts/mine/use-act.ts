import { useState } from 'preact/hooks'
import { reasonOf } from '../../ask.ts'

export interface Act {
  readonly problem: string | null
  readonly busy: boolean
  readonly run: (work: () => Promise<unknown>) => Promise<void>
}

/** Runs what a button asks for, one at a time, and says why when it is refused. */
export function useAct(): Act {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  return {
    problem,
    busy,
    async run(work) {
      if (busy) return
      setBusy(true)
      setProblem(null)
      try {
        await work()
      } catch (error) {
        setProblem(reasonOf(error))
      }
      setBusy(false)
    },
  }
}
