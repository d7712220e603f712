import { officialState } from '@cheyi/domain/rental/violation/codes'
import { OrderLine } from '../../../booking/order/parts/order-line.tsx'
import type { OrderDetail } from '../../../booking/order/parts/order-words.ts'
import { violationSave } from '../../../form/calls/violation-save.gen.ts'
import { draftNameOf } from '../../../form/form-call.ts'
import { slotOf } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { filesOfRecordOr } from '../../../kernel/media/files-of.ts'
import { useFormFiles } from '../../../kernel/media/form-files.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { go } from '../../../kernel/page/router.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, MainButton, Stack } from '../../../ui/layout.tsx'
import { CreateForm } from '../create/create-form.tsx'
import { FactFields, isKnown, openKnown, WhenField } from '../parts/fact-fields.tsx'
import type { Violation } from '../parts/violation-words.ts'
import { violationScreens } from '../screens.ts'

/** A violation of an order; without an order it is found by plate and minute. */
export default page(violationScreens.createOfOrder, ({ orderId, violationId }) => {
  if (orderId === undefined) return <CreateForm plate="" title="登记违章" />
  return violationId === undefined ? <New orderId={orderId} /> : <Known orderId={orderId} violationId={violationId} />
})

function New({ orderId }: { readonly orderId: string }) {
  const [order] = useAnswers(ask(calls.order.detail, { orderId }))
  return <OrderForm order={order} known={undefined} />
}

function Known({ orderId, violationId }: { readonly orderId: string; readonly violationId: string }) {
  const [order, known] = useAnswers(ask(calls.order.detail, { orderId }), ask(calls.violation.detail, { violationId }))
  return <OrderForm key={known.version} order={order} known={known} />
}

interface OrderFormProps {
  readonly order: OrderDetail
  /** The stored violation, when one is corrected. */
  readonly known: Violation | undefined
}

/** A violation of an order; the car is the one that the order had at that minute. */
function OrderForm({ order, known }: OrderFormProps) {
  const { orderId } = order
  const fresh = useFormFiles(draftNameOf(violationSave, orderId), { secret: true })
  const photos = slotOf(useUploads('violation', filesOfRecordOr(known?.violationId, fresh)), 'evidence', '照片')
  const stored = known?.evidence ?? []
  const form = useEntry(violationSave, {
    draft: known ? undefined : { id: orderId },
    start: {
      orderId,
      officialState: officialState.open,
      ...(known && {
        id: known.violationId,
        version: known.version,
        occurAt: known.occurAt,
        place: known.place,
        act: known.act,
        actCode: known.actCode,
        points: known.points,
        fine: known.fine,
        docNo: known.docNo,
        authority: known.authority,
        officialState: known.officialState,
        remark: known.remark,
      }),
    },
    files: () => ({ photoIds: photos }),
    toInput: (value) => ({ ...value, photoIds: [...stored.map(({ mediaId }) => mediaId), ...photos.ids()] }),
    also: ({ place }) => ({ place: !place?.trim() && '请填写违章地点' }),
    handles: isKnown,
    onFailure: (failure) => void openKnown(failure),
    toast: known ? '违章已修改' : '违章已登记',
    onSent: ({ id }) => go(violationScreens.detail, { violationId: id }, { replace: true }),
  })
  return (
    <Page
      title={known ? '修改违章' : '登记违章'}
      footer={
        <ActionBar>
          <MainButton loading={form.pending} onClick={() => void form.send()}>
            保存
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        <OrderLine order={order} />
        <Card pad>
          <WhenField fields={form.fields} />
        </Card>
        <FactFields fields={form.fields} photos={photos} stored={stored} />
      </Stack>
    </Page>
  )
}
