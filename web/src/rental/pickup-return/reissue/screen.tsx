import { formatDays } from '@cheyi/domain/length'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { MAX_RECORD_MEDIA, REISSUE_WITHIN } from '@cheyi/domain/rental/pickup-return/record'
import { type ReactNode, useState } from 'react'
import { pickupReturnReissue } from '../../../form/calls/pickup-return-reissue.gen.ts'
import { TextAreaField } from '../../../form/fields.tsx'
import { UploadsField } from '../../../form/uploads-field.tsx'
import { useEntry } from '../../../form/use-entry.ts'
import { ask, calls, feedback } from '../../../kernel/call/calls.ts'
import { useUploads } from '../../../kernel/media/uploads.ts'
import { momentText } from '../../../kernel/now.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Photos } from '../../../page/photos.tsx'
import { useOrderSlot } from '../../../platform/media/parts/other-phone.ts'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Box, Card, MainButton, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import type { HandoverRecord } from '../parts/types.ts'
import { pickupReturnScreens } from '../screens.ts'

/** Adds pictures to a handover that is already done. */
export default page(pickupReturnScreens.reissue, ({ orderId, recordId }) => {
  const [{ records }] = useAnswers(ask(calls.pickupReturn.records, { orderId }))
  const [chosen, choose] = useState(recordId)
  const record = records.find((one) => one.recordId === chosen) ?? records.at(-1)
  if (record === undefined)
    return (
      <Page>
        <Empty title="暂无取还车记录" note="办理取车后才能补传" />
      </Page>
    )
  const several = new Set(records.map(({ vehicleId }) => vehicleId)).size > 1
  const options = records.map(({ recordId: value, type, plate }) => ({
    value,
    label: `${handoverTypes.text(type)}${several ? ` ${displayPlate(plate)}` : ''}`,
  }))
  return (
    <Reissue
      key={record.recordId}
      record={record}
      which={<ChipRadios look="wrap" label="补传到" options={options} value={record.recordId} onChange={choose} />}
    />
  )
})

interface ReissueProps {
  readonly record: HandoverRecord
  /** The choice of the record. */
  readonly which: ReactNode
}

function Reissue({ record, which }: ReissueProps) {
  const { orderId, recordId, type } = record
  const purpose = type === handoverType.pickup ? 'pickup' : 'return'
  const slot = `reissue:${recordId}`
  const files = useOrderSlot(purpose, orderId, slot, '照片')
  const { pick } = useUploads(purpose, { record: orderId })
  const left = MAX_RECORD_MEDIA - record.photos.length
  const form = useEntry(pickupReturnReissue, {
    draft: { id: recordId, fields: ['reason'] },
    start: { recordId },
    files: () => ({ mediaIds: files }),
    also: () => ({
      mediaIds: files.tiles.length > left && `此记录还能补传${left}张`,
    }),
    onSent() {
      form.set({ reason: null })
      feedback.toast('已补传')
      void refresh(ask(calls.pickupReturn.records, { orderId }))
    },
  })
  const { fields } = form
  const there = record.photos.filter(({ coming }) => !coming)
  const before = there.filter(({ reissued }) => !reissued)
  return (
    <Page
      footer={
        <ActionBar>
          <MainButton
            loading={form.pending}
            reason={left <= 0 ? `一条记录最多${MAX_RECORD_MEDIA}张照片` : undefined}
            onClick={() => void form.send()}
          >
            提交补传
          </MainButton>
        </ActionBar>
      }
    >
      <Stack gap={12} ref={form.frame}>
        {which}
        <Card pad>
          <UploadsField of={fields.mediaIds} from={files} addLabel="添加照片" />
          {record.photos.some(({ coming }) => coming) && (
            <Notice action={{ label: '补传视频', onClick: () => void pick({ slot, source: 'both', video: true }) }}>
              环车视频还没有从拍摄的手机传来，可改由这里补传
            </Notice>
          )}
          <TextAreaField of={fields.reason} rows={2} placeholder="如：补拍轮毂，交车时漏拍" />
          <Note>
            补传的照片标明上传时间和人，还车后{formatDays(REISSUE_WITHIN)}内可补传，此记录还能补传{Math.max(0, left)}张
          </Note>
        </Card>
        <History photos={there.filter(({ reissued }) => reissued)} />
        <Card pad title="原有照片" extra={`${before.length}张`}>
          {before.length === 0 ? (
            <Note>没有照片</Note>
          ) : (
            <Photos photos={before.map(({ media }) => media)} noun="照片" />
          )}
        </Card>
      </Stack>
    </Page>
  )
}

/** Earlier additions, each with its reason. */
function History({ photos }: { readonly photos: HandoverRecord['photos'] }) {
  // Photos with the same time were added together, for one reason.
  const times = [...new Set(photos.map(({ at }) => at))].toReversed()
  if (times.length === 0) return null
  return (
    <Card pad title="补传记录">
      <Stack divided>
        {times.map((at) => {
          const added = photos.filter((photo) => photo.at === at)
          const { by, reason } = added[0]!
          return (
            <Box key={at}>
              <Text block>{reason || '补传'}</Text>
              <Note num>{[by, momentText(at), `${added.length}张`].filter(Boolean).join(' · ')}</Note>
              <Photos photos={added.map(({ media }) => media)} noun="补传照片" />
            </Box>
          )
        })}
      </Stack>
    </Card>
  )
}
