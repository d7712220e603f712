import { useWrite } from '../../kernel/call/calls.ts'
import type { WireCall } from '../../kernel/call/wire.ts'
import { open } from '../../page/open.ts'

/** Asks for an export and shows it while it is made; `title`: 导出订单. */
export function useExport<I>(call: WireCall<I, { jobId: string }>, title: string) {
  const { run, pending } = useWrite(call)
  return {
    pending,
    async run(input: I): Promise<void> {
      const asked = await run(input)
      if (asked) await open(() => import('./export-sheet.tsx'), { title, jobId: asked.jobId })
    },
  }
}
