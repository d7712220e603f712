import { roleCopy } from '../../../form/calls/role-copy.gen.ts'
import { roleSave } from '../../../form/calls/role-save.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { TextAreaField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { CallFailure } from '../../../kernel/call/failure.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import type { Asks } from '../../../page/opened.tsx'

/** What the name is for: a new role, a copy, or an existing role. */
export type Naming = 'add' | 'copy' | 'rename'

interface NameSheetProps extends Asks<string> {
  readonly kind: Naming
  /** The role that is copied or renamed. */
  readonly role: {
    readonly roleId: string
    readonly name: string
    readonly remark: string
    readonly version: number
  } | null
}

const taken = isRefusedFor('roleNameTaken')

/** Asks for the name of a role. Answers the id of the role that was created or renamed. */
export default function NameSheet({ kind, role, answer }: NameSheetProps) {
  const manner = {
    faults: (failure: CallFailure) => ({ name: taken(failure) && failure.message }),
    onSent: ({ roleId }: { readonly roleId: string }) => answer(roleId),
  }
  const copy = useEntry(roleCopy, {
    ...manner,
    start: role === null ? {} : { roleId: role.roleId, name: `${role.name}副本`.slice(0, 20) },
  })
  const save = useEntry(roleSave, { ...manner, start: role ?? {} })
  const form = kind === 'copy' ? copy : save
  return (
    <EntrySheet
      title={role === null ? '新建角色' : kind === 'copy' ? `复制「${role.name}」` : '修改名称与备注'}
      of={form}
      action="保存"
    >
      <TextField of={form.fields.name} />
      {kind !== 'copy' && <TextAreaField of={save.fields.remark} />}
    </EntrySheet>
  )
}
