import { ownerStatementSteps } from '@cheyi/domain/insight/owner/codes'
import { startsAt } from '@cheyi/domain/step'
import { useState } from 'react'
import { ownerCorrectionAdd } from '../../../form/calls/owner-correction-add.gen.ts'
import { EntrySheet } from '../../../form/entry-sheet.tsx'
import { FenField, TextField } from '../../../form/fields.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import type { Asks } from '../../../page/opened-sheet.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Notice } from '../../../ui/layout.tsx'
import type { Statement } from '../parts/owner-words.ts'

const sides = [
  { value: 'more', label: '补给车主' },
  { value: 'less', label: '由车主承担' },
] as const

/** Adds a line besides the cars. */
export default function CorrectionSheet({ statement, answer }: { readonly statement: Statement } & Asks<true>) {
  const { statementId, version, state } = statement
  const [side, setSide] = useState<(typeof sides)[number]['value']>('more')
  const form = useEntry(ownerCorrectionAdd, {
    start: { statementId, version },
    toInput: ({ fen, ...value }) => ({ ...value, fen: fen === null ? null : side === 'less' ? -fen : fen }),
    also: ({ fen }) => ({ fen: fen === 0 && '金额不能为0' }),
    toast: '已添加',
    onSent: () => answer(true),
  })
  return (
    <EntrySheet title="添加调整" of={form} action="添加">
      {startsAt(ownerStatementSteps, 'withdraw', state) && <Notice>添加后结算单回到草稿，须重新交车主确认</Notice>}
      <Field label="方向" group>
        <ChipRadios look="tile" label="方向" options={sides} value={side} onChange={setSide} />
      </Field>
      <TextField of={form.fields.words} placeholder="如 补上月少算租金" />
      <FenField of={form.fields.fen} />
    </EntrySheet>
  )
}
