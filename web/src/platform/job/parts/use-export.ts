import type { PermissionKey } from '@cheyi/domain/permission'
import { useWrite } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import { mayOpen, useUser } from '../../../kernel/user.ts'
import type { MakeFile } from '../../../page/list/types.ts'
import { open } from '../../../page/open.ts'

/** Starts an export and shows its progress; `title`: 导出订单, of one of several exports of the call `named`. */
export function useExport<I>(call: WireCall<I, { jobId: string }>, named = '') {
  const { run, pending } = useWrite(call)
  return {
    pending,
    async run(input: I, title = named): Promise<void> {
      const asked = await run(input)
      if (asked) await open(() => import('./export-sheet.tsx'), { title, jobId: asked.jobId })
    },
  }
}

interface Exporting {
  /** Constant input besides the filter of the list. */
  readonly input?: object
  readonly may?: PermissionKey
}

/** For the `useExport` of a list: exports it with its current filter; undefined without permission. */
export const exporting =
  <I extends { columns?: string[] | undefined }>(
    call: WireCall<I, { jobId: string }>,
    title: string,
    { input, may }: Exporting = {},
  ) =>
  (asked: object): MakeFile<NonNullable<I['columns']>[number]> | undefined => {
    const user = useUser()
    const { run } = useExport(call, title)
    if (may !== undefined && !mayOpen({ permission: [may] }, user)) return undefined
    return (looks) => void run({ ...asked, ...input, ...looks } as I)
  }
