import type { WireCall } from '../../kernel/call/wire.ts'
import { Button } from '../../ui/button.tsx'
import { useExport } from './use-export.ts'

interface ExportButtonProps<I> {
  readonly call: WireCall<I, { jobId: string }>
  /** 导出发票登记. */
  readonly title: string
  readonly input: I
}

/** Above a list or table: all of it as a file. */
export function ExportButton<I>({ call, title, input }: ExportButtonProps<I>) {
  const { run, pending } = useExport(call, title)
  return (
    <Button size="s" loading={pending} onClick={() => void run(input)}>
      导出
    </Button>
  )
}
