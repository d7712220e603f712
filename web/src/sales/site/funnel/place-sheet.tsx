import { sitePlaceSave } from '../../../form/calls/site-place-save.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened.tsx'

interface PlaceSheetProps extends Asks<true> {
  readonly place: { readonly code: string; readonly name: string } | null
}

/** Names a place where the QR code is shown. */
export default function PlaceSheet({ place, answer }: PlaceSheetProps) {
  const form = useEntry(sitePlaceSave, {
    start: place === null ? {} : { code: place.code, name: place.name },
    toast: place === null ? '投放位置已添加' : '已改名',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title={place === null ? '添加投放位置' : '修改投放位置'} of={form} action="保存">
      <TextField of={form.fields.name} hint="如 酒店大堂、公众号、朋友圈" />
    </EntrySheet>
  )
}
