import '../parts/flow.css'
import './record.css'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { handoverType, handoverTypes, recordVerifies } from '@cheyi/domain/rental/pickup-return/codes'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { carParts, partName } from '@cheyi/domain/rental/pickup-return/parts'
import { accessories } from '@cheyi/domain/rental/pickup-return/record'
import { useState } from 'react'
import { ask, calls } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { Page, page, useAnswers } from '../../../page/page.tsx'
import { view, viewOf } from '../../../page/view.ts'
import { ChipRadios } from '../../../ui/frame/chips.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Card, Grow, Note, Row } from '../../../ui/layout.tsx'
import { CarOutline } from '../../../ui/media/later.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { ComparedEnds } from '../parts/compared-ends.tsx'
import { MarkRow } from '../parts/photo/mark-row.tsx'
import type { HandoverRecord, Records } from '../parts/types.ts'
import { pickupReturnScreens } from '../screens.ts'
import { PhotoCompare } from './photo-compare.tsx'
import { rowsOf, type Segment, segmentsOf } from './segments.ts'

/** The pickup and the return of an order side by side. */
export default page(pickupReturnScreens.record, ({ orderId }) => {
  const [data] = useAnswers(ask(calls.pickupReturn.records, { orderId }))
  return data.records.length > 0 ? (
    <Comparison data={data} />
  ) : (
    <Page>
      <Empty title="暂无取还车记录" note="办理取车后，照片、里程和车损会记录在这里" />
    </Page>
  )
})

function Comparison({ data }: { data: Records }) {
  const segments = segmentsOf(data.records)
  const [chosen, setChosen] = useState(segments.at(-1)?.vehicleId)
  const segment = segments.find(({ vehicleId }) => vehicleId === chosen) ?? segments[0]
  if (segment === undefined) return null
  const { pickup, back } = segment
  return (
    <Page
      head={
        <Row gap={12} pad={[2, 16, 10]} num narrow>
          <Plate plate={segment.plate} />
          <Grow as="span" note cut>
            {data.contactName} · {data.orderNo}
          </Grow>
        </Row>
      }
    >
      {segments.length > 1 && (
        <ChipRadios
          look="wrap"
          label="用过的车辆"
          options={segments.map(({ vehicleId, plate }) => ({ value: vehicleId, label: displayPlate(plate) }))}
          value={segment.vehicleId}
          onChange={setChosen}
        />
      )}
      <Card pad>
        <ComparedEnds rows={rowsOf(segment)} />
      </Card>
      <PhotoCompare segment={segment} />
      <DamageCompare segment={segment} />
      {pickup && <RecordCard title={handoverTypes.text(handoverType.pickup)} record={pickup} />}
      {back && <RecordCard title={handoverTypes.text(handoverType.return)} record={back} />}
    </Page>
  )
}

/** The damage at the end of the segment; new marks are red. */
function DamageCompare({ segment: { pickup, back } }: { segment: Segment }) {
  const marks = (back ?? pickup)?.damageMarks ?? []
  return (
    <Card pad title="车身损伤" extra={`${marks.length} 处`}>
      {marks.length === 0 ? (
        <Note>没有损伤</Note>
      ) : (
        <>
          <CarOutline drawing={carDrawing} parts={carParts} marks={marks} />
          <Box top={4}>
            {marks.map((mark, index) => (
              <MarkRow
                key={mark.markId}
                mark={mark}
                number={index + 1}
                photos={mark.photos.length}
                onOpen={mark.photos.length > 0 ? () => view(mark.photos.map(viewOf(partName(mark.part)))) : undefined}
              >
                <Tag tone={mark.isNew ? 'danger' : 'neutral'}>{mark.isNew ? '新增' : '旧伤'}</Tag>
              </MarkRow>
            ))}
          </Box>
        </>
      )}
    </Card>
  )
}

/** Other facts of one handover: accessories, note and signature. */
function RecordCard({ title, record }: { readonly title: string; readonly record: HandoverRecord }) {
  const { at, accessories: listed, note, parkingNote, keyNote, signature, byCustomer, verify } = record
  const present = listed.filter((one) => one.present).map(({ code }) => accessories[code])
  const absent = listed.filter((one) => !one.present).map(({ code }) => accessories[code])
  return (
    <Card
      pad
      title={`${title}记录`}
      extra={byCustomer ? <Tag tone="purple">自助 · {recordVerifies.text(verify)}</Tag> : undefined}
    >
      <KeyValue
        rows={[
          { label: '时间', value: at === null ? '—' : momentText(at) },
          { label: '随车物品', value: listed.length === 0 ? '未登记' : present.join('、') || '无' },
          ...(absent.length > 0 ? [{ label: '不在车上', value: absent.join('、') }] : []),
          ...(parkingNote === '' ? [] : [{ label: '停放位置', value: parkingNote }]),
          ...(keyNote === '' ? [] : [{ label: '钥匙位置', value: keyNote }]),
          ...(note === '' ? [] : [{ label: '备注', value: note }]),
        ]}
      />
      {signature ? (
        <button
          type="button"
          className="handover-signature record-signature"
          aria-label="查看客户签名"
          onClick={() => view([viewOf('客户签名')(signature)])}
        >
          <img src={signature.url} alt="客户签名" loading="lazy" />
        </button>
      ) : (
        <Note>客户未签名</Note>
      )}
    </Card>
  )
}
