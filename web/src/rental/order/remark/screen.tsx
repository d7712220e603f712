import './remark.css'
import { formatNear } from '@cheyi/domain/near'
import { orderSaveRemark } from '../../../form/calls/order-save-remark.gen.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { errorOf } from '../../../form/form-field.ts'
import { useForm } from '../../../form/use-form.ts'
import { calls, feedback, type OutputOf } from '../../../kernel/call/calls.ts'
import { isRefusedFor } from '../../../kernel/call/refused.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { useNow } from '../../../kernel/now.ts'
import { useScreen } from '../../../kernel/page/pages.tsx'
import { Rows, useListPage } from '../../../page/list/use-list-page.tsx'
import { Page } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Button, IconButton, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { UploadGrid } from '../../../ui/media/upload-grid.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { orderScreens } from '../screens.ts'
import { lengthNote, MAX_PHOTOS, photosProblem, tooMany } from './entry.ts'

type Remark = OutputOf<typeof calls.order.remarks>['list'][number]

const isGone = isRefusedFor('orderNotFound')

/** Staff remarks of an order, pinned first, then the newest, with a composer. */
export default function Remarks() {
  const { orderId } = useScreen(orderScreens.remark)
  const remarks = useListPage(
    calls.order.remarks,
    { orderId, pageSize: 20 },
    { noun: '备注', keyOf: ({ id }) => id, empty: { note: '在下方输入，本店同事都能看到' } },
  )
  const now = useNow()
  const gone = remarks.error !== null && isGone(remarks.error)
  return (
    <Page fill right={remarks.refresh} footer={!gone && <Composer orderId={orderId} />}>
      <Rows of={remarks} render={(remark) => <RemarkCard remark={remark} now={now} />} estimate={92} />
    </Page>
  )
}

function RemarkCard({ remark, now }: { remark: Remark; now: number }) {
  const { content, photos, topFlag, authorName, at } = remark
  return (
    <RecordCard
      title={
        <>
          {authorName}
          {topFlag && <Tag tone="primary">置顶</Tag>}
        </>
      }
      end={<Note num>{formatNear(at, now)}</Note>}
    >
      {content && <Text pre>{content}</Text>}
      <Photos photos={photos} noun="照片" />
    </RecordCard>
  )
}

/** Writes a remark at the bottom of the page; an unsent text stays until it is sent. */
function Composer({ orderId }: { orderId: string }) {
  const uploads = useUploads('remark', { record: orderId })
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
