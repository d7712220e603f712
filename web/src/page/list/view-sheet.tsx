import { useState } from 'react'
import { Field, TextInput } from '../../ui/field/field.tsx'
import { MainButton, Note } from '../../ui/layout.tsx'
import { type Asks, OpenedSheet } from '../opened.tsx'

interface ViewSheetProps extends Asks<string> {
  readonly taken: readonly string[]
}

const MOST_LETTERS = 12

/** Asks for the name of a view. */
export default function ViewSheet({ taken, answer }: ViewSheetProps) {
  const [text, setText] = useState('')
  const name = text.trim()
  const reason = name === '' ? '请填写名称' : taken.includes(name) ? '已有同名视图' : undefined
  return (
    <OpenedSheet
      title="保存当前筛选"
      footer={
        <MainButton reason={reason} onClick={() => answer(name)}>
          保存
        </MainButton>
      }
    >
      <Field label="视图名称">
        <TextInput
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={MOST_LETTERS}
          placeholder="如 超时未还"
        />
      </Field>
      <Note top={8}>保存在本机，显示在筛选旁，点一下即用</Note>
    </OpenedSheet>
  )
}
