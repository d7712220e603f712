import { useState } from 'react'
import type { CallFailure } from '../../kernel/failure.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'

export interface Named {
  readonly name: string
  readonly remark: string
}

interface NameSheetProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly begin: Named
  /** A copy takes its remark along. */
  readonly withRemark: boolean
  readonly pending: boolean
  readonly failure: CallFailure | null
  readonly onSave: (named: Named) => void
}

const problemOf = (name: string) =>
  name === '' ? '请输入角色名称' : [...name].length < 2 || name.length > 20 ? '角色名称为2-20个字' : undefined

/** What a role is called. */
export function NameSheet({ open, onClose, title, begin, withRemark, pending, failure, onSave }: NameSheetProps) {
  const [named, setNamed] = useState(begin)
  const [sent, setSent] = useState('')
  const name = named.name.trim()
  const wrong = sent === named.name ? (problemOf(name) ?? failure?.message) : undefined

  function save() {
    setSent(named.name)
    if (problemOf(name) === undefined) onSave({ name, remark: named.remark.trim() })
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <Button variant="primary" size="l" block loading={pending} onClick={save}>
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
        {withRemark && (
          <Field label="备注" layout="stack" optional>
            <TextArea
              value={named.remark}
              maxLength={200}
              onChange={({ target }) => setNamed({ ...named, remark: target.value })}
            />
          </Field>
        )}
      </div>
    </Sheet>
  )
}
