import type { WireCall } from '../../../kernel/call/wire.ts'
import { Button } from '../../../ui/button.tsx'
import { useExport } from './use-export.ts'

interface ExportButtonProps<I> {
  readonly call: WireCall<I, { jobId: string }>
  /** 导出发票登记. */
  readonly title: string
  readonly input: I
  /** What it is called beside another form of the same. */
  readonly label?: string
}

/** Above a list or table: all of it as a file. */
export function ExportButton<I>({ call, title, input, label = '导出' }: ExportButtonProps<I>) {
  const { run, pending } = useExport(call, title)
  return (
    <Button size="s" loading={pending} onClick={() => void run(input)}>
      {label}
    </Button>
  )
}
