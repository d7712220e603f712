import { orderSaveRemark } from '../../../form/calls/order-save-remark.gen.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { errorOf } from '../../../form/form-field.ts'
import { useForm } from '../../../form/use-form.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Row, Stack } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { lengthNote, MAX_PHOTOS, photosProblem, tooMany } from './entry.ts'

/** Writes a remark at the bottom of the page; an unsent text stays until it is sent. */
export function Composer({ orderId }: { orderId: string }) {
  const uploads = useUploads('remark', orderId)
  const { tiles } = uploads
  const form = useForm(orderSaveRemark, {
    id: orderId,
    stored: { orderId, content: null, photoIds: null, topFlag: null },
    toInput: (value) => ({ ...value, orderId, photoIds: [...uploads.mediaIds()] }),
    also: () => ({ photoIds: photosProblem(tiles) }),
    refetch: () => {},
    onSaved() {
      uploads.forget()
      feedback.toast('已添加备注')
    },
  })
  const { content, photoIds, topFlag } = form.fields
  return (
    <footer className="action-bar">
      <Stack
        as="form"
        gap={8}
        ref={form.frame}
        className="order-remark-composer"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void form.save()
        }}
      >
        <TextAreaField
          of={content}
          label={<span className="visually-hidden">备注内容</span>}
          rows={2}
          placeholder="添加备注，仅店内员工可见"
          hint={lengthNote(content.value ?? '', content.rules.max![0])}
        />
        {tiles.length > 0 && (
          <Field
            label={<span className="visually-hidden">备注照片</span>}
            group
            error={errorOf(photoIds) ?? tooMany(tiles)}
          >
            <UploadGrid
              items={tiles}
              max={MAX_PHOTOS}
              onAdd={() => void uploads.pick()}
              onRetry={uploads.retry}
              onRemove={(id) => {
                uploads.remove(id)
                form.set({})
              }}
            />
          </Field>
        )}
        <Row gap={12} className="order-remark-send">
          {tiles.length === 0 && <IconButton name="camera" label="添加照片" onClick={() => void uploads.pick()} />}
          <Checkbox checked={topFlag.value === true} onChange={({ target }) => topFlag.set(target.checked || null)}>
            置顶
          </Checkbox>
          <Button type="submit" variant="primary" loading={form.saving}>
            发送
          </Button>
        </Row>
      </Stack>
    </footer>
  )
}
