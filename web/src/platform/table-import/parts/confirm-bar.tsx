import type { importModes } from '@cheyi/contract/platform/job'
import { useWrite } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import { Button, MainButton } from '../../../ui/button.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { type Counts, goodOf } from './result.tsx'

export type Mode = (typeof importModes)[number]

/** Starts the import of a table that was checked. */
export type ConfirmCall = WireCall<{ jobId: string; mode: Mode }, { jobId: string }>

interface ConfirmBarProps {
  readonly call: ConfirmCall
  readonly jobId: string
  readonly counts: Counts | null
  readonly mode: Mode
  readonly onAsked: (jobId: string) => void
  readonly onAgain: () => void
}

/** The actions that follow from the result of the check. */
export function ConfirmBar({ call, jobId, counts, mode, onAsked, onAgain }: ConfirmBarProps) {
  const confirming = useWrite(call)
  const ask = async () => {
    const asked = await confirming.run({ jobId, mode })
    if (asked) onAsked(asked.jobId)
  }
  const good = counts === null ? 0 : goodOf(counts)
  const bad = counts?.failed ?? 0
  const words =
    bad === 0 ? `导入 ${good} 行` : mode === 'validOnly' ? `仅导入正确的 ${good} 行` : `全部 ${good + bad} 行正确才导入`
  return (
    <ActionBar>
      <Button size="l" block={good === 0} variant={good === 0 ? 'primary' : 'outline'} onClick={onAgain}>
        重新上传
      </Button>
      {good > 0 && (
        <MainButton loading={confirming.pending} onClick={() => void ask()}>
          {words}
        </MainButton>
      )}
    </ActionBar>
  )
}
