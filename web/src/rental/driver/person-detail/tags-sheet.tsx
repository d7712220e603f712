import { driverSetTags } from '../../../form/calls/driver-set-tags.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TagsField } from '../../../form/tags-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'

interface TagsSheetProps extends Asks<true> {
  readonly personId: string
  readonly tags: readonly string[]
}

/** The tags of a customer. */
export default function TagsSheet({ personId, tags, answer }: TagsSheetProps) {
  const known = useRead(calls.driver.customerTags, {}).data ?? []
  const form = useEntry(driverSetTags, {
    start: { personId, tags: [...tags] },
    toast: '标签已保存',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="客户标签" of={form} action="保存">
      <TagsField of={form.fields.tags} known={known} placeholder="如 老客户、企业员工" />
    </EntrySheet>
  )
}
