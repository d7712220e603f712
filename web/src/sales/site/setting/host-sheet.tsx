import { siteHostSave } from '../../../form/calls/site-host-save.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'

interface HostSheetProps extends Asks<true> {
  /** The domain that there is; '' for none. */
  readonly host: string
}

/** A domain for the booking page. */
export default function HostSheet({ host, answer }: HostSheetProps) {
  const form = useEntry(siteHostSave, { start: { host }, onSent: () => answer(true) })
  return (
    <EntrySheet title="自有域名" of={form} action="保存">
      <TextField
        of={form.fields.host}
        inputMode="url"
        placeholder="rent.example.cn"
        hint={host === '' ? '下一步会给出要添加的解析记录' : '换域名后，原域名马上停用'}
      />
    </EntrySheet>
  )
}
