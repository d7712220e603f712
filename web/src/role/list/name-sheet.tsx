import './role-list.css'
import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { refusedAs } from '../../kernel/refused.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/input.tsx'

/** What is being named: a new role, a copy, or one in being. */
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

const taken = refusedAs('roleNameTaken')

const problemOf = (name: string) =>
  name === '' ? '请输入角色名称' : [...name].length < 2 || name.length > 20 ? '角色名称为2-20个字' : undefined

/** What a role is called. Answers the id of the role that has the name now. */
export default function NameSheet({ kind, role, answer }: NameSheetProps) {
  const [named, setNamed] = useState({
    name: role === null ? '' : kind === 'copy' ? `${role.name}副本`.slice(0, 20) : role.name,
    remark: kind === 'rename' ? (role?.remark ?? '') : '',
  })
  const [sent, setSent] = useState('')
  const save = useWrite(calls.role.save, { handles: taken })
  const copy = useWrite(calls.role.copy, { handles: taken })
  const { pending, failure } = kind === 'copy' ? copy : save
  const name = named.name.trim()
  const wrong = sent === named.name ? (problemOf(name) ?? failure?.message) : undefined

  async function send() {
    setSent(named.name)
    if (problemOf(name) !== undefined) return
    const remark = named.remark.trim()
    const done =
      role === null
        ? await save.run({ name, remark })
        : kind === 'copy'
          ? await copy.run({ roleId: role.roleId, name })
          : await save.run({ roleId: role.roleId, version: role.version, name, remark })
    if (done) answer(done.roleId)
  }
  return (
    <OpenedSheet
      title={role === null ? '新增角色' : kind === 'copy' ? `复制「${role.name}」` : '修改名称与备注'}
      footer={
        <Button variant="primary" size="l" block loading={pending} onClick={() => void send()}>
          保存
        </Button>
      }
    >
      <div className="role-name">
        <Field label="角色名称" error={wrong || undefined} layout="stack">
          <TextInput
            look="box"
            value={named.name}
            maxLength={20}
            onChange={({ target }) => setNamed({ ...named, name: target.value })}
          />
        </Field>
        {kind !== 'copy' && (
          <Field label="备注" layout="stack" optional>
            <TextArea
              value={named.remark}
              maxLength={200}
              onChange={({ target }) => setNamed({ ...named, remark: target.value })}
            />
          </Field>
        )}
      </div>
    </OpenedSheet>
  )
}
