import type { WireCall } from '../../../kernel/call/wire.ts'
import { Button } from '../../../ui/button.tsx'
import { useExport } from './use-export.ts'

interface ExportButtonProps<I> {
  readonly call: WireCall<I, { jobId: string }>
  /** The title of the export, for example 导出发票登记. */
  readonly title: string
  readonly input: I
  /** The label of the button, if the page has several exports of the same list. */
  readonly label?: string
}

/** Exports a complete list or table as a file. */
export function ExportButton<I>({ call, title, input, label = '导出' }: ExportButtonProps<I>) {
  const { run, pending } = useExport(call, title)
  return (
    <Button size="s" loading={pending} onClick={() => void run(input)}>
      {label}
    </Button>
  )
}
