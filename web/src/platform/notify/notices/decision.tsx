import { useState } from 'react'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { type Asks, useOpened } from '../../../page/opened.tsx'
import { TextArea } from '../../../ui/field/field.tsx'
import { Button, Text } from '../../../ui/layout.tsx'
import { Dialog } from '../../../ui/modal/dialog.tsx'
import { toast } from '../../../ui/modal/toast.ts'

interface DecisionProps extends Asks<true> {
  readonly asked: OutputOf<typeof calls.approval.page>['list'][number]
  readonly pass: boolean
}

/** Asks for a confirmation, because an approved action is executed immediately by the account that requested it. */
export default function Decision({ asked, pass, answer }: DecisionProps) {
  const { open, close } = useOpened()
  const [note, setNote] = useState('')
  const decide = useWrite(calls.approval.decide)
  async function submit() {
    if ((await decide.run({ id: asked.id, pass, note: note.trim() || undefined })) === null) return
    toast(pass ? '已通过' : '已拒绝')
    answer(true)
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={pass ? `通过${asked.name}？` : `拒绝${asked.name}？`}
      footer={
        <>
          <Button block onClick={close}>
            取消
          </Button>
          <Button variant={pass ? 'primary' : 'danger'} block loading={decide.pending} onClick={() => void submit()}>
            {pass ? '通过' : '拒绝'}
          </Button>
        </>
      }
    >
      <Text as="p" pad={[0, 0, 8]}>
        {asked.summary}
      </Text>
      <TextArea
        aria-label="说明"
        placeholder="说明（选填）"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Dialog>
  )
}
