import type { WireCall } from '../../../kernel/call/wire.ts'
import { Button } from '../../../ui/layout.tsx'
import { useExport } from './use-export.ts'

interface ExportButtonProps<I> {
  readonly call: WireCall<I, { jobId: string }>
  /** The title of the export, for example 导出发票登记. */
  readonly title: string
  readonly input: I
  readonly label: string
}

/** Exports a part of a page as a file; what concerns the whole page is in its menu. */
export function ExportButton<I>({ call, title, input, label }: ExportButtonProps<I>) {
  const { run, pending } = useExport(call, title)
  return (
    <Button size="s" loading={pending} onClick={() => void run(input)}>
      {label}
    </Button>
  )
}
