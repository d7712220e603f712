import { useState } from 'react'
import { calls } from '../../kernel/calls.gen.ts'
import { useWrite } from '../../kernel/calls.ts'
import { useDraft } from '../../kernel/draft.ts'
import { feedback } from '../../kernel/feedback.ts'
import { useUploads } from '../../kernel/uploads.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/input.tsx'
import { UploadGrid } from '../../ui/upload-grid.tsx'
import { type Entry, lengthNote, MAX_PHOTOS, noEntry, type Problems, problemsOf, tooMany } from './entry.ts'

/** Writes a remark at the foot of the page; what is begun stays there until it is sent. */
export function Composer({ orderId }: { orderId: string }) {
  const { value: entry, set, clear } = useDraft<Entry>(`remark:${orderId}`, noEntry)
  const uploads = useUploads('remark', orderId)
  const [problems, setProblems] = useState<Problems>({})
  const save = useWrite(calls.order.saveRemark, {
    handles: ({ field }) => field === 'content' || field === 'photoIds',
    onFailure: ({ field, message }) => {
      if (field === 'content') setProblems({ content: message })
      if (field === 'photoIds') setProblems({ photos: message })
    },
  })
  const { tiles } = uploads

  async function send() {
    const found = problemsOf(entry, tiles)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const photoIds = [...uploads.mediaIds()]
    const done = await save.run({ orderId, content: entry.content.trim(), photoIds, topFlag: entry.top || undefined })
    if (!done) return
    clear()
    uploads.forget()
    feedback.toast('已添加备注')
  }
  return (
    <footer className="action-bar">
      <form
        className="order-remark-composer"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Field
          label={<span className="visually-hidden">备注内容</span>}
          layout="stack"
          error={problems.content}
          hint={lengthNote(entry)}
        >
          <TextArea
            rows={2}
            placeholder="添加备注，仅店内员工可见"
            value={entry.content}
            onChange={(event) => {
              set({ ...entry, content: event.target.value })
              setProblems({})
            }}
          />
        </Field>
        {tiles.length > 0 && (
          <Field
            label={<span className="visually-hidden">备注照片</span>}
            layout="stack"
            group
            error={problems.photos ?? tooMany(tiles)}
          >
            <UploadGrid
              items={tiles}
              max={MAX_PHOTOS}
              onAdd={() => void uploads.pick()}
              onRetry={uploads.retry}
              onRemove={(id) => {
                uploads.remove(id)
                setProblems({})
              }}
            />
          </Field>
        )}
        <div className="order-remark-send">
          {tiles.length === 0 && <IconButton name="camera" label="添加照片" onClick={() => void uploads.pick()} />}
          <Checkbox checked={entry.top} onChange={(event) => set({ ...entry, top: event.target.checked })}>
            置顶
          </Checkbox>
          <Button type="submit" variant="primary" loading={save.pending}>
            发送
          </Button>
        </div>
      </form>
    </footer>
  )
}
